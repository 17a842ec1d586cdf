import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { forgottenBefore } from './viewers.ts'
import { deleteExpiredViewers } from './viewers.queries.ts'

const deleteExpiredViewersJob = defineJob('delete-expired-viewers', noPayload)

export function viewerJobs({ jobs, db, clock }: Platform) {
  deleteExpiredViewersJob.handle(
    jobs,
    () => inTransaction(db, (tx) => deleteExpiredViewers(tx, forgottenBefore(clock()))),
    { every: '*/10 * * * *' },
  )
}
