/** `size` is modules per side; `path` draws the dark modules, one unit each. */
interface QrModules {
  size: number
  path: string
}

/** Quiet zone in modules, required by ISO/IEC 18004. */
const QUIET_ZONE = 4

/** A data URL of the QR code, black on white in both colour schemes. */
export function qrImageUrl({ size, path }: QrModules): string {
  const side = size + 2 * QUIET_ZONE
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M${-QUIET_ZONE} ${-QUIET_ZONE}h${side}v${side}h${-side}z"/><path d="${path}"/></svg>`,
  ].join('')
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
