import { sql } from 'kysely'
import type { Body } from '#contract/endpoint.ts'
import * as contract from '#contract/bulk-runs.ts'
import type { BulkRunAction } from '#contract/bulk-runs.ts'
import { maxBulkOrders } from '#contract/common-schemas.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call, Work } from '#server/platform/work.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { plannedEachTime } from '#server/platform/db/prepared-client.ts'
import { changeInBulk } from '../bulk-change.ts'
import type { BulkResult } from '../bulk-result.ts'
import { createCriteria, criteriaSubject, requireHistoryAccess } from '../list.ts'
import { lockForChange } from '../order-access.ts'
import { planChange } from './plan-change.ts'
import { matchesCriteria, type ListCriteria } from '../list-criteria.queries.ts'
import { optionalSearch } from '../search.ts'

/** The orders of a list, except some. */
interface Choice {
  criteria: ListCriteria
  except: readonly number[]
}

const isChosen = ({ criteria, except }: Choice) =>
  sql<boolean>`${matchesCriteria(criteria)} and order_id <> all(${[...except]}::bigint[])`

const plan = ({ criteria }: Choice) => sql.raw(criteria.search ? plannedEachTime : '')

/** The count of the chosen orders and their ids up to `limit`, from one snapshot. */
async function selectChosen(
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

interface NewRun {
  memberId: number
  sessionId: string
  queue: QueueName
  action: BulkRunAction
  now: Date
}

/**
 * Stores the chosen orders as a run in batches, by id, if their count is `expectedCount`. One statement: count and
 * ids are from one snapshot.
 */
async function insertRun(
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

/** Whether a change or an undo of this member is under way. */
async function hasRunUnderWay(tx: Tx, memberId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('bulk_runs')
    .select('id')
    .where('member_id', '=', memberId)
    .where('pass', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

export const workRunsJob = defineJob('work-bulk-runs', noPayload)

type MatchingBody = Body<typeof contract.changeMatchingOrders>
type Matching = MatchingBody['orders']

/** `isOther`: the list has more or fewer orders than were shown, and nothing was done. */
type Started = { count: number } & ({ result: BulkResult } | { runId: string } | { isOther: true })

/** 409 if the member has a run under way; holds a lock until the transaction ends. */
export async function requireNoRun({ tx, actor }: Work): Promise<void> {
  await lockByName(tx, `bulk run ${actor.id}`)
  if (await hasRunUnderWay(tx, actor.id))
    refuse('conflict', 'Another change of yours is still under way. Please wait for its end, or cancel it.')
}

async function changeAtOnce(work: Work, choice: Choice, { orders, action }: MatchingBody): Promise<Started> {
  const { count, ids } = await selectChosen(work.tx, choice, maxBulkOrders)
  if (count !== orders.expectedCount) return { count, isOther: true }
  await lockForChange(work, ids)
  return { count, result: await changeInBulk(work, { ...(await planChange(work, action)), ids }) }
}

async function startRun(work: Work, choice: Choice, { orders, action }: MatchingBody): Promise<Started> {
  const { tx, jobs, actor, now } = work
  await requireNoRun(work)
  // Refuses an action that the member may not take.
  await planChange(work, action)
  const run = { memberId: actor.id, sessionId: actor.sessionId, queue: orders.folderName, action, now }
  const { count, runId } = await insertRun(tx, choice, run, {
    expectedCount: orders.expectedCount,
    batchSize: maxBulkOrders,
  })
  if (runId === null) return { count, isOther: true }
  await workRunsJob.queue({ jobs, tx }, {}, { retries: 3 })
  return { count, runId }
}

const chooseMatching = (
  call: Call,
  { folderName, searchVal, filters, except, expectedCount: _expected, ...narrowed }: Matching,
): Choice => ({
  criteria: {
    ...createCriteria(call, folderName, narrowed),
    exact: filters ?? {},
    search: optionalSearch(call, searchVal),
  },
  except: except ?? [],
})

/**
 * Changes all orders that match a list's query, as if each were named (product §3): up to a thousand at once, more by
 * a run. 409 with `data.count` if the list has more or fewer orders than were shown. A search is recorded in the
 * audit.
 */
export async function changeMatching(
  call: Call,
  body: MatchingBody,
): Promise<Exclude<Started, { isOther: true }>> {
  const { orders } = body
  requireHistoryAccess(call.actor, orders.folderName)
  const choice = chooseMatching(call, orders)
  const change = orders.expectedCount > maxBulkOrders ? startRun : changeAtOnce
  const started = await inTransaction(call.db, async (tx) => {
    const work = { ...call, tx }
    const done = await change(work, choice, body)
    if (choice.criteria.search)
      await recordAudit(auditContext(work), 'searched', {
        ...criteriaSubject(choice.criteria, orders.searchVal),
        found: done.count,
      })
    return done
  })
  if ('isOther' in started)
    return refuse('conflict', `The list has ${started.count} of these orders now. Nothing was changed.`, {
      data: { count: started.count },
    })
  return started
}
