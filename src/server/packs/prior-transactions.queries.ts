import type { Tx } from '#server/platform/db/database.ts'

export const selectPriorOrders = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('orders')
    .select(['order_id', 'created_at', 'email', 'traveller_email', 'amount', 'currency', 'sealed'])
    .where('order_id', 'in', [0, ...ids])
    .execute()
