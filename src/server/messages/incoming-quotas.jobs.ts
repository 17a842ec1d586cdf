import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { deleteExpiredQuotas } from './incoming-quotas.ts'

const deleteQuotas = defineJob('delete-expired-mail-quotas', noPayload)

export function messageJobs({ jobs, db, clock }: Platform) {
  deleteQuotas.handle(jobs, () => inTransaction(db, (tx) => deleteExpiredQuotas(tx, clock())), {
    every: '27 * * * *',
  })
}
