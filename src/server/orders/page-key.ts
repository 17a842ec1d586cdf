import type { OrderRow } from '#contract/orders.ts'
import { isIsoDate, isIsoInstant } from '#contract/rules/dates.ts'

/** Where a row stands in a sorted list: the date by which it is sorted, as PostgreSQL writes it, and its id. */
export interface PageKey {
  at: string
  orderId: number
}

/** From `at_orderId`; null for a text that is no key. */
export function parsePageKey(text: string | undefined): PageKey | null {
  const [, at = '', orderId] = /^(\S{1,30})_(\d{6,15})$/.exec(text ?? '') ?? []
  const isDate = at === '-infinity' || at === 'infinity' || isIsoDate(at) || isIsoInstant(at)
  return isDate && orderId ? { at, orderId: Number(orderId) } : null
}

export interface KeyedRow {
  order_id: OrderRow['order_id']
  sort_key: string
}
