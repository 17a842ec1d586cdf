import { sql, type Selectable } from 'kysely'
import { markRefunded, moveToRefunded } from '#server/orders/change-status.ts'
import { recordEvent } from '#server/orders/events.ts'
import { namesPayment } from '#server/orders/orders-of-payment.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { upsertRefunds } from './refund-orders.queries.ts'

export type GatewayRefundRow = Selectable<Tables['gateway_refunds']>

/** What gateways refunded of an order, and what is left of it. */
export interface RefundedByGateway {
  order_id: number
  amount: string | null
  currency: string | null
  refunded: string
  refunded_currency: string
  /** Null where the order has no amount, or one in another currency: then nothing can be subtracted. */
  rest: string | null
}

interface Sum {
  amount: string | null
  currency: string | null
}

const upsertSum = ({ tx, now }: Work<Actor>, orderId: number, sum: Sum) =>
  upsertRefunds(tx, [{ order_id: orderId, at: now, member_id: null, sealed_reference: null, ...sum }])

/**
 * A prevented dispute is refunded already: its order goes to Refunds with the sum, and nobody is mailed (product §14).
 * Returns the event's id. `stays`: the order keeps its status.
 */
export async function recordPreventedRefund(
  work: Work<Actor>,
  orderId: number,
  { stays, ...sum }: Sum & { stays: boolean },
): Promise<number[]> {
  const eventIds = await (stays ? markRefunded : moveToRefunded)(work, orderId)
  if (eventIds.length > 0) await upsertSum(work, orderId, sum)
  return eventIds
}

/**
 * Records in its locked order what a gateway refunded: the event, and once the order's amount is reached that it is
 * refunded, in whatever status. Nobody is mailed (product §14).
 */
export async function recordGatewayRefund(
  work: Work<Actor>,
  { amount, currency }: GatewayRefundRow,
  orderId: number,
): Promise<void> {
  await recordEvent(work, { orderId, action: 'refunded by gateway', details: { amount, currency } })
  const [sum] = await selectRefundedByGateway(work.tx, [orderId])
  if (!sum || sum.rest === null || Number(sum.rest) > 0) return
  const marked = await markRefunded(work, orderId)
  if (marked.length > 0)
    await upsertSum(work, orderId, { amount: sum.refunded, currency: sum.refunded_currency })
}

/** Gives a refund that waits to its locked order. */
export async function linkGatewayRefund(
  work: Work<Actor>,
  row: GatewayRefundRow,
  orderId: number,
): Promise<void> {
  await work.tx.updateTable('gateway_refunds').set({ order_id: orderId }).where('id', '=', row.id).execute()
  await recordGatewayRefund(work, row, orderId)
}

export const selectWaitingRefunds = (tx: Tx, ids: readonly string[]): Promise<GatewayRefundRow[]> =>
  tx
    .selectFrom('gateway_refunds')
    .selectAll()
    .where('order_id', 'is', null)
    .where(namesPayment(ids))
    .orderBy('id')
    .forUpdate()
    .execute()

/** One row for each order and currency; orders without a refund by a gateway have none. */
export async function selectRefundedByGateway(
  tx: Tx,
  orderIds: readonly number[],
): Promise<RefundedByGateway[]> {
  const { rows } = await sql<RefundedByGateway>`
    select o.order_id, o.amount::text, o.currency, sum(g.amount)::text as refunded, g.currency as refunded_currency,
      case when o.currency = g.currency then greatest(o.amount - sum(g.amount), 0)::text end as rest
    from gateway_refunds g
    join orders o using (order_id)
    where g.order_id = any(${[...orderIds]}::bigint[]) and g.amount > 0
    group by o.order_id, g.currency
    order by o.order_id, rest nulls last
  `.execute(tx)
  return rows
}
