import type { QueryCreator } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { insertEvents } from './events.queries.ts'
import { insertEvidenceKeyRows } from './evidence-keys.queries.ts'
import { createOrderRows, type NewOrder, type OrderToInsert } from './new-order-rows.ts'
import { insertOrderRows, selectOrder, selectOrderId } from './orders.queries.ts'

type Insertion = Pick<Work<Actor>, 'tx' | 'seal' | 'actor' | 'now'>

/** Inserts orders with sealed customer data, each with a 'created' event at its `created_at`. */
export async function insertOrders(work: Insertion, orders: readonly OrderToInsert[]): Promise<void> {
  if (orders.length === 0) return
  const rows = orders.map((order) => createOrderRows(work, order))
  await Promise.all([
    insertOrderRows(
      work.tx,
      rows.map(({ order }) => order),
    ),
    insertEvents(
      work.tx,
      rows.map(({ event }) => event),
    ),
    insertEvidenceKeyRows(
      work.tx,
      rows.flatMap(({ evidenceKeys }) => evidenceKeys),
    ),
  ])
}

export const insertOrder = (
  work: Insertion,
  order: NewOrder,
  details: Record<string, unknown> = {},
): Promise<void> => insertOrders(work, [{ order, details }])

export const refuseUnknownOrder = (orderId: number): never =>
  refuse('notFound', `Order ${orderId} does not exist.`)

export type OrderRecord = NonNullable<Awaited<ReturnType<typeof selectOrder>>>

export const getOrder = async (creator: QueryCreator<Tables>, orderId: number): Promise<OrderRecord> =>
  (await selectOrder(creator, orderId)) ?? refuseUnknownOrder(orderId)

export const orderExists = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await selectOrderId(tx, orderId)) !== undefined

export async function requireOrder(tx: Tx, orderId: number): Promise<void> {
  if (!(await orderExists(tx, orderId))) refuseUnknownOrder(orderId)
}
