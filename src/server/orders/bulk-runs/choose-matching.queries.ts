import { sql } from 'kysely'
import type { BulkRunAction } from '#contract/bulk-runs.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { plannedEachTime } from '#server/platform/db/prepared-client.ts'
import { matchesCriteria, type ListCriteria } from '../list-criteria.queries.ts'

/** What a list matches, but for some. */
export interface Choice {
  criteria: ListCriteria
  except: readonly number[]
}

const isChosen = ({ criteria, except }: Choice) =>
  sql<boolean>`${matchesCriteria(criteria)} and order_id <> all(${[...except]}::bigint[])`

const plan = ({ criteria }: Choice) => sql.raw(criteria.search ? plannedEachTime : '')

/** How many are chosen, and their ids up to `limit`, of one snapshot. */
export async function selectChosen(
  tx: Tx,
  choice: Choice,
  limit: number,
): Promise<{ count: number; ids: number[] }> {
  const { rows } = await sql<{ count: number; ids: number[] }>`${plan(choice)}
    with chosen as materialized (select order_id from orders where ${isChosen(choice)})
    select (select count(*) from chosen) as count,
      array(select order_id from chosen order by order_id limit ${limit}) as ids
  `.execute(tx)
  return rows[0] ?? { count: 0, ids: [] }
}

export interface NewRun {
  memberId: number
  sessionId: string
  queue: QueueName
  action: BulkRunAction
  now: Date
}

/**
 * Stores the chosen orders as a run in batches of `batchSize`, in the order of their ids, if there are as many as expected.
 * One statement, so that count and ids are of one snapshot.
 */
export async function insertRun(
  tx: Tx,
  choice: Choice,
  { memberId, sessionId, queue, action, now }: NewRun,
  { expectedCount, batchSize }: { expectedCount: number; batchSize: number },
): Promise<{ count: number; runId: string | null }> {
  const { rows } = await sql<{ count: number; runId: string | null }>`${plan(choice)}
    with chosen as materialized (
      select order_id from orders where ${isChosen(choice)}
    ), counted as (
      select count(*) as count from chosen
    ), run as (
      insert into bulk_runs (member_id, session_id, queue, action, total, pass, worked_at, started_at)
      select ${memberId}, ${sessionId}, ${queue}, ${JSON.stringify(action)}::jsonb, count, 'change', ${now}, ${now}
      from counted where count = ${expectedCount}
      returning id
    ), batches as (
      insert into bulk_run_batches (run_id, number, order_ids)
      select id, number, array_agg(order_id order by order_id)
      from run, (
        select order_id, (row_number() over (order by order_id) - 1) / ${batchSize}::integer + 1 as number from chosen
      ) numbered
      group by id, number
    )
    select count, (select id from run) as "runId" from counted
  `.execute(tx)
  return rows[0] ?? { count: 0, runId: null }
}

/** Whether a change of theirs, or its undo, is under way. */
export async function hasRunUnderWay(tx: Tx, memberId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('bulk_runs')
    .select('id')
    .where('member_id', '=', memberId)
    .where('pass', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}
