import { sql, type RawBuilder, type Selectable } from 'kysely'
import { answeredStages, guessedDueDays, stagesHoldingErasure } from '#contract/rules/disputes.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { Changed } from './change-orders.queries.ts'

const hourMs = 60 * 60_000

/** The guess where no due time is told (product §13). */
export const guessDueAt = (openedAt: Date): Date =>
  new Date(openedAt.getTime() + guessedDueDays * 24 * hourMs)

const isAnsweredStage = sql<boolean>`stage = any(${[...answeredStages]}::text[])`
const isOpen = sql`(outcome = 'Open' and settled_as is null)`

/** The dispute that lists show of an order: the nearest open one that is answered, else the newest (product §14). */
const shownDispute = (orderId: RawBuilder<unknown>) => sql`
  select * from disputes
  where order_id = ${orderId} and ${isAnsweredStage}
  order by ${isOpen} desc, case when ${isOpen} then due_at end nulls last, updated_at desc, id desc
  limit 1`

export async function selectShownDispute(
  tx: Tx,
  orderId: number,
): Promise<Selectable<Tables['disputes']> | undefined> {
  const { rows } = await sql<
    Selectable<Tables['disputes']>
  >`${shownDispute(sql`${orderId}`)} for update`.execute(tx)
  return rows[0]
}

/** Writes to orders what lists show of their disputes. */
export async function deriveDisputes(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await sql`
    with shown as (
      select o.order_id, d.due_at, d.network_code, nullif(d.outcome, 'Open') as outcome, d.settled_as
      from unnest(${[...orderIds]}::bigint[]) as o (order_id)
      left join lateral (${shownDispute(sql`o.order_id`)}) d on true
    )
    update orders o
    set dispute_due_at = shown.due_at,
      dispute_due_on = (shown.due_at at time zone 'UTC' - interval '5 hours')::date,
      dispute_reason_code = shown.network_code,
      dispute_outcome = shown.outcome,
      dispute_settled_as = shown.settled_as
    from shown
    where o.order_id = shown.order_id and o.erased_at is null
      and (o.dispute_due_at, o.dispute_reason_code, o.dispute_outcome, o.dispute_settled_as)
        is distinct from (shown.due_at, shown.network_code, shown.outcome, shown.settled_as)
  `.execute(tx)
}

const isUndisputed = sql`not exists (select from disputes d where d.order_id = o.order_id and ${isAnsweredStage})`

/** Whether an open dispute `d` keeps its order from being erased, an answered one too (product §14). */
export const holdsErasure = sql<boolean>`(d.outcome = 'Open' and d.stage = any(${[...stagesHoldingErasure]}::text[]))`

export const disputedOrders = sql`
  select d.order_id from disputes d where ${holdsErasure} and d.order_id is not null`

interface At {
  tx: Tx
  now: Date
}

/** A move to ChargeBack makes a dispute where none is open; its undo takes it away (product §14). */
export async function openDisputesOfMove({ tx, now }: At, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return
  await sql`
    insert into disputes (order_id, gateway, stage, reason, network, opened_at, updated_at, state_rank, due_at,
      is_due_guessed, outcome, received_at, event_id, moved_as)
    select o.order_id, coalesce(o.gateway, 'unknown'), 'chargeback', 'other', o.network, ${now}, ${now}, 0,
      ${guessDueAt(now)}, true, 'Open', ${now}, made.event_id, 'chargeback'
    from unnest(${changed.map(({ orderId }) => orderId)}::bigint[], ${changed.map(({ eventId }) => eventId)}::bigint[])
      as made (order_id, event_id)
    join orders o on o.order_id = made.order_id
    where not exists (
      select from disputes d where d.order_id = o.order_id and ${isOpen} and ${isAnsweredStage})
  `.execute(tx)
  await deriveDisputes(
    tx,
    changed.map(({ orderId }) => orderId),
  )
}

/** Imported chargebacks have a dispute of which nothing else is known. */
export const openImportedDisputes = ({ tx, now }: At, orderIds: readonly number[]) =>
  sql`
    insert into disputes (order_id, gateway, stage, reason, network, opened_at, updated_at, state_rank, outcome,
      received_at, moved_as)
    select order_id, coalesce(gateway, 'unknown'), 'chargeback', 'other', network, created_at, created_at, 0, 'Open',
      ${now}, 'chargeback'
    from orders o
    where order_id = any(${[...orderIds]}::bigint[]) and process_status = 'ChargeBack' and ${isUndisputed}`.execute(
    tx,
  )

/**
 * Orders of these events whose undo would lose a dispute: it was changed since the event made it, or another chargeback
 * came since the event moved the order to ChargeBack.
 */
export async function selectHeldByDisputes(tx: Tx, eventIds: readonly number[]): Promise<number[]> {
  const ids = sql`${[...eventIds]}::bigint[]`
  const { rows } = await sql<{ order_id: number }>`
    select distinct e.order_id
    from order_events e join disputes d on d.order_id = e.order_id
    where e.id = any(${ids}) and case
      when d.event_id = e.id then d.updated_at <> e.at or d.settled_at is not null
        or (e.before is not null and d.gateway_dispute_id is not null)
      else e.after ->> 'process_status' = 'ChargeBack' and d.stage = 'chargeback' and d.received_at > e.at
        and coalesce(d.event_id <> all(${ids}), true)
    end`.execute(tx)
  return rows.map((row) => row.order_id)
}

/**
 * Disputes follow orders whose events were reverted: what the events made goes, and an order that came back to
 * ChargeBack has one.
 */
export async function followRevertedMoves(
  { tx, now }: At,
  orderIds: readonly number[],
  eventIds: readonly number[],
): Promise<void> {
  const ids = sql`${[...orderIds]}::bigint[]`
  await sql`delete from disputes where order_id = any(${ids}) and event_id = any(${[...eventIds]}::bigint[])`.execute(
    tx,
  )
  const { rows } = await sql<Changed>`
    select order_id as "orderId", state_event_id as "eventId" from orders o
    where order_id = any(${ids}) and process_status = 'ChargeBack' and ${isUndisputed}`.execute(tx)
  await openDisputesOfMove({ tx, now }, rows)
  await deriveDisputes(tx, orderIds)
}
