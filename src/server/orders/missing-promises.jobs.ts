import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { setMissingPromises } from './missing-promises.ts'

const setMissingPromisesJob = defineJob('set-missing-promises', noPayload)
/** Fits the ten seconds of a job. */
const batchesPerJob = 10

/** Queued at start, every ten minutes, and after each job as long as promises are missing. */
export const queueMissingPromises = ({ db, jobs }: Platform): Promise<void> =>
  inTransaction(db, (tx) => setMissingPromisesJob.queue({ jobs, tx }, {}, { retries: 3 }))

export function promiseJobs(platform: Platform) {
  setMissingPromisesJob.handle(
    platform.jobs,
    async () => {
      for (let batch = 0; batch < batchesPerJob; batch++) if (!(await setMissingPromises(platform))) return
      await queueMissingPromises(platform)
    },
    { every: '*/10 * * * *' },
  )
}
