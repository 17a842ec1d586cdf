import { sql } from 'kysely'
import { restoreObstacle, type EventAction } from '#contract/rules/order-events.ts'
import { can } from '#contract/rules/roles.ts'
import { newSecret, secretHash } from '#server/platform/auth/tokens.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { OrderState } from '#server/platform/db/tables.ts'
import { eventMetadata } from './events.ts'
import { lockForChange } from './order-access.ts'
import { stateColumns, type EventMetadata } from './change-orders.queries.ts'
import { followRevertedMoves, selectHeldByDisputes } from './order-dispute.ts'

/** The time limit of undo (product §3). */
export const undoTtlMs = 10 * 60_000

/** A single-use token for this member; null if nothing was changed. */
export async function createUndoToken(work: Work, eventIds: number[]): Promise<string | null> {
  if (eventIds.length === 0) return null
  const token = newSecret()
  await work.tx
    .insertInto('undo_tokens')
    .values({
      token_hash: secretHash(token),
      member_id: work.actor.id,
      event_ids: eventIds,
      expires_at: new Date(work.now.getTime() + undoTtlMs),
    })
    .execute()
  return token
}

/** Reasons continue a sentence that begins with the order's id. */
export interface Reverted {
  updated: number[]
  skipped: { orderId: number; reason: string }[]
}

/** A token, or a mail of the act. */
export type ActToUndo = { token: string } | { mailId: string }

