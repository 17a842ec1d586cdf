import { lookJobs } from './documents/look/jobs.ts'
import { intakeJobs } from './intake/jobs.ts'
import { mailTemplates } from './mail-templates.ts'
import { countJobs } from './orders/counts/jobs.ts'
import { evidenceJobs } from './orders/evidence/jobs.ts'
import { undoJobs } from './orders/undo/jobs.ts'
import { handleMails } from './platform/mail/mail-worker.ts'
import type { Platform } from './platform/work.ts'
import { sessionJobs } from './session/jobs.ts'
import { linkJobs } from './visitor/link/jobs.ts'

/** Every feature's work after the answer; before `platform.jobs.start()`. */
export function registerJobs(platform: Platform) {
  countJobs(platform)
  evidenceJobs(platform)
  handleMails(platform, mailTemplates)
  intakeJobs(platform)
  lookJobs(platform)
  linkJobs(platform)
  sessionJobs(platform)
  undoJobs(platform)
}
