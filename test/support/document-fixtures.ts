import PdfKit from 'pdfkit'
import sharp from 'sharp'
import { qrCode } from '#server/platform/pdf/qr-code.ts'

let made = 0

/** Told apart by a number of always as many digits. */
const copyMark = () => `% ${process.pid} ${String(++made).padStart(9, '0')}\n`

/** What only tells two files with the same document apart. */
export const copyMarks = /% \d+ \d{9}\n/g

/** The same document as a file of its own: bytes after a PDF's end are no part of it. */
export const another = (pdf: Buffer): Buffer => Buffer.concat([pdf, Buffer.from(copyMark())])

const drawn = new Map<string, Promise<Buffer>>()

async function drawPdf(text: string): Promise<Buffer> {
  const document = new PdfKit({ size: 'A5' })
  if (text) document.text(text)
  else document.rect(60, 60, 200, 120).fill('#456')
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/**
 * A real one-page PDF containing `text`; without any it has a picture alone, as a scan. No two have the same
 * bytes.
 */
export async function aPdf(text = ''): Promise<Buffer> {
  const pdf = drawn.get(text) ?? drawPdf(text)
  drawn.set(text, pdf)
  return another(await pdf)
}

/** A real image of a few pixels. */
export const anImage = (format: 'png' | 'jpeg' | 'webp'): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#c2152f' } })
    .toFormat(format)
    .toBuffer()

/** A PNG of a few hundred bytes with a QR code. */
export async function aQrPicture(text: string): Promise<Buffer> {
  const { size = 0, path = '' } = (await qrCode(text)) ?? {}
  const box = `viewBox="-4 -4 ${size + 8} ${size + 8}"`
  const paper = `<rect x="-4" y="-4" width="100%" height="100%" fill="#fff"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${paper}<path d="${path}"/></svg>`
  return sharp(Buffer.from(svg)).resize(200).png({ palette: true }).toBuffer()
}

/** The file as a form sends it. */
export const asFile = (bytes: Buffer, name: string): File => new File([new Uint8Array(bytes)], name)
