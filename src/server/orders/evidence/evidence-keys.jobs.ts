import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { hasMissingEvidenceKeys, backfillEvidenceKeys } from './evidence-keys.ts'

const backfillEvidenceKeysJob = defineJob('fill-evidence-keys', noPayload)
/** Fits the ten seconds of a job. */
const batchesPerJob = 5

/** Queued at start and after each job, until every order has its keys. */
export const resumeEvidenceBackfill = ({ db, jobs }: Platform): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (await hasMissingEvidenceKeys(tx))
      await backfillEvidenceKeysJob.queue({ jobs, tx }, {}, { retries: 3 })
  })

export function evidenceJobs(platform: Platform) {
  backfillEvidenceKeysJob.handle(platform.jobs, async () => {
    for (let batch = 0; batch < batchesPerJob; batch++) if (!(await backfillEvidenceKeys(platform))) return
    await resumeEvidenceBackfill(platform)
  })
}
