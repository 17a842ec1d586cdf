import { sql } from 'kysely'
import { idsOf, lockOrderOfPayment, type PaymentIds } from '#server/orders/orders-of-payment.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { recordGatewayRefund, type GatewayRefundRow } from '#server/refunds/gateway-refunds.ts'
import { linkWaiting, settleRefundedWarnings } from './dispute-of-order.ts'

/** The whole sum that a gateway refunded of a charge until then. */
export interface RefundSnapshot extends PaymentIds {
  charge_id: string
  amount: string
  currency: string
  updated_at: Date
}

/** Stores what a gateway refunded; the newest event decides, and one that comes again changes nothing (product §14). */
export async function receiveRefund(work: Work<Actor>, snapshot: RefundSnapshot): Promise<void> {
  const order = await lockOrderOfPayment(
    work,
    snapshot,
    async () => (await selectStored(work, snapshot))?.order_id,
  )
  const stored = await storeNewer(work, snapshot, order?.order_id ?? null)
  if (!stored || !order) return
  await recordGatewayRefund(work, stored, order.order_id)
  await settleRefundedWarnings(work, order.order_id)
  await linkWaiting(work, order.order_id, idsOf(stored))
}

const selectStored = ({ tx }: Work<Actor>, { gateway, charge_id: chargeId }: RefundSnapshot) =>
  tx
    .selectFrom('gateway_refunds')
    .select('order_id')
    .where(sql`lower(gateway)`, '=', sql<string>`lower(${gateway})`)
    .where('charge_id', '=', chargeId)
    .executeTakeFirst()

/** The row, unless what is stored is as new. */
async function storeNewer(
  { tx, now }: Work<Actor>,
  refund: RefundSnapshot,
  orderId: number | null,
): Promise<GatewayRefundRow | undefined> {
  const { rows } = await sql<GatewayRefundRow>`
    insert into gateway_refunds as g (order_id, gateway, charge_id, payment_intent_id, transaction_id, amount, currency,
      updated_at, received_at)
    values (${orderId}, ${refund.gateway}, ${refund.charge_id}, ${refund.payment_intent_id}, ${refund.transaction_id},
      ${refund.amount}, ${refund.currency}, ${refund.updated_at}, ${now})
    on conflict (lower(gateway), charge_id) do update
    set order_id = coalesce(g.order_id, excluded.order_id), payment_intent_id = excluded.payment_intent_id,
      transaction_id = excluded.transaction_id, amount = excluded.amount, currency = excluded.currency,
      updated_at = excluded.updated_at
    where (excluded.updated_at, excluded.amount) > (g.updated_at, g.amount)
    returning *
  `.execute(tx)
  return rows[0]
}
