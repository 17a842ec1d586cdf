import { correctedIndexes } from '#contract/rules/travellers.ts'
import type { CustomerData } from '#server/orders/customer-data.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { detachDocuments, hasDocumentOf, moveDocuments } from './follow-correction.queries.ts'

type Family = CustomerData['familyMember']

/**
 * Lets the documents of travellers follow a correction of the family list of a locked order; 409 where it would take out a traveller
 * who has a document.
 */
export async function followCorrection(
  { tx }: Pick<Work<Actor>, 'tx'>,
  orderId: number,
  { before, after }: { before: Family; after: Family },
): Promise<void> {
  const indexes = [...correctedIndexes(before, after)]
  const left = indexes.flatMap(([from, to]) => (to === null ? [from] : []))
  const moved = indexes.flatMap(([from, to]) => (to === null || to === from ? [] : [{ from, to }]))
  if (left.length > 0) {
    if (await hasDocumentOf(tx, orderId, left))
      return refuse('conflict', 'A traveller who would leave the order has a document. Withdraw it first.')
    await detachDocuments(tx, orderId, left)
  }
  if (moved.length > 0) await moveDocuments(tx, orderId, moved)
}
