import { keysOf } from '#contract/rules/typed-keys.ts'
import type { NewOrderRows } from '#server/orders/new-order-rows.ts'
import { copyCells, type CopyValue } from '#server/platform/db/copy-text.ts'
import type { NewRemark } from '#server/remarks/remarks.ts'

/** The columns that hold members, whom a transaction finds by their names; they come last. */
type OrderMember = 'assignee_id' | 'processed_by'
type RemarkAuthor = 'member_id' | 'remark_name'

/** Every column of the rows that are copied: one that is added to them and not here does not compile. */
const columns = {
  orders: keysOf({
    order_id: true,
    landing_domain: true,
    process_status: true,
    processing_mode: true,
    created_at: true,
    travel_date: true,
    window_opens_on: true,
    process_month: true,
    processing_date: true,
    refund_date: true,
    due_at: true,
    prefix: true,
    full_name: true,
    email: true,
    traveller_email: true,
    phone_code: true,
    phone_number: true,
    departure_time: true,
    nationality: true,
    country_name: true,
    country_iso2: true,
    transport_type: true,
    language: true,
    amount: true,
    currency: true,
    transaction_id: true,
    merchant_name: true,
    search_text: true,
    passport_hash: true,
    household_keys: true,
    traveller_keys: true,
    sealed: true,
  } satisfies Record<Exclude<keyof NewOrderRows['order'], OrderMember>, true>),
  events: keysOf({
    order_id: true,
    at: true,
    member_id: true,
    actor: true,
    action: true,
    details: true,
    sealed: true,
    sealed_details: true,
  } satisfies Record<keyof NewOrderRows['event'], true>),
  evidenceKeys: keysOf({
    order_id: true,
    kind: true,
    hash: true,
    transacted_at: true,
  } satisfies Record<keyof NewOrderRows['evidenceKeys'][number], true>),
  remarks: keysOf({
    order_id: true,
    at: true,
    sealed_remark: true,
    whatsapp: true,
    telephone: true,
    status_refund: true,
    voided: true,
    chargeback: true,
  } satisfies Record<Exclude<keyof NewRemark, RemarkAuthor | 'remark'> | 'sealed_remark', true>),
} as const

export const copiedColumns = {
  orders: [...columns.orders, 'assignee_id', 'processed_by'],
  events: columns.events,
  evidenceKeys: columns.evidenceKeys,
  remarks: [...columns.remarks, 'member_id', 'remark_name'],
  idempotencyKeys: ['owner', 'key', 'body_hash', 'created_at'],
} as const

type Row<N extends keyof typeof columns> = Readonly<Record<(typeof columns)[N][number], CopyValue>>

/** The cells of a row but for its members. */
export const cellsOf = <N extends keyof typeof columns>(name: N, row: Row<N>): string => {
  const names: readonly (keyof Row<N>)[] = columns[name]
  return copyCells(names.map((column) => row[column]))
}
