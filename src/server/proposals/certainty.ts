import { countAgreeing, isAgreed } from '#contract/rules/document-identifiers.ts'
import type { Comparison } from './compare-document.ts'

/** An order that a document may be of. */
export interface Candidate {
  orderId: number
  /** Its document is still to come. */
  isOpen: boolean
  comparison: Comparison
}

/** The best first: what agrees without contradiction, then by how much agrees. */
export const rankCandidates = <C extends Candidate>(candidates: readonly C[]): C[] =>
  candidates.toSorted(
    (a, b) =>
      Number(isAgreed(b.comparison)) - Number(isAgreed(a.comparison)) ||
      countAgreeing(b.comparison) - countAgreeing(a.comparison) ||
      a.comparison.contradicts.length - b.comparison.contradicts.length ||
      Number(b.isOpen) - Number(a.isOpen) ||
      a.orderId - b.orderId,
  )

/** Whether another order speaks against that the document is of the best one. */
function competes(best: Comparison, other: Comparison): boolean {
  // What is written of another order, and of none of this one's travellers, names two orders.
  if (other.evidence.some((it) => !best.evidence.includes(it))) return true
  return other.contradicts.length === 0 && countAgreeing(other) >= countAgreeing(best)
}

/**
 * The order that a document certainly is of (product §12): open, with two identifiers that agree and none that
 * contradicts, and no other open order fits as well; null where there is none.
 */
export function certainOrder(candidates: readonly Candidate[]): number | null {
  const [best, ...others] = rankCandidates(candidates)
  if (!best?.isOpen || !isAgreed(best.comparison)) return null
  const rivals = others.filter(({ isOpen }) => isOpen)
  return rivals.some(({ comparison }) => competes(best.comparison, comparison)) ? null : best.orderId
}
