import { countedQueueNames, type CountedQueueName, queues } from '#contract/rules/queues.ts'
import { can } from '#contract/rules/roles.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import * as contract from '#contract/orders.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/work.ts'
import { implement, readOnce } from '#server/platform/http/implement.ts'
import type { View } from './queue-condition.queries.ts'
import { countFutureMonths, countQueues } from './counts.queries.ts'
import { selectMiscounted } from './recount.queries.ts'

export const viewOf = (work: Pick<Call, 'actor' | 'now'>, month?: number): View => ({
  memberId: work.actor.id,
  today: jakartaToday(work.now),
  month,
  seesRestricted: can(work.actor.role, 'seeRestrictedOrders'),
})

export async function countAllQueues(db: Db, now: Date): Promise<Partial<Record<CountedQueueName, number>>> {
  // No member has this id.
  const { myOrder: _, ...counts } = await countQueues(db, { memberId: 0, today: jakartaToday(now) })
  return counts
}

/** Empty before the first recount. */
export const readMiscounted = (db: Db): Promise<number[]> => selectMiscounted(db)

export const countCalls = implement(contract, {
  /** The counts object of the specification, without lists that the member may not see (product §4). */
  folderCounts: readOnce(async (call) => {
    const counts = await countQueues(call.db, { memberId: call.actor.id, today: jakartaToday(call.now) })
    const visible = countedQueueNames.filter((queue) => can(call.actor.role, queues[queue].permission))
    return { data: Object.fromEntries(visible.map((queue) => [queues[queue].countField, counts[queue]])) }
  }),
  /** Twelve rows, January first. */
  futureMonthCounts: readOnce(async (call) => {
    const found = await countFutureMonths(call.db, viewOf(call))
    const months = Array.from({ length: 12 }, (_, index) => index + 1)
    const data = months.map((month) => ({
      month,
      count: found.find((row) => row.month === month)?.count ?? 0,
    }))
    return { data }
  }),
})
