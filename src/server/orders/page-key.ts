import type { OrderRow } from '#contract/orders.ts'
import { isIsoDate, isIsoInstant } from '#contract/rules/dates.ts'

/** A row's position in a sorted list: its sort date, as PostgreSQL writes it, and its id. */
export interface PageKey {
  at: string
  orderId: number
}

/** Parses `at_orderId`; null if invalid. */
export function parsePageKey(text: string | undefined): PageKey | null {
  const [, at = '', orderId] = /^(\S{1,30})_(\d{6,15})$/.exec(text ?? '') ?? []
  const isDate = at === '-infinity' || at === 'infinity' || isIsoDate(at) || isIsoInstant(at)
  return isDate && orderId ? { at, orderId: Number(orderId) } : null
}

export interface KeyedRow {
  order_id: OrderRow['order_id']
  sort_key: string
}
