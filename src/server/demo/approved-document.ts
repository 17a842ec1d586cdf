import PdfDocument from 'pdfkit'
import { qrCode } from '#server/platform/pdf/qr-code.ts'

export interface Approval {
  orderId: number
  heading: string
  passportName: string
  passport: string
  nationality: string
  travelDate: string
  approvedAt: Date
}

/** `side` in points. */
async function drawQrCode(document: PDFKit.PDFDocument, text: string, x: number, y: number, side: number) {
  const code = await qrCode(text)
  if (!code) throw new Error(`a QR code cannot hold ${text}`)
  document.save().translate(x, y)
  document
    .scale(side / code.size)
    .path(code.path)
    .fill('black')
    .restore()
}

/** A page like an approved electronic customs declaration, marked as fictitious. */
export async function renderApprovedDocument(approval: Approval): Promise<Buffer> {
  const { orderId, heading, passportName, passport, nationality, travelDate, approvedAt } = approval
  const document = new PdfDocument({
    size: 'A5',
    margin: 36,
    info: { Title: `${heading} ${orderId}`, CreationDate: approvedAt },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))

  document.rect(0, 0, document.page.width, 8).fill('#c8102e')
  document.fillColor('black').font('Helvetica-Bold').fontSize(15).text(heading, 36, 40)
  document.font('Helvetica').fontSize(9).fillColor('#555').text('Electronic customs declaration – approved')
  await drawQrCode(document, `DEMO E-CD ID-${orderId}`, document.page.width - 36 - 120, 92, 120)

  const rows = [
    ['Declaration', `ID-${orderId}`],
    ['Name', passportName],
    ['Passport', passport],
    ['Nationality', nationality],
    ['Date of travel', travelDate],
    ['Approved', `${approvedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
  ] as const
  let y = 96
  for (const [label, value] of rows) {
    document.font('Helvetica').fontSize(8).fillColor('#666').text(label, 36, y)
    document
      .font('Helvetica-Bold')
      .fontSize(11)
      .fillColor('black')
      .text(value, 36, y + 10, { width: 200 })
    y += 34
  }
  document.font('Helvetica').fontSize(9).fillColor('#333')
  document.text(
    'Show this page at the customs counter. One declaration holds for a family that travels together.',
    36,
    330,
  )
  document
    .fontSize(8)
    .fillColor('#888')
    .text('Made up for a demonstration. Not a document of any authority.', 36, 360)
  document.end()
  await ended
  return Buffer.concat(chunks)
}
