import { qrImageUrl } from '#web/lib/qr-image.ts'
import { useTexts } from '../localization.ts'
import type { VisitorDocument } from './download.ts'
import css from './order.module.css'

type Code = NonNullable<VisitorDocument['qr']>

/** The document's QR code, large enough to be scanned from a phone. */
export function QrCode({ code }: { code: Code }) {
  const texts = useTexts().order
  return (
    <section className={css.code}>
      <h2 className={css.qrHeading}>{texts.qrHeading}</h2>
      <img className={css.picture} src={qrImageUrl(code)} alt={texts.qr} width={320} height={320} />
      <p className={css.qrNote}>{texts.qrNote}</p>
    </section>
  )
}