/** Claims a member's act, which is undone once; 409 if it is unknown, undone or too old. */
export async function claimEventsToUndo(work: Work, act: ActToUndo): Promise<number[]> {
  const claimed = await work.tx
    .updateTable('undo_tokens')
    .set({ used_at: work.now })
    .where(
      'token' in act
        ? sql<boolean>`token_hash = ${secretHash(act.token)}`
        : sql<boolean>`(select event_id from mails where id = ${act.mailId}) = any(event_ids)`,
    )
    .where('member_id', '=', work.actor.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', work.now)
    .returning('event_ids')
    .executeTakeFirst()
  return claimed?.event_ids ?? refuse('conflict', 'This can no longer be undone.')
}

const disputeActs = [
  'dispute recorded',
  'dispute changed',
  'dispute linked',
] as const satisfies readonly EventAction[]

/** Undoable events of the same call, such as the upload that completed the order, or what a member did to a dispute. */
export async function eventsOfCall({ tx }: Work, { id, order_id: orderId }: StoredEvent): Promise<number[]> {
  const rows = await tx
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('xid', '=', (eb) => eb.selectFrom('order_events as e').select('e.xid').where('e.id', '=', id))
    .where((eb) =>
      eb.or([
        eb('before', 'is not', null),
        eb('action', '=', 'document uploaded' satisfies EventAction),
        eb.and([eb('action', 'in', disputeActs), eb('member_id', 'is not', null)]),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Restores orders to their state before these events; orders that changed meanwhile are skipped (product §3). */
export async function revertEvents(
  work: Work,
  events: readonly StoredEvent[],
  action: 'undone' | 'restored',
): Promise<Reverted> {
  const eventIds = events.map(({ id }) => id)
  const held = await selectHeldByDisputes(work.tx, eventIds)
  const undoable = events.flatMap((event): EventToUndo[] =>
    event.before && !held.includes(event.order_id)
      ? [{ orderId: event.order_id, eventId: event.id, before: event.before }]
      : [],
  )
  const updated = await restoreOrders(work.tx, undoable, eventMetadata(work, action))
  if (updated.length > 0) await followRevertedMoves(work, updated, eventIds)
  const restored = new Set(updated)
  const skipped = undoable
    .filter(({ orderId }) => !restored.has(orderId))
    .map(({ orderId }) => ({ orderId, reason: 'was changed in the meantime' }))
  const disputed = held.map((orderId) => ({
    orderId,
    reason: 'has a dispute that came or was changed in the meantime',
  }))
  return { updated, skipped: [...skipped, ...disputed] }
}

/** Locks the orders of these events; leaves out events whose orders the caller may not work on. */
export async function lockEvents(work: Work, eventIds: readonly number[]) {
  const events = await selectEvents(work.tx, eventIds)
  const { open, skips } = await lockForChange(work, [...new Set(events.map((event) => event.order_id))])
  return { events: events.filter((event) => open.has(event.order_id)), skips }
}

/** Undoes a bulk change, whose events changed states only. */
export async function revertStates(work: Work, eventIds: readonly number[]): Promise<Reverted> {
  const { events, skips } = await lockEvents(work, eventIds)
  const { updated, skipped } = await revertEvents(work, events, 'undone')
  return { updated, skipped: [...skips, ...skipped] }
}

/** An event that this member may take back: their own, or any for Admin and Manager; else 404, 403 or 409. */
export async function requireRestorableEvent(
  work: Work,
  orderId: number,
  eventId: number,
): Promise<StoredEvent> {
  const [event] = await selectEvents(work.tx, [eventId])
  if (event?.order_id !== orderId || !event.before) return refuse('notFound', 'There is no such event.')
  if (event.member_id !== work.actor.id && !can(work.actor.role, 'restoreAnyEvent'))
    return refuse('forbidden', 'Only an Admin, a Manager or whoever made the change can restore it.')
  if (event.action === ('released' satisfies EventAction) && (await wasAssigneeRemoved(work.tx, event)))
    return refuse('conflict', 'The member who had this order has been removed.')
  if (!(await isLastEvent(work.tx, event)))
    return refuse('conflict', `Order ${orderId} was changed in the meantime.`)
  const undone = Number(Object(event.details).event)
  const [reverted] = Number.isInteger(undone) ? await selectEvents(work.tx, [undone]) : []
  const obstacle = restoreObstacle(event.action, reverted?.action)
  return obstacle === null ? event : refuse('conflict', obstacle)
}

const selectEvents = (tx: Tx, eventIds: readonly number[]) =>
  tx
    .selectFrom('order_events')
    .select(['id', 'order_id', 'member_id', 'action', 'before', 'details', 'sealed_details'])
    .where(sql<boolean>`id = any(${eventIds}::bigint[])`)
    .orderBy('order_id')
    .execute()
type StoredEvent = Awaited<ReturnType<typeof selectEvents>>[number]

async function wasAssigneeRemoved(tx: Tx, { before }: StoredEvent): Promise<boolean> {
  const { assignee_id: assigneeId = null } = before ?? {}
  if (assigneeId === null) return false
  const member = await tx
    .selectFrom('members')
    .select('removed_at')
    .where('id', '=', assigneeId)
    .executeTakeFirst()
  return member?.removed_at !== null
}

async function isLastEvent(tx: Tx, { id, order_id: orderId }: StoredEvent): Promise<boolean> {
  const order = await tx
    .selectFrom('orders')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('state_event_id', '=', id)
    .executeTakeFirst()
  return order !== undefined
}

interface EventToUndo {
  orderId: number
  eventId: number
  before: OrderState
}

/**
 * Restores each order while the event is still its last change. Erased orders and removed assignees are not restored.
 */
async function restoreOrders(
  tx: Tx,
  events: readonly EventToUndo[],
  metadata: EventMetadata,
): Promise<number[]> {
  const targets = events.map(({ orderId, eventId, before }) => ({
    order_id: orderId,
    event_id: eventId,
    ...before,
  }))
  const { rows } = await sql<{ order_id: number }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as w(
        order_id bigint, event_id bigint, process_status text, assignee_id bigint,
        processing_date timestamptz, processed_by bigint, refund_date timestamptz)
    ), held as materialized (
      select o.order_id, ${stateColumns('o')} as before
      from orders o join wanted w on w.order_id = o.order_id and w.event_id = o.state_event_id
      where o.erased_at is null
      order by o.order_id
      for no key update of o
    ), changed as (
      update orders o
      set process_status = w.process_status,
        assignee_id = (select m.id from members m where m.id = w.assignee_id and m.removed_at is null for share),
        assigned_at = case when w.assignee_id is not null then coalesce(o.assigned_at, ${metadata.at}) end,
        processing_date = w.processing_date,
        processed_by = w.processed_by,
        refund_date = w.refund_date,
        state_event_id = nextval(pg_get_serial_sequence('order_events', 'id'))
      from held join wanted w using (order_id)
      where o.order_id = held.order_id
      returning o.order_id, o.state_event_id, held.before, ${stateColumns('o')} as after, w.event_id
    )
    insert into order_events (id, order_id, at, member_id, actor, action, before, after, details)
    select state_event_id, order_id, ${metadata.at}, ${metadata.memberId}, ${metadata.actor}, ${metadata.action}, before, after,
      jsonb_build_object('event', event_id)
    from changed
    order by order_id
    returning order_id
  `.execute(tx)
  return rows.map((row) => row.order_id)
}
