import { countedQueueNames, countFields, type CountedQueueName } from '#contract/rules/queues.ts'
import { can } from '#contract/rules/roles.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/work.ts'
import type { View } from './queue-condition.queries.ts'
import { countFutureMonths, countQueues } from './counts.queries.ts'
import { selectMiscounted } from './recount.queries.ts'

export const viewFor = (work: Pick<Call, 'actor' | 'now'>, month?: number): View => ({
  memberId: work.actor.id,
  today: jakartaToday(work.now),
  month,
  seesRestricted: can(work.actor.role, 'seeRestrictedOrders'),
})

/** The counts object of the specification; the count of a list that one may not see is left out (product §4). */
export async function folderCounts(call: Call): Promise<Record<string, number>> {
  const counts = await countQueues(call.db, { memberId: call.actor.id, today: jakartaToday(call.now) })
  const visible = countedQueueNames.filter(
    (queue) => queue !== 'allOrder' || can(call.actor.role, 'seeOrderHistory'),
  )
  return Object.fromEntries(visible.map((queue) => [countFields[queue], counts[queue]]))
}

/** Every order by the queue that it is in, for nobody in particular. */
export async function countAllQueues(db: Db, now: Date): Promise<Partial<Record<CountedQueueName, number>>> {
  // No member has this id.
  const { myOrder: _, ...counts } = await countQueues(db, { memberId: 0, today: jakartaToday(now) })
  return counts
}

/** Twelve rows, January first. */
export async function futureMonthCounts(call: Call) {
  const found = await countFutureMonths(call.db, viewFor(call))
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  return months.map((month) => ({ month, count: found.find((row) => row.month === month)?.count ?? 0 }))
}

/** How many orders the last recount found miscounted; none before the first. */
export const readMiscounted = (db: Db): Promise<number[]> => selectMiscounted(db)
