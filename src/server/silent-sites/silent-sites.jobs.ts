import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { watchSites } from './silent-sites.ts'

const watchSitesJob = defineJob('watch-sites', noPayload)

export const silentSiteJobs = (platform: Platform) =>
  watchSitesJob.handle(platform.jobs, () => watchSites(platform), { every: '*/5 * * * *' })
