import { deleteExpiredAttempts } from '#server/platform/auth/attempts.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { mailResetLink, mailResetLinkJob } from './passwords.ts'
import { deleteExpiredChallenges } from './factors/passkeys.queries.ts'
import { deleteExpiredDevices } from './known-devices.ts'
import { deleteExpiredResets } from './sessions.queries.ts'

const deleteAttempts = defineJob('delete-expired-attempts', noPayload)
const deleteResetLinks = defineJob('delete-expired-reset-links', noPayload)

const deleteChallenges = defineJob('delete-expired-challenges', noPayload)
const deleteDevices = defineJob('delete-expired-devices', noPayload)

export function sessionJobs(platform: Platform) {
  const { jobs, db, clock } = platform
  deleteAttempts.handle(jobs, () => deleteExpiredAttempts(db, clock()), { every: '7 * * * *' })
  deleteResetLinks.handle(jobs, () => inTransaction(db, (tx) => deleteExpiredResets(tx, clock())), {
    every: '17 * * * *',
  })
  deleteChallenges.handle(jobs, () => inTransaction(db, (tx) => deleteExpiredChallenges(tx, clock())), {
    every: '37 * * * *',
  })
  deleteDevices.handle(jobs, () => inTransaction(db, (tx) => deleteExpiredDevices(tx, clock())), {
    every: '27 3 * * *',
  })
  mailResetLinkJob.handle(jobs, (reset) => mailResetLink(platform, reset))
}
