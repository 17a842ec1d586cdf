import { sql, type RawBuilder } from 'kysely'
import type { BulkRunOutcome } from '#contract/bulk-runs.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

export interface ToldOrder {
  orderId: number
  reason: string
}

/** Locks the run that has waited longest; other workers skip it. */
export const claimRun = (tx: Tx) =>
  tx
    .selectFrom('bulk_runs')
    .select(['id', 'session_id', 'action', 'pass', 'done_batches', 'undone_batches'])
    .where('pass', 'is not', null)
    .orderBy('worked_at')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()

export type ClaimedRun = NonNullable<Awaited<ReturnType<typeof claimRun>>>

export const selectBatch = (tx: Tx, runId: string, number: number) =>
  tx
    .selectFrom('bulk_run_batches as b')
    .select(['b.order_ids', 'b.event_ids'])
    .select(
      sql<boolean>`not exists (
        select from bulk_run_batches later where later.run_id = b.run_id and later.number > b.number)`.as(
        'is_last',
      ),
    )
    .where('b.run_id', '=', runId)
    .where('b.number', '=', number)
    .executeTakeFirstOrThrow()

/** Saves the outcome of the next batch; the last batch ends the run. */
export async function saveChanges(
  tx: Tx,
  { id, done_batches: done }: Pick<ClaimedRun, 'id' | 'done_batches'>,
  batch: { changed: number; eventIds: number[]; refusals: ToldOrder[]; isLast: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('bulk_run_batches')
    .set({ event_ids: batch.eventIds, refusals: JSON.stringify(batch.refusals) })
    .where('run_id', '=', id)
    .where('number', '=', done + 1)
    .execute()
  await tx
    .updateTable('bulk_runs')
    .set((row) => ({
      done_batches: done + 1,
      changed: row('changed', '+', batch.changed),
      refused: row('refused', '+', batch.refusals.length),
      worked_at: batch.now,
      ...(batch.isLast && { pass: null, finished_at: batch.now }),
    }))
    .where('id', '=', id)
    .execute()
}

export async function saveUndo(
  tx: Tx,
  { id, undone_batches: undone }: Pick<ClaimedRun, 'id' | 'undone_batches'>,
  batch: { undone: number; kept: ToldOrder[]; isLast: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('bulk_run_batches')
    .set({ kept: JSON.stringify(batch.kept) })
    .where('run_id', '=', id)
    .where('number', '=', undone + 1)
    .execute()
  await tx
    .updateTable('bulk_runs')
    .set((row) => ({
      undone_batches: undone + 1,
      undone: row('undone', '+', batch.undone),
      kept: row('kept', '+', batch.kept.length),
      worked_at: batch.now,
      ...(batch.isLast && { pass: null, undo_finished_at: batch.now }),
    }))
    .where('id', '=', id)
    .execute()
}

/** Ends the pass, after a batch under way; false if the pass is not under way. */
export async function stopPass(
  tx: Tx,
  runId: string,
  pass: 'change' | 'undo',
  reason: string,
  now: Date,
): Promise<boolean> {
  const ended =
    pass === 'change'
      ? { stop_reason: reason, finished_at: now }
      : { undo_stop_reason: reason, undo_finished_at: now }
  const stopped = await tx
    .updateTable('bulk_runs')
    .set({ pass: null, ...ended })
    .where('id', '=', runId)
    .where('pass', '=', pass)
    .returning('id')
    .executeTakeFirst()
  return stopped !== undefined
}

/** Begins the undo of a run that ended after `since`; false if nothing can be undone or the undo has begun. */
export async function beginUndo(
  tx: Tx,
  runId: string,
  { sessionId, since, now }: { sessionId: string; since: Date; now: Date },
): Promise<boolean> {
  const begun = await tx
    .updateTable('bulk_runs')
    .set({ pass: 'undo', session_id: sessionId, undo_started_at: now, worked_at: now })
    .where('id', '=', runId)
    .where('finished_at', '>', since)
    .where('undo_started_at', 'is', null)
    .where('changed', '>', 0)
    .returning('id')
    .executeTakeFirst()
  return begun !== undefined
}

export const selectRun = (db: Db, runId: string) =>
  db
    .selectFrom('bulk_runs as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .selectAll('r')
    .select('m.name as by')
    .where('r.id', '=', runId)
    .executeTakeFirst()

export type RunRecord = NonNullable<Awaited<ReturnType<typeof selectRun>>>

/** For a batch `b`, its orders with each outcome as `order_id, reason`. */
const ordersOf: Record<BulkRunOutcome, RawBuilder<unknown>> = {
  changed: sql`
    select order_id, null as reason from (
      select unnest(b.order_ids) as order_id where b.event_ids is not null
      except
      select "orderId" from jsonb_to_recordset(b.refusals) as refused("orderId" bigint)
    ) updated`,
  refused: sql`
    select "orderId" as order_id, reason
    from jsonb_to_recordset(b.refusals) as refused("orderId" bigint, reason text)`,
  kept: sql`
    select "orderId" as order_id, reason
    from jsonb_to_recordset(b.kept) as kept("orderId" bigint, reason text)`,
  waiting: sql`
    select order_id, null as reason from unnest(b.order_ids) as waiting(order_id) where b.event_ids is null`,
}

/** Sorted by id: ids ascend from batch to batch. */
export async function selectRunOrders(
  db: Db,
  runId: string,
  { outcome, after, limit }: { outcome: BulkRunOutcome; after: number; limit: number },
): Promise<{ orderId: number; reason: string | null }[]> {
  const { rows } = await sql<{ orderId: number; reason: string | null }>`
    select o.order_id as "orderId", o.reason
    from bulk_run_batches b cross join lateral (${ordersOf[outcome]}) o
    where b.run_id = ${runId} and o.order_id > ${after}
    order by b.number, o.order_id
    limit ${limit}
  `.execute(db)
  return rows
}
