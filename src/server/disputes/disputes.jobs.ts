import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { tellDueDisputes } from './tell-due.ts'

const tellDueDisputesJob = defineJob('tell-due-disputes', noPayload)

export const disputeJobs = (platform: Platform) =>
  tellDueDisputesJob.handle(platform.jobs, () => tellDueDisputes(platform), { every: '*/5 * * * *' })
