import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import { isPromised } from './queue-condition.queries.ts'

/** Orders that wait for their document without a promise, at most `limit`; those that somebody changes now are left for later. */
export const selectUnpromised = (tx: Tx, limit: number) =>
  tx
    .selectFrom('orders')
    .select(['order_id', 'created_at', 'processing_mode', 'window_opens_on', 'travel_date'])
    .where('due_at', 'is', null)
    .where(isPromised)
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()

export async function setPromises(
  tx: Tx,
  promises: readonly { orderId: number; dueAt: Date }[],
): Promise<void> {
  await sql`
    update orders o set due_at = made.due_at
    from unnest(${promises.map(({ orderId }) => orderId)}::bigint[],
      ${promises.map(({ dueAt }) => dueAt)}::timestamptz[]) made (order_id, due_at)
    where o.order_id = made.order_id
  `.execute(tx)
}
