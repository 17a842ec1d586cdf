import { displayDate, estDate } from '#contract/rules/dates.ts'
import type { OrderType } from '#contract/rules/order-type.ts'
import type { Block, Cell } from '#server/platform/pdf/flow-types.ts'
import { formatMoney, type Invoice } from './invoice.ts'

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

/** `Paid on 18-11-2026 by Visa ending in 4242.`; empty where nothing of it was captured. */
function paidStatement({ paidAt, paidBy }: Invoice['facts']): string {
  const paid = [paidAt && `on ${formatDay(paidAt)}`, paidBy && `by ${paidBy}`].filter(Boolean)
  return paid.length > 0 ? `Paid ${paid.join(' ')}.` : ''
}

/** The invoice in reading order. */
export function invoiceBlocks({ number, issuedAt, facts }: Invoice): Block[] {
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
