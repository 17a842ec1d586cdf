import type { QuestionPage } from '#contract/visitor-page-data.ts'
import { openStatuses } from '#server/orders/change-status.ts'
import { secretHash } from '#server/platform/auth/tokens.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { selectQuestion } from './questions.queries.ts'

export type QuestionRow = NonNullable<Awaited<ReturnType<typeof selectQuestion>>>

type QuestionState = Exclude<QuestionPage['state'], 'closed' | 'sent'>

/** A question whose order is closed has ended. */
function stateOf(row: QuestionRow, now: Date): QuestionState {
  if (row.ended_as === 'answered' || row.ended_as === 'replaced') return row.ended_as
  const isOpen = row.ended_at === null && row.expires_at > now && openStatuses.includes(row.process_status)
  return isOpen ? 'open' : 'over'
}

export interface FoundQuestion {
  row: QuestionRow
  state: QuestionState
}

/** The question of a link's secret; null for an unknown secret and an erased order. */
export async function findQuestion(tx: Tx, secret: string, now: Date): Promise<FoundQuestion | null> {
  const row = await selectQuestion(tx, secretHash(secret))
  return row ? { row, state: stateOf(row, now) } : null
}
