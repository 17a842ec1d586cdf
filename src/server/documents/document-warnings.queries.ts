import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** Those of the ids that are orders whose document is still to come, in their order. */
export async function selectOpenOrderIds(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('orders')
    .select('order_id')
    .where('order_id', 'in', [...ids])
    .where('process_status', 'in', [...statusesCompletedByUpload])
    .orderBy('order_id')
    .execute()
  return rows.map((row) => row.order_id)
}
