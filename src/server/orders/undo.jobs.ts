import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { forgetUndoTokens } from './undo.queries.ts'

export function undoJobs({ jobs, db, clock }: Platform) {
  const forget = () => inTransaction(db, (tx) => forgetUndoTokens(tx, clock()))
  jobs.handle('forget-undo-tokens', forget, { every: '17 * * * *' })
}
