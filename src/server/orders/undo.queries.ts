import { sql } from 'kysely'
import type { EventAction } from '#contract/rules/order-events.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { OrderState } from '#server/platform/db/tables.ts'
import { stateColumns, type EventMetadata } from './change-orders.queries.ts'

interface NewUndoToken {
  token_hash: Buffer
  member_id: number
  event_ids: number[]
  expires_at: Date
}

export const insertUndoToken = (tx: Tx, token: NewUndoToken) =>
  tx.insertInto('undo_tokens').values(token).execute()

/** Marks the token used and answers its events; nothing where it is unknown, used, expired or another member's. */
export const claimUndoToken = (tx: Tx, tokenHash: Buffer, memberId: number, now: Date) =>
  tx
    .updateTable('undo_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('event_ids')
    .executeTakeFirst()

export const selectEvents = (tx: Tx, eventIds: readonly number[]) =>
  tx
    .selectFrom('order_events')
    .select(['id', 'order_id', 'member_id', 'action', 'before', 'details'])
    .where(sql<boolean>`id = any(${eventIds}::bigint[])`)
    .orderBy('order_id')
    .execute()
export type StoredEvent = Awaited<ReturnType<typeof selectEvents>>[number]

/** Whether whoever had the order before an event is no member any more. */
export async function wasAssigneeRemoved(tx: Tx, { before }: StoredEvent): Promise<boolean> {
  const { assignee_id: assigneeId = null } = before ?? {}
  if (assigneeId === null) return false
  const member = await tx
    .selectFrom('members')
    .select('removed_at')
    .where('id', '=', assigneeId)
    .executeTakeFirst()
  return member?.removed_at !== null
}

/** Whether an event is the last that changed its order. */
export async function isLastEvent(tx: Tx, { id, order_id: orderId }: StoredEvent): Promise<boolean> {
  const order = await tx
    .selectFrom('orders')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('state_event_id', '=', id)
    .executeTakeFirst()
  return order !== undefined
}

/** What the same call did to an order that can be taken back, such as the upload that completed it. */
export const selectEventsOfCall = async (
  tx: Tx,
  { id, order_id: orderId }: StoredEvent,
): Promise<number[]> => {
  const rows = await tx
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('xid', '=', (eb) => eb.selectFrom('order_events as e').select('e.xid').where('e.id', '=', id))
    .where((eb) =>
      eb.or([eb('before', 'is not', null), eb('action', '=', 'document uploaded' satisfies EventAction)]),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

export interface EventToUndo {
  orderId: number
  eventId: number
  before: OrderState
}

/**
 * Restores orders to the state before an event, each only while that event is still the last that changed it; erased ones
 * stay as they are.
 * An assignee who was removed meanwhile is not restored.
 */
export async function restoreOrders(
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
