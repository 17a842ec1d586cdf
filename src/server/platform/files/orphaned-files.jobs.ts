import { defineJob, noPayload } from '../jobs/define-job.ts'
import type { Platform } from '../work.ts'
import { removeOrphanedFiles } from './orphaned-files.ts'

const removeOrphanedFilesJob = defineJob('remove-orphaned-files', noPayload)

export function fileJobs(platform: Platform) {
  removeOrphanedFilesJob.handle(platform.jobs, () => removeOrphanedFiles(platform), {
    every: '17 4 * * *',
    timeoutSeconds: 600,
  })
}
