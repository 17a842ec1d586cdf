import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { forgetAnswers } from './receive-order.queries.ts'

/** Repeats come within minutes; after so long a key may be used again. */
const kept = 30 * 24 * 60 * 60_000

export function intakeJobs({ jobs, db, clock }: Platform) {
  const forget = () => inTransaction(db, (tx) => forgetAnswers(tx, new Date(clock().getTime() - kept)))
  jobs.handle('forget-intake-answers', forget, { every: '27 3 * * *' })
}
