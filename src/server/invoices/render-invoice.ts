import { draw } from '#server/platform/pdf/draw.ts'
import type { Sheet, Block, Cell } from '#server/platform/pdf/flow-types.ts'
import { layOut } from '#server/platform/pdf/flow.ts'
import { finishPdf, createPdfDraft } from '#server/platform/pdf/pdf-draft.ts'
import { displayDate, estDate } from '#contract/rules/dates.ts'
import type { OrderType } from '#contract/rules/order-type.ts'
import { type Invoice, formatMoney } from './invoice.ts'

/** A4, in points. */
const sheet: Sheet = { width: 595.28, height: 841.89, top: 72, bottom: 64, left: 56, right: 56 }
const fontSize = 10
const maxPages = 20

/** Deterministic, so that a resend has the same bytes. */
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

const serviceLabels = {
  Arrival: 'Electronic customs declaration, arrival in Indonesia',
  Departure: 'Electronic customs declaration, departure from Indonesia',
  Unknown: 'Electronic customs declaration, Indonesia',
} as const satisfies Record<OrderType, string>

const strongCell = (text: string): Cell => ({ text, tone: 'strong' })
const joinLines = (...texts: (string | undefined)[]) => [...new Set(texts)].filter(Boolean).join('\n')
/** Times are EST (product §7), and so are the days. */
const formatDay = (instant: string) => displayDate(estDate(new Date(instant)))

const sellerLines = ({ seller }: Invoice['facts']) =>
  joinLines(
    seller.registeredName,
    seller.name,
    seller.address,
    seller.taxNumber && `${seller.taxLabel}: ${seller.taxNumber}`,
    seller.email,
    seller.phone,
  )

/** `Paid on 18-11-2026 by Visa ending in 4242.`; empty if nothing was captured. */
function paidStatement({ paidAt, paidBy }: Invoice['facts']): string {
  const paid = [paidAt && `on ${formatDay(paidAt)}`, paidBy && `by ${paidBy}`].filter(Boolean)
  return paid.length > 0 ? `Paid ${paid.join(' ')}.` : ''
}

function invoiceBlocks({ number, issuedAt, facts }: Invoice): Block[] {
  const total = formatMoney(facts)
  const paid = paidStatement(facts)
  return [
    { kind: 'heading', level: 1, text: 'Invoice' },
    {
      kind: 'table',
      headless: true,
      rowHeads: true,
      columns: [
        { title: 'Fact', share: 1 },
        { title: 'Value', share: 3 },
      ],
      rows: [
        ['Invoice number', strongCell(number)],
        ['Invoice date', formatDay(issuedAt)],
        ['Order ID', String(facts.orderId)],
        ['Order date', formatDay(facts.orderedAt)],
        ...(facts.transactionId ? [['Payment reference', facts.transactionId]] : []),
      ],
    },
    { kind: 'heading', level: 2, text: 'Parties' },
    {
      kind: 'table',
      columns: [
        { title: 'From', share: 1 },
        { title: 'Billed to', share: 1 },
      ],
      rows: [[sellerLines(facts), joinLines(facts.customerName, facts.customerAddress, facts.email)]],
    },
    { kind: 'heading', level: 2, text: 'Services' },
    {
      kind: 'table',
      columns: [
        { title: 'Description', share: 3 },
        { title: 'Amount', share: 1, align: 'end' },
      ],
      rows: [
        [serviceLabels[facts.orderType], total],
        [strongCell('Total'), strongCell(total)],
      ],
    },
    ...(paid ? [{ kind: 'paragraph', tone: 'strong', text: paid } as const] : []),
    { kind: 'paragraph', tone: 'quiet', text: 'Dates are days in EST (UTC−05:00), as day, month and year.' },
  ]
}
