import { forgetAttempts } from '#server/platform/auth/attempts.ts'
import type { Platform } from '#server/platform/work.ts'

export function sessionJobs({ jobs, db, clock }: Platform) {
  jobs.handle('forget-attempts', () => forgetAttempts(db, clock()).then(() => {}), { every: '7 * * * *' })
}
