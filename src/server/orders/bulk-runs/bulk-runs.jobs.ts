import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { workRunsJob } from './start-run.ts'
import { workRuns } from './work-runs.ts'

/** Resumes runs that a killed server left. */
const resumeRunsJob = defineJob('resume-bulk-runs', noPayload)

/** Leaves a margin within the ten seconds of a job. */
const runMs = 6000

async function work(platform: Platform) {
  const isLeft = await workRuns(platform, Date.now() + runMs)
  if (isLeft)
    await inTransaction(platform.db, (tx) =>
      workRunsJob.queue({ jobs: platform.jobs, tx }, {}, { retries: 3 }),
    )
}

export function bulkRunJobs(platform: Platform) {
  workRunsJob.handle(platform.jobs, () => work(platform))
  resumeRunsJob.handle(platform.jobs, () => work(platform), { every: '* * * * *' })
}
