import type { Work } from '#server/platform/work.ts'
import { cancelOpenQuestions, reopenQuestions } from './questions.queries.ts'

/**
 * Ends the links of the questions that these events asked, which were taken back, and opens again what they had replaced.
 */
export async function cancelQuestions({ tx, now }: Work, eventIds: readonly number[]): Promise<void> {
  const replaced = await cancelOpenQuestions(tx, eventIds, now)
  if (replaced.length > 0) await reopenQuestions(tx, replaced)
}
