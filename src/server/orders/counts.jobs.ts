import { jakartaToday } from '#contract/rules/dates.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { compactCounts, compactMonths } from './counts.queries.ts'
import { mendCounts, saveCountFault } from './recount.queries.ts'

const compactCountsJob = defineJob('compact-order-counts', noPayload)

const recountJob = defineJob('recount-orders', noPayload)

/** Corrects counts that differ from the orders: a wrong clock leaves them wrong permanently. */
export const recountOrders = ({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>) =>
  inTransaction(db, async (tx) => {
    const fault = await mendCounts(tx, jakartaToday(clock()))
    await saveCountFault(tx, fault, clock())
    if (fault.places > 0) log.error(fault, 'the counts of orders were wrong and have been corrected')
  })

export function countJobs(platform: Platform) {
  const { jobs, db, clock } = platform
  recountJob.handle(jobs, () => recountOrders(platform), { every: '20 19 * * *', timeoutSeconds: 600 })
  compactCountsJob.handle(
    jobs,
    () =>
      inTransaction(db, async (tx) => {
        await compactCounts(tx, jakartaToday(clock()))
        await compactMonths(tx)
      }),
    {
      every: '* * * * *',
    },
  )
}
