import { createHash } from 'node:crypto'
import PdfDocument from 'pdfkit'

export interface Approval {
  orderId: number
  heading: string
  passportName: string
  passport: string
  nationality: string
  travelDate: string
  approvedAt: Date
}

/** Modules of a square that looks like a QR code; it is none, and says nothing. */
const modules = 29

function square(document: PDFKit.PDFDocument, text: string, x: number, y: number, side: number): void {
  const bits = createHash('sha512').update(text).digest()
  const module = side / modules
  const isFinder = (row: number, column: number) =>
    [
      [0, 0],
      [0, modules - 7],
      [modules - 7, 0],
    ].some(
      ([top = 0, left = 0]) => row >= top - 1 && row <= top + 7 && column >= left - 1 && column <= left + 7,
    )
  const finder = (row: number, column: number) => {
    document.rect(x + column * module, y + row * module, 7 * module, 7 * module).fill('black')
    document.rect(x + (column + 1) * module, y + (row + 1) * module, 5 * module, 5 * module).fill('white')
    document.rect(x + (column + 2) * module, y + (row + 2) * module, 3 * module, 3 * module).fill('black')
  }
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      const bit = (row * modules + column * 7) % 512
      const isDark = ((bits[bit >> 3] ?? 0) >> (bit & 7)) & 1
      if (isDark && !isFinder(row, column))
        document.rect(x + column * module, y + row * module, module, module)
    }
  }
  document.fill('black')
  finder(0, 0)
  finder(0, modules - 7)
  finder(modules - 7, 0)
}

/** A page like an approved electronic customs declaration: made up, and said to be so. */
export async function approvedDocument(approval: Approval): Promise<Buffer> {
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
  square(document, `${orderId} ${passport}`, document.page.width - 36 - 120, 92, 120)

  const facts = [
    ['Declaration', `ID-${orderId}`],
    ['Name', passportName],
    ['Passport', passport],
    ['Nationality', nationality],
    ['Date of travel', travelDate],
    ['Approved', `${approvedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
  ] as const
  let y = 96
  for (const [label, value] of facts) {
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
