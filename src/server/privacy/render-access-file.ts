import { draw } from '#server/platform/pdf/draw.ts'
import type { Sheet } from '#server/platform/pdf/flow-types.ts'
import { layOut } from '#server/platform/pdf/flow.ts'
import { createPdfDraft, finishPdf } from '#server/platform/pdf/pdf-draft.ts'
import { accessFileBlocks } from './access-file-blocks.ts'
import type { AccessFile } from './access-file.ts'

/** A4, in points. */
const sheet: Sheet = { width: 595.28, height: 841.89, top: 72, bottom: 64, left: 56, right: 56 }
const fontSize = 9
const maxPages = 10_000

/** Renders an access file as PDF. */
export async function renderAccessFile(file: AccessFile): Promise<Buffer> {
  const pdf = createPdfDraft({
    title: file.title,
    author: file.made_by,
    subject: file.orders.map(({ order_id: orderId }) => orderId).join(', '),
    createdAt: new Date(file.made_at),
  })
  const flow = layOut(accessFileBlocks(file), { book: pdf.book, sheet, size: fontSize, maxPages })
  if (!flow) throw new Error(`an access file needs more than ${maxPages} pages`)
  draw(pdf, flow, sheet, { head: { start: file.title, end: file.email }, foot: 'UU 27/2022' })
  return finishPdf(pdf)
}
