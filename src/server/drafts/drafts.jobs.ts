import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { deleteExpiredDrafts } from './drafts.ts'

const deleteExpiredDraftsJob = defineJob('delete-expired-drafts', noPayload)

export function draftJobs({ jobs, db, clock }: Platform) {
  deleteExpiredDraftsJob.handle(jobs, () => inTransaction(db, (tx) => deleteExpiredDrafts(tx, clock())), {
    every: '47 3 * * *',
  })
}
