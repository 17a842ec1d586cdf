import { moveToRefunded } from '#server/orders/change-status.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { refundColumns } from './refund-orders.ts'
import { upsertRefunds } from './refund-orders.queries.ts'

/** A prevented dispute is refunded already: its order goes to Refunds with the sum, and nobody is mailed (product §14).
 * Returns the event's id. */
export async function recordPreventedRefund(
  work: Work<Actor>,
  orderId: number,
  { amount, currency }: { amount: string | null; currency: string | null },
): Promise<number[]> {
  const eventIds = await moveToRefunded(work, orderId)
  if (eventIds.length === 0) return []
  await upsertRefunds(work.tx, [
    {
      order_id: orderId,
      at: work.now,
      member_id: null,
      ...refundColumns(work.seal, orderId, { amount, currency, reference: null }),
    },
  ])
  return eventIds
}
