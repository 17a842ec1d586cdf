import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { setMissingJourneyKeys } from './missing-journey-keys.ts'

const setMissingJourneyKeysJob = defineJob('set-missing-journey-keys', noPayload)
/** Fits the ten seconds of a job. */
const batchesPerJob = 10

/** Queued at start, every ten minutes, and after each job as long as keys are missing: a finished order may be open again. */
export const queueMissingJourneyKeys = ({ db, jobs }: Platform): Promise<void> =>
  inTransaction(db, (tx) => setMissingJourneyKeysJob.queue({ jobs, tx }, {}, { retries: 3 }))

export function journeyKeyJobs(platform: Platform) {
  setMissingJourneyKeysJob.handle(
    platform.jobs,
    async () => {
      for (let batch = 0; batch < batchesPerJob; batch++) if (!(await setMissingJourneyKeys(platform))) return
      await queueMissingJourneyKeys(platform)
    },
    { every: '*/10 * * * *' },
  )
}
