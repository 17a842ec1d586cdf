import { countFields, queueNames } from '#contract/rules/queues.ts'
import { can } from '#contract/rules/roles.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import type { Work } from '#server/platform/work.ts'
import type { View } from './queue-condition.queries.ts'
import { countFutureMonths, countQueues } from './counts.queries.ts'

export const viewFor = (work: Pick<Work, 'actor' | 'now'>, month?: number): View => ({
  memberId: work.actor.id,
  today: jakartaToday(work.now),
  month,
  seesRestricted: can(work.actor.role, 'seeRestrictedOrders'),
})

/** The counts object of the specification; the count of a list that one may not see is left out (product §4). */
export async function folderCounts(work: Work): Promise<Record<string, number>> {
  const counts = await countQueues(work.tx, viewFor(work))
  const visible = queueNames.filter(
    (queue) => queue !== 'allOrder' || can(work.actor.role, 'seeOrderHistory'),
  )
  return Object.fromEntries(visible.map((queue) => [countFields[queue], counts[queue]]))
}

/** Twelve rows, January first. */
export async function futureMonthCounts(work: Work) {
  const found = await countFutureMonths(work.tx, viewFor(work))
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  return months.map((month) => ({ month, count: found.find((row) => row.month === month)?.count ?? 0 }))
}
