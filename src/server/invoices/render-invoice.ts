import { draw } from '#server/platform/pdf/draw.ts'
import type { Sheet } from '#server/platform/pdf/flow-types.ts'
import { layOut } from '#server/platform/pdf/flow.ts'
import { finishPdf, createPdfDraft } from '#server/platform/pdf/pdf-draft.ts'
import type { Invoice } from './invoice.ts'
import { invoiceBlocks } from './invoice-blocks.ts'

/** A4, in points. */
const sheet: Sheet = { width: 595.28, height: 841.89, top: 72, bottom: 64, left: 56, right: 56 }
const fontSize = 10
const maxPages = 20

/** Renders the invoice as PDF; deterministic, so that a resend has the same bytes. */
export async function renderInvoicePdf(invoice: Invoice): Promise<Buffer> {
  const { number, issuedAt, facts } = invoice
  const title = `Invoice ${number}`
  const pdf = createPdfDraft({
    title,
    author: facts.seller.name,
    subject: `Order ${facts.orderId}`,
    createdAt: new Date(issuedAt),
  })
  const flow = layOut(invoiceBlocks(invoice), { book: pdf.book, sheet, size: fontSize, maxPages })
  if (!flow) throw new Error(`invoice ${number} needs more than ${maxPages} pages`)
  draw(pdf, flow, sheet, { head: { start: facts.seller.name, end: title }, foot: facts.seller.email })
  return finishPdf(pdf)
}
