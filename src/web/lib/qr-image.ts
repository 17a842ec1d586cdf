/** Modules along a side, and the dark ones as an SVG path of one unit each. */
interface QrModules {
  size: number
  path: string
}

/** Width of the quiet zone in modules, which readers require (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A picture of the code: always black on white, whatever the colour scheme. */
export function qrImageUrl({ size, path }: QrModules): string {
  const side = size + 2 * QUIET_ZONE
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M${-QUIET_ZONE} ${-QUIET_ZONE}h${side}v${side}h${-side}z"/><path d="${path}"/></svg>`,
  ].join('')
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
