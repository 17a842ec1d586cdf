import type { Body } from '#contract/endpoint.ts'
import * as contract from '#contract/bulk-runs.ts'
import { maxBulkOrders } from '#contract/common-schemas.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call, Work } from '#server/platform/work.ts'
import { changeInBulk } from '../bulk-change.ts'
import type { BulkResult } from '../bulk-result.ts'
import { parseSearch } from '../export.ts'
import { createCriteria, criteriaSubject, requireHistoryAccess } from '../list.ts'
import { lockForChange } from '../order-access.ts'
import { planChange } from './plan-change.ts'
import { hasRunUnderWay, insertRun, selectChosen, type Choice } from './choose-matching.queries.ts'

export const workRunsJob = defineJob('work-bulk-runs', noPayload)

type MatchingBody = Body<typeof contract.changeMatchingOrders>
type Matching = MatchingBody['orders']

/** What a change of all matching orders has led to: the result, a run, or nothing because there are others than shown. */
type Started = { count: number } & ({ result: BulkResult } | { runId: string } | { isOther: true })

/** One change or undo of many at a time of each member, until the transaction ends; 409. */
export async function requireNoRun({ tx, actor }: Work): Promise<void> {
  await lockByName(tx, `bulk run ${actor.id}`)
  if (await hasRunUnderWay(tx, actor.id))
    refuse('conflict', 'Another change of yours is still under way. Please wait for its end, or cancel it.')
}

/** Of up to a thousand orders, which are changed at once. */
async function changeAtOnce(work: Work, choice: Choice, { orders, action }: MatchingBody): Promise<Started> {
  const { count, ids } = await selectChosen(work.tx, choice, maxBulkOrders)
  if (count !== orders.expectedCount) return { count, isOther: true }
  await lockForChange(work, ids)
  return { count, result: await changeInBulk(work, { ...(await planChange(work, action)), ids }) }
}

/** Of more, which a job changes in batches. */
async function startRun(work: Work, choice: Choice, { orders, action }: MatchingBody): Promise<Started> {
  const { tx, jobs, actor, now } = work
  await requireNoRun(work)
  // Refuses what no order could be changed by.
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
    search: parseSearch(searchVal),
  },
  except: except ?? [],
})

/**
 * Changes all orders that a list's query matches, as if each were named (product §3): the result of up to a thousand, or the
 * id of the run that changes more. 409 with `data.count` where the list has more or fewer than were shown: then nothing is
 * done. A search is recorded as any other.
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
