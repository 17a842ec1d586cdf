import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { evidenceKeysAreMissing, fillSomeEvidenceKeys } from './evidence-keys.ts'

const fillEvidenceKeys = defineJob('fill-evidence-keys', noPayload)
/** In one job, which has ten seconds. */
const batches = 5

/** At start, and after each job: goes on as long as orders are without their keys. */
export const resumeEvidenceKeys = ({ db, jobs }: Platform): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (await evidenceKeysAreMissing(tx)) await fillEvidenceKeys.queue({ jobs, tx }, {}, { retries: 3 })
  })

export function evidenceJobs(platform: Platform) {
  fillEvidenceKeys.handle(platform.jobs, async () => {
    for (let batch = 0; batch < batches; batch++) if (!(await fillSomeEvidenceKeys(platform))) return
    await resumeEvidenceKeys(platform)
  })
}
