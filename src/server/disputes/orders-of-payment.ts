import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** A payment by the ids that its gateway names it by. */
export interface PaymentIds {
  gateway: string
  charge_id: string | null
  payment_intent_id: string | null
  transaction_id: string | null
}

/** Orders of a payment, by the ids of the orders themselves and of what gateways told before; at most two. */
async function findOrdersOfPayment(
  tx: Tx,
  { gateway, charge_id, payment_intent_id, transaction_id }: PaymentIds,
): Promise<number[]> {
  const ids = [charge_id, payment_intent_id, transaction_id].filter((id) => id !== null && id !== '')
  if (ids.length === 0) return []
  const named = sql`any(${ids}::text[])`
  const told = (table: 'disputes' | 'gateway_refunds') => sql`
    select order_id from ${sql.table(table)}
    where (charge_id = ${named} or payment_intent_id = ${named} or transaction_id = ${named}) and order_id is not null`
  const { rows } = await sql<{ order_id: number }>`
    select distinct order_id from (
      select order_id from orders
      where transaction_id = ${named} and (gateway is null or lower(gateway) = lower(${gateway}))
      union all ${told('disputes')} union all ${told('gateway_refunds')}
    ) found limit 2`.execute(tx)
  return rows.map((row) => row.order_id)
}

/** The order of a payment; null if there is none, or several. */
export async function onlyOrderOfPayment(tx: Tx, payment: PaymentIds): Promise<number | null> {
  const [orderId, other] = await findOrdersOfPayment(tx, payment)
  return other === undefined ? (orderId ?? null) : null
}

const namedBy = (table: 'disputes' | 'gateway_refunds') => sql`
  select unnest(array[transaction_id, charge_id, payment_intent_id]) as id
  from ${sql.table(table)} where order_id is null`

/** Which of these transactions disputes or refunds without an order wait for. */
export async function selectAwaited(tx: Tx, transactionIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from (${namedBy('disputes')} union ${namedBy('gateway_refunds')}) named
    where id = any(${[...transactionIds]}::text[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
