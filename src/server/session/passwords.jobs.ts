import type { Platform } from '#server/platform/work.ts'
import { mailResetLink, mailResetLinkJob } from './passwords.ts'

export const sessionJobs = (platform: Platform) =>
  mailResetLinkJob.handle(platform.jobs, (reset) => mailResetLink(platform, reset))
