import { sql } from 'kysely'
import { displayDate, estDate } from '#contract/rules/dates.ts'
import { can } from '#contract/rules/roles.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Call, MemberActor, Work } from '#server/platform/work.ts'
import type { Skip } from './bulk-result.ts'
import type { Guard } from './guards.queries.ts'

interface Closed {
  order_id: number
  erased_at: Date | null
  restricted_at: Date | null
}

const seesRestricted = ({ role }: Pick<MemberActor, 'role'>) => can(role, 'seeRestrictedOrders')

const restrictedReason = 'is restricted, as its customer asked: only an Admin can see it and work on it'

/** 403 for an order that is restricted to Admins (UU 27/2022). */
export function requireOrderAccess(
  member: Pick<MemberActor, 'role'>,
  { order_id: orderId, restricted_at: restrictedAt }: Closed,
): void {
  if (restrictedAt && !seesRestricted(member)) refuse('forbidden', `Order ${orderId} ${restrictedReason}.`)
}

export function explainClosed(actor: Actor, { order_id: orderId, ...order }: Closed): Skip | null {
  if (order.erased_at)
    return { orderId, kind: 'conflict', reason: `was erased on ${displayDate(estDate(order.erased_at))}` }
  if (!order.restricted_at || actor.kind !== 'member' || seesRestricted(actor)) return null
  return { orderId, kind: 'forbidden', reason: restrictedReason }
}

export const guardOpen = (actor: Actor, guard: Guard): Guard =>
  guardAccess(guard, actor.kind === 'member' && !seesRestricted(actor))

const explainAll = (actor: Actor, closed: readonly Closed[]): Skip[] =>
  closed.flatMap((order) => explainClosed(actor, order) ?? [])

export const unknownOrder = (orderId: number): Skip => ({
  orderId,
  kind: 'notFound',
  reason: 'does not exist',
})

const refuseSkip = ({ kind, orderId, reason }: Skip): never => refuse(kind, `Order ${orderId} ${reason}.`)

export const explainClosedOrders = async (
  db: Db,
  actor: Actor,
  orderIds: readonly number[],
): Promise<Skip[]> => explainAll(actor, await selectClosedOrders(db, orderIds))

/** 409 for erased orders, 403 for orders that are restricted to Admins. */
export async function requireOpenOrders(db: Db, actor: Actor, orderIds: readonly number[]): Promise<void> {
  const [first] = await explainClosedOrders(db, actor, orderIds)
  if (first) refuseSkip(first)
}

declare const locked: unique symbol
/**
 * An order whose row is locked until the transaction ends and that the caller may work on. Only `lockOrders` makes
 * one.
 */
export type LockedOrder = OrderRow & { readonly [locked]: true }

type LockingWork = Pick<Work<Actor>, 'tx' | 'actor' | 'confirm'>

export interface LockedOrders {
  orders: ReadonlyMap<number, LockedOrder>
  /** Reasons why the caller may not work on the other orders. */
  skips: Skip[]
}

function sortClosed(actor: Actor, orderIds: readonly number[], rows: readonly Closed[]) {
  const known = new Map(rows.map((row) => [row.order_id, row]))
  const skips = orderIds.flatMap((id) => {
    const row = known.get(id)
    return (row ? explainClosed(actor, row) : unknownOrder(id)) ?? []
  })
  const skipped = new Set(skips.map(({ orderId }) => orderId))
  return { open: new Set(orderIds.filter((id) => !skipped.has(id))), skips }
}

/**
 * Locks orders by id before a write is authorised from their rows. The lock may have waited, so the caller is
 * confirmed again.
 */
export async function lockOrders(work: LockingWork, orderIds: readonly number[]): Promise<LockedOrders> {
  const [rows] = await Promise.all([lockOrderRows(work.tx, orderIds), work.confirm?.(work.tx)])
  const { open, skips } = sortClosed(work.actor, orderIds, rows)
  const orders = rows.filter(({ order_id: id }) => open.has(id)) as LockedOrder[]
  return { orders: new Map(orders.map((order) => [order.order_id, order])), skips }
}

/** Locks like `lockOrders`, without reading whole rows. */
export async function lockForChange(
  work: LockingWork,
  orderIds: readonly number[],
): Promise<{ open: ReadonlySet<number>; skips: Skip[] }> {
  const [rows] = await Promise.all([lockOrderAccess(work.tx, orderIds), work.confirm?.(work.tx)])
  return sortClosed(work.actor, orderIds, rows)
}

/** Locks all orders; 404, 409 or 403 for the first that the caller may not work on. */
export async function lockEachOrder(
  work: LockingWork,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, LockedOrder>> {
  const { orders, skips } = await lockOrders(work, orderIds)
  const [skip] = skips
  return skip ? refuseSkip(skip) : orders
}

export async function lockOrder(work: LockingWork, orderId: number): Promise<LockedOrder> {
  const orders = await lockEachOrder(work, [orderId])
  return orders.get(orderId) ?? refuseSkip(unknownOrder(orderId))
}

/** Calls name orders as `orderId`, a number or an array. */
const namedParts = (parts: readonly unknown[]): unknown[] =>
  parts.flatMap((part) =>
    typeof part === 'object' && part !== null && 'orderId' in part ? [part.orderId] : [],
  )

const isNumber = (value: unknown): value is number => typeof value === 'number'

/**
 * Checks the orders that a member's call names before its handler runs; a write locks them. A single closed order is
 * refused; of several, the handler skips the closed ones.
 */
export async function guardNamedOrders(
  { actor, db }: Call<Actor>,
  input: { params: unknown; query: unknown; body: unknown },
  isWrite: boolean,
): Promise<void> {
  if (actor.kind !== 'member') return
  const named = namedParts([input.params, input.query, input.body])
  const orderIds = named.flat().filter(isNumber)
  if (orderIds.length === 0) return
  const found = await (isWrite ? lockOrderAccess : selectClosedOrders)(db, orderIds)
  const [first] = explainAll(actor, found)
  if (first && named.every(isNumber)) refuseSkip(first)
}

const isAmong = (orderIds: readonly number[]) => sql<boolean>`order_id = any(${orderIds}::bigint[])`

const selectAccess = (db: Db, orderIds: readonly number[]) =>
  db
    .selectFrom('orders')
    .select(['order_id', 'erased_at', 'restricted_at'])
    .where(isAmong(orderIds))
    .orderBy('order_id')

/** Erased or restricted orders among these. */
const selectClosedOrders = (db: Db, orderIds: readonly number[]) =>
  selectAccess(db, orderIds)
    .where(({ or, eb }) => or([eb('erased_at', 'is not', null), eb('restricted_at', 'is not', null)]))
    .execute()

/** Locks by id; unknown ids are left out. */
const lockOrderAccess = (tx: Db, orderIds: readonly number[]) =>
  selectAccess(tx, orderIds).forNoKeyUpdate().execute()

const lockOrderRows = (tx: Tx, orderIds: readonly number[]): Promise<OrderRow[]> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where(isAmong(orderIds))
    .orderBy('order_id')
    // As strong as an update's lock: rows that refer to the order can still be written.
    .forNoKeyUpdate()
    .execute()

/** Adds to a guard that the row is not erased, and not restricted unless the caller may see restricted orders. */
const guardAccess = (guard: Guard, hidesRestricted: boolean): Guard =>
  hidesRestricted
    ? sql`erased_at is null and restricted_at is null and ${guard}`
    : sql`erased_at is null and ${guard}`
