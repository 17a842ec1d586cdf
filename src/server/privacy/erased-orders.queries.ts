import type { ErasedPart } from '#contract/rules/privacy.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

export const insertErasedOrder = (tx: Tx, orderId: number, part: ErasedPart, now: Date) =>
  tx
    .insertInto('erased_orders')
    .values({ order_id: orderId, part, erased_at: now })
    .onConflict((same) => same.column('order_id').doUpdateSet({ part, erased_at: now }))
    .execute()

/** Erasures since a time, oldest first. */
export const selectErasedOrders = (db: Db, since: Date) =>
  db
    .selectFrom('erased_orders')
    .select(['order_id', 'part', 'erased_at'])
    .where('erased_at', '>=', since)
    .orderBy('erased_at')
    .orderBy('order_id')
    .execute()
