import * as z from 'zod/mini'
import { disputeOutcomes, settlements } from './disputes.ts'
import { mailStates } from './mail-states.ts'
import { modes } from './queues.ts'
import { statuses } from './statuses.ts'
import { keysOf } from './typed-keys.ts'

export interface OrderColumn {
  /** Type on the wire: an instant is ISO 8601 in UTC, a day `YYYY-MM-DD`, an amount a decimal. */
  schema: z.ZodMiniType
  /** Type of its cells in an export; text by default. */
  kind?: 'number' | 'amount' | 'day' | 'localTime' | 'instant'
  /** A column of the table `orders`; lists compute the others. */
  isOwn?: true
  /** Label in the customer's access file (product §6); left out there without one. */
  label?: string
  /** Hidden from a traveller who is not the buyer. */
  isBuyers?: true
  /** Value after an erasure; unchanged without one. */
  erasedTo?: '' | null
}

const text = z.nullable(z.string())

/** The fields of a list row in the order of an export: the specification's *list row source* (spec §3) and the product's own. */
export const listColumns = {
  order_id: { schema: z.number(), isOwn: true },
  landing_domain: { schema: z.string(), isOwn: true, label: 'Site' },
  process_status: { schema: z.enum(statuses), isOwn: true },
  processing_mode: { schema: z.enum(modes), isOwn: true },
  created_at: { schema: z.string(), kind: 'instant', isOwn: true, label: 'Ordered' },
  refund_date: { schema: text, kind: 'instant', isOwn: true },
  processing_date: { schema: text, kind: 'instant', isOwn: true },
  process_month: { schema: z.string(), isOwn: true },
  travel_date: { schema: text, kind: 'day', isOwn: true },
  window_opens_on: { schema: text, kind: 'day', isOwn: true },
  due_at: { schema: text, kind: 'instant', isOwn: true },
  assign_to: { schema: text },
  is_assigned_to_me: { schema: z.boolean() },
  amount: { schema: text, kind: 'amount', isOwn: true, label: 'Amount', isBuyers: true },
  currency: { schema: text, isOwn: true, label: 'Currency', isBuyers: true },
  /** Null unless the order is refunded. */
  refund_amount: { schema: text, kind: 'amount' },
  refund_currency: { schema: text },
  dispute_due_on: { schema: text, kind: 'day', isOwn: true, label: 'Dispute due', isBuyers: true },
  dispute_reason_code: { schema: text, isOwn: true, label: 'Dispute reason', isBuyers: true },
  dispute_outcome: {
    schema: z.nullable(z.enum(disputeOutcomes)),
    isOwn: true,
    label: 'Dispute outcome',
    isBuyers: true,
  },
  dispute_due_at: { schema: text, kind: 'instant', isOwn: true },
  dispute_settled_as: { schema: z.nullable(z.enum(settlements)), isOwn: true },
  gateway: { schema: text, isOwn: true, label: 'Payment gateway', isBuyers: true },
  network: { schema: text, isOwn: true, label: 'Card network', isBuyers: true },
  arrival_full_name: { schema: text },
  arrival_doa: { schema: text, kind: 'day' },
  arrival_email: { schema: text },
  arrival_phone_code: { schema: text },
  arrival_phone_number: { schema: text },
  departure_full_name: { schema: text },
  departure_departure_date: { schema: text, kind: 'localTime' },
  departure_contact_email_address: { schema: text },
  departure_phone_number_1: { schema: text },
  /** As read (product §16); null without one, and in orders that were not read. */
  telephone: { schema: text },
  /** State of the newest mail to the customer; null without one. */
  mail_state: { schema: z.nullable(z.enum(mailStates)) },
  open_messages: { schema: z.number(), kind: 'number' },
} as const satisfies Record<string, OrderColumn>

/** Columns of `orders` in the order view alone. */
const detailColumns = {
  email: { schema: z.string(), isOwn: true, label: 'E-mail', erasedTo: '' },
  transaction_id: { schema: text, isOwn: true, label: 'Transaction', isBuyers: true, erasedTo: null },
  merchant_name: { schema: text, isOwn: true, label: 'Merchant', isBuyers: true, erasedTo: null },
  transport_type: { schema: z.string(), isOwn: true, erasedTo: '' },
  language: { schema: text, isOwn: true, label: 'Language', erasedTo: null },
  /** Set while only Admins may see the order, and times of erasures. */
  restricted_at: { schema: text, kind: 'instant', isOwn: true },
  details_erased_at: { schema: text, kind: 'instant', isOwn: true },
  erased_at: { schema: text, kind: 'instant', isOwn: true },
} as const satisfies Record<string, OrderColumn>

type Schemas<Columns extends Record<string, OrderColumn>> = { [K in keyof Columns]: Columns[K]['schema'] }

export function schemasOf<Columns extends Record<string, OrderColumn>>(columns: Columns): Schemas<Columns>
export function schemasOf(columns: Record<string, OrderColumn>) {
  return Object.fromEntries(Object.entries(columns).map(([name, { schema }]) => [name, schema]))
}

type ListColumns = typeof listColumns
type Own<Columns> = { [K in keyof Columns as Columns[K] extends { isOwn: true } ? K : never]: Columns[K] }
type OwnColumns = Own<ListColumns> & typeof detailColumns
export type OwnColumnName = keyof OwnColumns

function ownOf<Columns extends Record<string, OrderColumn>>(columns: Columns): Own<Columns>
function ownOf(columns: Record<string, OrderColumn>) {
  return Object.fromEntries(Object.entries(columns).filter(([, { isOwn }]) => isOwn))
}

const ownListColumns = ownOf(listColumns)
export const ownListColumnNames = keysOf(ownListColumns)

/** Every column of `orders` in the order view. */
export const ownColumns: Record<OwnColumnName, OrderColumn> = { ...ownListColumns, ...detailColumns }
export const ownColumnNames = keysOf(ownColumns)

type BuyersColumnName = {
  [K in OwnColumnName]: OwnColumns[K] extends { isBuyers: true } ? K : never
}[OwnColumnName]
export const buyersColumnNames = ownColumnNames.filter(
  (name): name is BuyersColumnName => ownColumns[name].isBuyers === true,
)

type ErasedValues = {
  [K in OwnColumnName as OwnColumns[K] extends { erasedTo: unknown } ? K : never]: OwnColumns[K] extends {
    erasedTo: infer Value
  }
    ? Value
    : never
}
export function erasedValues(): ErasedValues
export function erasedValues() {
  return Object.fromEntries(
    ownColumnNames.flatMap((name) => {
      const { erasedTo } = ownColumns[name]
      return erasedTo === undefined ? [] : [[name, erasedTo]]
    }),
  )
}

export const ownSchemas = { ...schemasOf(ownListColumns), ...schemasOf(detailColumns) }

type InDatabase<Column extends OrderColumn, Wire = z.infer<Column['schema']>> = Column extends {
  kind: 'instant'
}
  ? Date | Extract<Wire, null>
  : Wire
/** The columns in a row of the database. */
export type OwnColumnValues = { [K in OwnColumnName]: InDatabase<OwnColumns[K]> }
export type OwnColumnFacts = { [K in OwnColumnName]: z.infer<OwnColumns[K]['schema']> }

/** What the desk's tables show of an order, in order; the first are the specification's columns (spec §2). */
export const tableColumnKeys = [
  'orderId',
  'promise',
  'status',
  'name',
  'arrivalDate',
  'departureDate',
  'email',
  'telephone',
  'date',
  'refundDate',
  'processDate',
  'processMonth',
  'assignedTo',
  'orderType',
] as const
