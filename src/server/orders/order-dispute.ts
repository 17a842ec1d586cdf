import { sql, type RawBuilder, type Selectable } from 'kysely'
import { answeredStages, guessedDueDays } from '#contract/rules/disputes.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { Changed } from './change-orders.queries.ts'

const hourMs = 60 * 60_000

/** The guess where no due time is told (product §13). */
export const guessDueAt = (openedAt: Date): Date =>
  new Date(openedAt.getTime() + guessedDueDays * 24 * hourMs)

const isAnsweredStage = sql`stage = any(${[...answeredStages]}::text[])`
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

/**
 * Writes to orders what lists show of their disputes. */
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

/** A move to ChargeBack makes a dispute where none is open; its undo takes it away (product §14). */
export async function openDisputesOfMove(
  { tx, now }: { tx: Tx; now: Date },
  changed: readonly Changed[],
): Promise<void> {
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
