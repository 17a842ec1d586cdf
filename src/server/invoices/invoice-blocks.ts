import { displayDate, estDate } from '#contract/rules/dates.ts'
import type { OrderType } from '#contract/rules/order-fields.ts'
import type { Block, Cell } from '#server/platform/pdf/flow-types.ts'
import { money, type Invoice } from './invoice.ts'

const services = {
  Arrival: 'Electronic customs declaration, arrival in Indonesia',
  Departure: 'Electronic customs declaration, departure from Indonesia',
  Unknown: 'Electronic customs declaration, Indonesia',
} as const satisfies Record<OrderType, string>

const strong = (text: string): Cell => ({ text, tone: 'strong' })
const lines = (...texts: string[]) => texts.filter((text) => text !== '').join('\n')
/** Times are EST (product §7), and so are the days. */
const day = (instant: string) => displayDate(estDate(new Date(instant)))

/** The invoice in reading order. */
export function invoiceBlocks({ number, issuedAt, facts }: Invoice): Block[] {
  const { seller } = facts
  const total = money(facts)
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
        ['Invoice number', strong(number)],
        ['Invoice date', day(issuedAt)],
        ['Order ID', String(facts.orderId)],
        ['Order date', day(facts.orderedAt)],
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
      rows: [
        [
          lines(seller.name, seller.address, seller.email, seller.phone),
          lines(facts.customerName, facts.email),
        ],
      ],
    },
    { kind: 'heading', level: 2, text: 'Services' },
    {
      kind: 'table',
      columns: [
        { title: 'Description', share: 3 },
        { title: 'Amount', share: 1, align: 'end' },
      ],
      rows: [
        [services[facts.orderType], total],
        [strong('Total'), strong(total)],
      ],
    },
    { kind: 'paragraph', tone: 'quiet', text: 'Dates are days in EST (UTC−05:00), as day, month and year.' },
  ]
}
