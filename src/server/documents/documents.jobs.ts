import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { openRemainingDocuments } from './open-remaining.ts'

const openRemainingJob = defineJob('open-remaining-documents', noPayload)
/** Five files of up to a minute each. */
const timeoutSeconds = 6 * 60

/** Runs at start, and after each job while documents were stored unopened. */
export const queueRemainingDocuments = ({ db, jobs }: Platform): Promise<void> =>
  inTransaction(db, (tx) =>
    openRemainingJob.queue({ jobs, tx }, {}, { startAfter: 1, retries: 3, timeoutSeconds }),
  )

export function documentJobs(platform: Platform) {
  openRemainingJob.handle(platform.jobs, async () => {
    if (await openRemainingDocuments(platform)) await queueRemainingDocuments(platform)
  })
}
