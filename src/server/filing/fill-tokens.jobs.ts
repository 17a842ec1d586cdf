import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { deleteExpiredFillTokens } from './fill-tokens.queries.ts'

const deleteExpiredFillTokensJob = defineJob('delete-expired-fill-tokens', noPayload)

export function filingJobs({ jobs, db, clock }: Platform) {
  deleteExpiredFillTokensJob.handle(
    jobs,
    () => inTransaction(db, (tx) => deleteExpiredFillTokens(tx, clock())),
    { every: '*/10 * * * *' },
  )
}
