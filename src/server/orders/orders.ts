import type { QueryCreator } from 'kysely'
import type { EventDetails } from '#contract/rules/order-events.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { together } from '#server/platform/db/together.ts'
import type { OrderRow, Tables } from '#server/platform/db/tables.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import type { CustomerData } from './customer-data.ts'
import { insertEvents } from './events.queries.ts'
import { eventMetadata, sealDetails } from './events.ts'
import { insertEvidenceKeys } from './evidence/evidence-keys.ts'
import {
  insertOrderRows,
  selectOrder,
  selectOrderForUpdate,
  selectOrderId,
  type NewOrderRow,
} from './orders.queries.ts'

export type NewOrder = Omit<NewOrderRow, 'sealed'> & { customer: CustomerData }

export interface OrderToInsert {
  order: NewOrder
  /** Details of the 'created' event. */
  details?: EventDetails<'created'>
}

/** Inserts orders with their customer data sealed, each with a 'created' event at its `created_at`. */
export async function insertOrders(work: Work<Actor>, orders: readonly OrderToInsert[]): Promise<void> {
  if (orders.length === 0) return
  const { memberId, actor, action } = eventMetadata(work, 'created')
  const rows = orders.map(({ order: { customer, ...row } }) => ({
    ...row,
    sealed: work.seal.seal('orders.sealed', row.order_id, customer),
  }))
  await together([
    insertOrderRows(work.tx, rows),
    insertEvents(
      work.tx,
      orders.map(({ order, details = {} }) => ({
        order_id: order.order_id,
        at: order.created_at,
        member_id: memberId,
        actor,
        action,
        ...sealDetails(work.seal, order.order_id, details),
        sealed: null,
      })),
    ),
    insertEvidenceKeys(
      work,
      orders.map(({ order }) => ({ ...order, payment: order.customer.payment })),
    ),
  ])
}

export const insertOrder = (
  work: Work<Actor>,
  order: NewOrder,
  details: Record<string, unknown> = {},
): Promise<void> => insertOrders(work, [{ order, details }])

/** 404. */
export const refuseUnknownOrder = (orderId: number): never =>
  refuse('notFound', `Order ${orderId} does not exist.`)

/** An order with the names of its members. */
export type OrderRecord = NonNullable<Awaited<ReturnType<typeof selectOrder>>>

/** The order, or 404. */
export const getOrder = async (creator: QueryCreator<Tables>, orderId: number): Promise<OrderRecord> =>
  (await selectOrder(creator, orderId)) ?? refuseUnknownOrder(orderId)

/** The order, or 404; locked until the transaction ends. */
export const lockOrder = async (tx: Tx, orderId: number): Promise<OrderRow> =>
  (await selectOrderForUpdate(tx, orderId)) ?? refuseUnknownOrder(orderId)

export const orderExists = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await selectOrderId(tx, orderId)) !== undefined

/** 404 where there is no such order. */
export async function requireOrder(tx: Tx, orderId: number): Promise<void> {
  if (!(await orderExists(tx, orderId))) refuseUnknownOrder(orderId)
}
