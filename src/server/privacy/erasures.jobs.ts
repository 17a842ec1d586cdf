import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { eraseConfirmedJob } from './confirm-erasure.ts'
import { runErasures } from './erasures.ts'
import { runRetention } from './retention.ts'

/** Resumes erasures of a killed server, and postponed orders. */
const resumeErasuresJob = defineJob('resume-erasures', noPayload)

const retentionJob = defineJob('run-retention', noPayload)
/** Fits the ten minutes of a nightly job; the rest waits for the next night. */
const retentionMs = 8 * 60_000

/** Fits the ten seconds of a job. */
const runMs = 6000

async function erase(platform: Platform) {
  const isLeft = await runErasures(platform, Date.now() + runMs)
  if (isLeft)
    await inTransaction(platform.db, (tx) => eraseConfirmedJob.queue({ jobs: platform.jobs, tx }, {}))
}

export function privacyJobs(platform: Platform) {
  eraseConfirmedJob.handle(platform.jobs, () => erase(platform))
  resumeErasuresJob.handle(platform.jobs, () => erase(platform), { every: '* * * * *' })
  // Night in Jakarta.
  retentionJob.handle(platform.jobs, () => runRetention(platform, Date.now() + retentionMs), {
    every: '40 18 * * *',
    timeoutSeconds: 600,
  })
}
