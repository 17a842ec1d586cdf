import type * as z from 'zod/mini'
import type { familyMember, goodsDeclaration } from '#contract/orders.ts'
import { completedByUpload, type Status } from '#contract/rules/statuses.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { keepEvidenceKeys } from './evidence/evidence-keys.ts'
import {
  changeOrders,
  hasStatus,
  hasStatusWith,
  insertEvent,
  insertEvents,
  insertOrderRows,
  selectOrder,
  selectOrderId,
  selectOrdersWith,
  type EventStamp,
  type NewOrderRow,
  type StateChange,
} from './orders.queries.ts'

export type FamilyMember = z.infer<typeof familyMember>
export type GoodsDeclaration = z.infer<typeof goodsDeclaration>

/** Everything of the customer's that is kept sealed, as one document. */
export interface CustomerData {
  /** Every `arrival_*` and `departure_*` that was given, known or not. */
  fields: Record<string, string>
  familyMember: FamilyMember[]
  importingGoods: GoodsDeclaration[]
  payment: Record<string, string>
}

export type NewOrder = Omit<NewOrderRow, 'sealed'> & { customer: CustomerData }

const actorName = (actor: Actor): string => {
  switch (actor.kind) {
    case 'member':
      return actor.name
    case 'intake':
    case 'mail':
      return actor.name
    case 'visitor':
      return actor.member?.name ?? 'Visitor'
    case 'anyone':
      return 'Visitor'
  }
}

/** Who and when, for an event. */
export const stampOf = (work: Pick<Work<Actor>, 'actor' | 'now'>, action: string): EventStamp => ({
  at: work.now,
  memberId: work.actor.kind === 'member' ? work.actor.id : null,
  actor: actorName(work.actor),
  action,
})

export interface EventRecord {
  orderId: number
  action: string
  details?: Record<string, unknown>
  /** Customer data that the event keeps, such as a corrected value. */
  sealed?: unknown
}

/** Appends an event that changes neither status nor assignee; answers its id. */
export async function recordEvent(work: Work<Actor>, event: EventRecord): Promise<number> {
  const { at, memberId, actor, action } = stampOf(work, event.action)
  const { id } = await insertEvent(work.tx, {
    order_id: event.orderId,
    at,
    member_id: memberId,
    actor,
    action,
    details: JSON.stringify(event.details ?? {}),
    sealed: event.sealed === undefined ? null : work.seal.close(event.orderId, event.sealed),
  })
  return id
}

export interface ArrivingOrder {
  order: NewOrder
  /** What the event of its arrival says beside it. */
  details?: Record<string, unknown>
}

/** Takes in orders, their customer data sealed, each with the event of its arrival at its `created_at`. */
export async function insertOrders(work: Work<Actor>, arriving: readonly ArrivingOrder[]): Promise<void> {
  if (arriving.length === 0) return
  const { memberId, actor, action } = stampOf(work, 'created')
  const rows = arriving.map(({ order: { customer, ...row } }) => ({
    ...row,
    sealed: work.seal.close(row.order_id, customer),
  }))
  await insertOrderRows(work.tx, rows)
  await insertEvents(
    work.tx,
    arriving.map(({ order, details = {} }) => ({
      order_id: order.order_id,
      at: order.created_at,
      member_id: memberId,
      actor,
      action,
      details: JSON.stringify(details),
      sealed: null,
    })),
  )
  await keepEvidenceKeys(
    work,
    arriving.map(({ order }) => ({ ...order, payment: order.customer.payment })),
  )
}

export const insertOrder = (
  work: Work<Actor>,
  order: NewOrder,
  details: Record<string, unknown> = {},
): Promise<void> => insertOrders(work, [{ order, details }])

export type OrderRecord = NonNullable<Awaited<ReturnType<typeof selectOrder>>>

export const orderById = (tx: Tx, orderId: number): Promise<OrderRecord | undefined> =>
  selectOrder(tx, orderId)

export const orderExists = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await selectOrderId(tx, orderId)) !== undefined

/** Opens the sealed document of an order. */
export const openCustomerData = (work: Pick<Work, 'seal'>, order: Pick<OrderRecord, 'order_id' | 'sealed'>) =>
  work.seal.open<CustomerData>(order.order_id, order.sealed)

export async function customerDataOf(
  work: Pick<Work<Actor>, 'seal' | 'tx'>,
  orderId: number,
): Promise<CustomerData | undefined> {
  const order = await selectOrder(work.tx, orderId)
  return order && openCustomerData(work, order)
}

/** What a move to this status sets: the latest completion counts, and leaving Completed keeps it (product §3). */
export const changeTo = (work: Pick<Work, 'actor' | 'now'>, status: Status): StateChange => ({
  process_status: status,
  ...(status === 'Completed' && { processing_date: work.now, processed_by: work.actor.id }),
})

/** The upload's move to Completed; false where the status is not one that an upload completes (product §3). */
export async function completeByUpload(work: Work, orderId: number): Promise<boolean> {
  const changed = await changeOrders(
    work.tx,
    [orderId],
    hasStatus(completedByUpload),
    changeTo(work, 'Completed'),
    stampOf(work, 'completed by upload'),
  )
  return changed.length > 0
}

/**
 * A reply takes an order out of Awaiting Customer, back to whoever has it, or to its queue; false in any other status.
 * The event is a state's as any move's, so that Restore takes it back.
 */
export async function liftByReply(
  work: Work<Actor>,
  orderId: number,
  action: string,
  details: Record<string, unknown>,
): Promise<boolean> {
  const stamp = { ...stampOf(work, action), details }
  const lifted = await changeOrders(
    work.tx,
    [orderId],
    hasStatus(['Awaiting']),
    { process_status: 'New' },
    stamp,
  )
  return lifted.length > 0
}

/** An order is open until its document is there. */
const openStatuses = completedByUpload

/** Gives back every open order of a member who leaves, with an event for each (product §3); answers how many. */
export async function releaseOrdersOf(work: Work, memberId: number): Promise<number> {
  const released = await changeOrders(
    work.tx,
    await selectOrdersWith(work.tx, openStatuses, memberId),
    hasStatusWith(openStatuses, memberId),
    { assignee_id: null, assigned_at: null },
    stampOf(work, 'released'),
  )
  return released.length
}
