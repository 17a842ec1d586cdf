import type { Work } from '#server/platform/work.ts'
import { cancelOpenQuestions, reopenQuestions } from './questions.queries.ts'

/**
 * Ends the links of the questions that these events asked, of the orders that were put back, and opens again what they had
 * replaced. One that was answered stays answered.
 */
export async function cancelQuestions(
  { tx, now }: Work,
  eventIds: readonly number[],
  orderIds: readonly number[],
): Promise<void> {
  const replaced = await cancelOpenQuestions(tx, eventIds, orderIds, now)
  if (replaced.length > 0) await reopenQuestions(tx, replaced)
}
