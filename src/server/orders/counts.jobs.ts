import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { foldCounts } from './counts.queries.ts'

/** Keeps the signed rows few, whatever is written. */
export function countJobs({ jobs, db }: Platform) {
  jobs.handle('fold-order-counts', () => inTransaction(db, (tx) => foldCounts(tx)), {
    every: '* * * * *',
  })
}
