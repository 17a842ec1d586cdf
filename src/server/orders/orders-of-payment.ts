import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { lockOrders, type LockedOrder } from './order-access.ts'

/** A payment by the ids that its gateway names it by. */
export interface PaymentIds {
  gateway: string
  charge_id: string | null
  payment_intent_id: string | null
  transaction_id: string | null
}

export const idsOf = ({
  charge_id,
  payment_intent_id,
  transaction_id,
}: Partial<Omit<PaymentIds, 'gateway'>>): string[] => [
  ...new Set([charge_id, payment_intent_id, transaction_id].flatMap((id) => id || [])),
]

/** Rows that name a payment by one of these ids. */
export const namesPayment = (ids: readonly string[]) => {
  const named = sql`any(${[...ids]}::text[])`
  return sql<boolean>`(charge_id = ${named} or payment_intent_id = ${named} or transaction_id = ${named})`
}

/** Sites write a gateway's name with more or less beside it: `Stripe`, `Stripe SG`. */
const isGateway = (name: string) =>
  sql`(strpos(lower(gateway), lower(${name})) > 0 or strpos(lower(${name}), lower(gateway)) > 0)`

/** Orders of a payment, by the ids of the orders themselves and of what gateways told before; at most two. */
async function findOrdersOfPayment(tx: Tx, payment: PaymentIds): Promise<number[]> {
  const ids = idsOf(payment)
  if (ids.length === 0) return []
  const named = sql`any(${ids}::text[])`
  const told = (table: 'disputes' | 'gateway_refunds') => sql`
    select order_id from ${sql.table(table)}
    where ${namesPayment(ids)} and order_id is not null`
  const { rows } = await sql<{ order_id: number }>`
    select distinct order_id from (
      select order_id from orders
      where transaction_id = ${named} and (gateway is null or ${isGateway(payment.gateway)})
      union all ${told('disputes')} union all ${told('gateway_refunds')}
    ) found limit 2`.execute(tx)
  return rows.map((row) => row.order_id)
}

/** The order of a payment; null if there is none, or several. */
export async function onlyOrderOfPayment(tx: Tx, payment: PaymentIds): Promise<number | null> {
  const [orderId, other] = await findOrdersOfPayment(tx, payment)
  return other === undefined ? (orderId ?? null) : null
}

/** For the enclosing statement's `named`. */
const beside = (table: 'disputes' | 'gateway_refunds') => sql`
  select unnest(array[charge_id, payment_intent_id, transaction_id]) as id from ${sql.table(table)}
  where order_id is null and named.id in (charge_id, payment_intent_id, transaction_id)`

/** The ids and those that stand beside them in what waits for an order, in the order of their locks. */
async function selectIdsOfPayment(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive named (id) as (
      select unnest(${[...ids]}::text[])
      union
      select beside.id from named
      cross join lateral (${beside('disputes')} union all ${beside('gateway_refunds')}) beside
      where beside.id is not null
    )
    select id from named order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Of an event and an order of one payment that come at once, the second sees what the first stored. Taken after the
 * orders' locks and before those of disputes. Returns all ids of the payment.
 */
export async function lockPayment(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const all = await selectIdsOfPayment(tx, ids)
  await sql`
    select pg_advisory_xact_lock(hashtextextended('payment ' || id, 0)) from unnest(${all}::text[]) id
  `.execute(tx)
  return selectIdsOfPayment(tx, all)
}

/** Another transaction linked the payment meanwhile: `inTransaction` runs this one again. */
export class PaymentLinkedMeanwhile extends Error {
  readonly code = '40001'
}

/**
 * Locks the order of a payment: `selectKnown`'s, else the only one that its ids fit; null for none, for several, and for
 * an erased one.
 */
export async function lockOrderOfPayment(
  work: Work<Actor>,
  payment: PaymentIds,
  selectKnown: () => Promise<number | null | undefined>,
): Promise<LockedOrder | null> {
  const find = async () => (await selectKnown()) ?? (await onlyOrderOfPayment(work.tx, payment))
  const found = await find()
  const { orders } = await lockOrders(work, found === null ? [] : [found])
  await lockPayment(work.tx, idsOf(payment))
  if ((await find()) !== found) throw new PaymentLinkedMeanwhile()
  return found === null ? null : (orders.get(found) ?? null)
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
