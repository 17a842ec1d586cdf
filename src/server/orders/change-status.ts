import { sql } from 'kysely'
import type { EventDetails } from '#contract/rules/order-events.ts'
import { stoppableStatuses } from '#contract/rules/customer-requests.ts'
import { statusesCompletedByUpload, type Status } from '#contract/rules/statuses.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Actor, JobActor, MemberActor, Work } from '#server/platform/work.ts'
import {
  actWithoutRole,
  changeOrders,
  hasStatus,
  hasStatusAndAssignee,
  selectAssignedOrders,
  type StateChange,
} from './change-orders.queries.ts'
import { eventMetadata, sealDetails } from './events.ts'
import type { Guard } from './guards.queries.ts'

/**
 * The columns that a move to this status sets: each completion sets a new date, and leaving Completed keeps it
 * (product §3).
 */
export const statusChange = (
  { actor, now }: Pick<Work<MemberActor | JobActor>, 'actor' | 'now'>,
  status: Status,
): StateChange => ({
  process_status: status,
  ...(status === 'Completed' && {
    processing_date: now,
    processed_by: actor.kind === 'member' ? actor.id : null,
  }),
})

/** An order is open until its document is uploaded. */
export const openStatuses = statusesCompletedByUpload

/**
 * Moves an open order to Awaiting with the question to its customer; undefined if it is not open. An awaiting order
 * stays there, and undo takes back the question.
 */
export async function awaitAnswer(
  work: Work,
  orderId: number,
  details: EventDetails<'customer asked'>,
): Promise<number | undefined> {
  const { sealed_details: sealedDetails } = sealDetails(work.seal, orderId, details)
  const [changed] = await changeOrders(
    work.tx,
    [orderId],
    hasStatus(openStatuses),
    { process_status: 'Awaiting' },
    { ...eventMetadata(work, 'customer asked'), sealedDetails },
  )
  return changed?.eventId
}

/** The upload's move to Completed; undefined in a status that no upload completes (product §3). */
export async function completeByUpload(
  work: Work<MemberActor | JobActor>,
  orderId: number,
): Promise<number | undefined> {
  const [completed] = await changeOrders(
    work.tx,
    [orderId],
    hasStatus(statusesCompletedByUpload),
    statusChange(work, 'Completed'),
    eventMetadata(work, 'completed by upload'),
  )
  return completed?.eventId
}

/**
 * Moves an awaiting order back to New; false in any other status. Restore takes back a move by a reply, but not one
 * by an answer (`restoreObstacle`).
 */
export async function resumeOnReply<A extends 'reply received' | 'answered by the customer'>(
  work: Work<Actor>,
  orderId: number,
  action: A,
  details: EventDetails<A>,
): Promise<boolean> {
  const { sealed_details: sealedDetails } = sealDetails(work.seal, orderId, details)
  const metadata = { ...eventMetadata(work, action), sealedDetails }
  const changed = await changeOrders(
    work.tx,
    [orderId],
    hasStatus(['Awaiting']),
    { process_status: 'New' },
    metadata,
  )
  return changed.length > 0
}

/**
 * Releases all open orders of a removed member, restricted ones too, with an event for each (product §3); returns how
 * many.
 */
export async function releaseMemberOrders(work: Work, memberId: number): Promise<number> {
  await actWithoutRole(work.tx)
  const released = await changeOrders(
    work.tx,
    await selectAssignedOrders(work.tx, openStatuses, memberId),
    hasStatusAndAssignee(openStatuses, memberId),
    { assignee_id: null, assigned_at: null },
    eventMetadata(work, 'released'),
  )
  return released.length
}

const isElsewhere = (status: Status) => sql<boolean>`process_status <> ${status}`

/** The move that a gateway's chargeback makes, from any status; returns its events' ids (product §14). */
export async function moveToChargeback(work: Work<Actor>, orderId: number): Promise<number[]> {
  const change = { process_status: 'ChargeBack' } as const
  const metadata = eventMetadata(work, 'moved')
  const moved = await changeOrders(work.tx, [orderId], isElsewhere('ChargeBack'), change, metadata)
  return moved.map(({ eventId }) => eventId)
}

/** Nothing of the order is filed: no member began, and no official document came for it, withdrawn or not. */
const isStoppable = sql<boolean>`(${hasStatus(stoppableStatuses)} and filed_at is null
  and not exists (select from documents d where d.order_id = orders.order_id)
  and not exists (select from proposals p where p.order_ids @> array[orders.order_id]
    and p.certain_order_id = orders.order_id and p.dismissed_at is null))`

export async function canBeStopped(tx: Tx, orderId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where(isStoppable)
    .executeTakeFirst()
  return row !== undefined
}

/** Stops an order of which nothing is filed, as its customer asks; undefined if it cannot be stopped (product §14). */
export async function stopOrder(
  work: Work<Actor>,
  orderId: number,
  details: EventDetails<'stopped by the customer'>,
): Promise<number | undefined> {
  const { sealed_details: sealedDetails } = sealDetails(work.seal, orderId, details)
  const metadata = { ...eventMetadata(work, 'stopped by the customer'), sealedDetails }
  const [stopped] = await changeOrders(
    work.tx,
    [orderId],
    isStoppable,
    { process_status: 'Refunds' },
    metadata,
  )
  return stopped?.eventId
}

/** The move of an order that its gateway refunded, unless it is refunded; returns its events' ids (product §14). */
export const moveToRefunded = (work: Work<Actor>, orderId: number): Promise<number[]> =>
  refundByGateway(
    work,
    orderId,
    { process_status: 'Refunds' },
    sql`(${isElsewhere('Refunds')} or refund_date is null)`,
  )

/** The same of an order that keeps its status. */
export const markRefunded = (work: Work<Actor>, orderId: number): Promise<number[]> =>
  refundByGateway(work, orderId, {}, sql`refund_date is null`)

async function refundByGateway(
  work: Work<Actor>,
  orderId: number,
  change: StateChange,
  guard: Guard,
): Promise<number[]> {
  const metadata = eventMetadata(work, 'refunded')
  const refunded = await changeOrders(
    work.tx,
    [orderId],
    guard,
    { ...change, refund_date: work.now },
    metadata,
  )
  return refunded.map(({ eventId }) => eventId)
}

/** Deletes an order that is still open: an erased order cannot be worked on. */
export async function deleteOpenOrder(work: Work<Actor>, orderId: number): Promise<void> {
  await changeOrders(
    work.tx,
    [orderId],
    hasStatus(openStatuses),
    { process_status: 'Deleted' },
    eventMetadata(work, 'deleted'),
  )
}
