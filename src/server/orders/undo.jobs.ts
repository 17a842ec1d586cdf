import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { deleteExpiredUndoTokens } from './undo.queries.ts'

const deleteTokensJob = defineJob('delete-expired-undo-tokens', noPayload)

export function undoJobs({ jobs, db, clock }: Platform) {
  deleteTokensJob.handle(jobs, () => inTransaction(db, (tx) => deleteExpiredUndoTokens(tx, clock())), {
    every: '17 * * * *',
  })
}
