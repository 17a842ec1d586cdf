import type { Work } from '#server/platform/work.ts'
import { cancelOpenQuestions, reopenQuestions } from './questions.queries.ts'

/** Ends the questions that these undone events asked, and reopens those that they had replaced. */
export async function cancelQuestions({ tx, now }: Work, eventIds: readonly number[]): Promise<void> {
  const replaced = await cancelOpenQuestions(tx, eventIds, now)
  if (replaced.length > 0) await reopenQuestions(tx, replaced)
}
