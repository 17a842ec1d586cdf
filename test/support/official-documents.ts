import PdfKit from 'pdfkit'
import sharp from 'sharp'
import { qrCode } from '#server/platform/pdf/qr-code.ts'
import { pdfPageImages } from './pdf.ts'

/** What an official document prints; a part that is not given is not there. */
export interface OfficialDocument {
  /** In capitals and Latin letters, as the form prints it. */
  names?: readonly string[]
  passport?: string
  /** As they are printed. */
  birthDate?: string
  arrivalDate?: string
  flight?: string
  qrText?: string
  /** Printed as they are, below. */
  lines?: readonly string[]
}

const rowsOf = ({ names = [], passport, birthDate, arrivalDate, flight }: OfficialDocument) =>
  [
    ...names.map((name) => ['Full name', name]),
    ['Passport number', passport],
    ['Nationality', 'VIET NAM'],
    ['Date of birth', birthDate],
    ['Date of arrival', arrivalDate],
    ['Flight', flight],
    ['Port of arrival', 'Ngurah Rai (DPS)'],
  ].filter((row): row is [string, string] => row[1] !== undefined)

/** An Electronic Customs Declaration as the customs office answers with, a page with a code and labelled values. */
export async function officialPdf(document: OfficialDocument): Promise<Buffer> {
  const pdf = new PdfKit({ size: 'A4', margin: 40 })
  pdf.fontSize(20).text('Electronic Customs Declaration', 40, 40)
  pdf.fontSize(10).text('Republic of Indonesia', 40, 66)
  const code = document.qrText === undefined ? null : await qrCode(document.qrText)
  if (code) {
    pdf
      .save()
      .translate(180, 110)
      .scale(200 / code.size)
    pdf.path(code.path).fill('#000').restore()
  }
  rowsOf(document).forEach(([label, value], index) => {
    const y = 340 + index * 24
    pdf.fillColor('#555').fontSize(9).text(label, 40, y, { lineBreak: false })
    pdf.fillColor('#000').fontSize(12).text(value, 200, y, { lineBreak: false })
  })
  ;(document.lines ?? []).forEach((line, index) => pdf.fontSize(9).text(line, 40, 560 + index * 16))
  pdf.end()
  const chunks: Buffer[] = []
  for await (const chunk of pdf) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The same page without a text layer, as a scan. */
export async function scannedPdf(document: OfficialDocument): Promise<Buffer> {
  const [page] = await pdfPageImages(await officialPdf(document))
  const picture = await sharp(page).jpeg().toBuffer()
  const pdf = new PdfKit({ size: 'A4', margin: 0 })
  pdf.image(picture, 0, 0, { width: 595 })
  pdf.end()
  const chunks: Buffer[] = []
  for await (const chunk of pdf) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
