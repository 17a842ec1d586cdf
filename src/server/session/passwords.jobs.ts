import { forgetAttempts } from '#server/platform/auth/attempts.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { mailResetJob, mailResetLink, type MailReset } from './passwords.ts'
import { deleteResetsBefore } from './sessions.queries.ts'

export function sessionJobs(platform: Platform) {
  const { jobs, db, clock } = platform
  const forgetAttemptsNow = async () => {
    await forgetAttempts(db, clock())
  }
  const forgetLinks = async () => {
    await inTransaction(db, (tx) => deleteResetsBefore(tx, clock()))
  }
  jobs.handle('forget-attempts', forgetAttemptsNow, { every: '7 * * * *' })
  jobs.handle('forget-reset-links', forgetLinks, { every: '17 * * * *' })
  jobs.handle<MailReset>(mailResetJob, (reset) => mailResetLink(platform, reset))
}
