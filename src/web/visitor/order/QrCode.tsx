import { useTexts } from '../texts/languages.ts'
import type { VisitorDocument } from './download.ts'
import css from './QrCode.module.css'

type Code = NonNullable<VisitorDocument['qr']>

/** Width of the quiet zone in modules, which readers require (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** Always black on white, whatever the colour scheme. */
function toDataUrl({ size, path }: Code): string {
  const side = size + 2 * QUIET_ZONE
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M${-QUIET_ZONE} ${-QUIET_ZONE}h${side}v${side}h${-side}z"/><path d="${path}"/></svg>`,
  ].join('')
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** The document's QR code, large enough to be scanned from a phone. */
export function QrCode({ code }: { code: Code }) {
  const texts = useTexts().order
  return (
    <section className={css.code}>
      <h2 className={css.heading}>{texts.qrHeading}</h2>
      <img className={css.picture} src={toDataUrl(code)} alt={texts.qr} width={320} height={320} />
      <p className={css.note}>{texts.qrNote}</p>
    </section>
  )
}
