import { jakartaToday } from '#contract/rules/dates.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { compactCounts, compactMonths } from './counts.queries.ts'

const compactCountsJob = defineJob('compact-order-counts', noPayload, { formerNames: ['fold-order-counts'] })

/** Keeps the number of signed rows small. */
export function countJobs({ jobs, db, clock }: Platform) {
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
