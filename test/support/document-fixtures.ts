import PdfKit from 'pdfkit'
import sharp from 'sharp'

/** A real one-page PDF containing `text`; without any nothing can be said against it, as of a scan. */
export async function aPdf(text = ''): Promise<Buffer> {
  const document = new PdfKit({ size: 'A5' })
  document.text(text)
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A real image of a few pixels. */
export const anImage = (format: 'png' | 'jpeg' | 'webp'): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#c2152f' } })
    .toFormat(format)
    .toBuffer()

/** The file as a form sends it. */
export const asFile = (bytes: Buffer, name: string): File => new File([new Uint8Array(bytes)], name)
