import { countAgreeing, isAgreed } from '#contract/rules/document-identifiers.ts'
import type { Comparison } from './compare-document.ts'

export interface Candidate {
  orderId: number
  /** Its document is still due. */
  isOpen: boolean
  comparison: Comparison
}

/** Best first: agreement without contradiction, then the number of agreeing identifiers. */
export const rankCandidates = <C extends Candidate>(candidates: readonly C[]): C[] =>
  candidates.toSorted(
    (a, b) =>
      Number(isAgreed(b.comparison)) - Number(isAgreed(a.comparison)) ||
      countAgreeing(b.comparison) - countAgreeing(a.comparison) ||
      a.comparison.contradicts.length - b.comparison.contradicts.length ||
      Number(b.isOpen) - Number(a.isOpen) ||
      a.orderId - b.orderId,
  )

/** Whether another order makes it uncertain that the document is of the best one. */
function competes(best: Comparison, other: Comparison): boolean {
  // A document that names another order, and none of this one's travellers, names two orders.
  if (other.evidence.some((it) => !best.evidence.includes(it))) return true
  return other.contradicts.length === 0 && countAgreeing(other) >= countAgreeing(best)
}

/** Open, with two agreeing identifiers and no contradiction, and no other open order fits as well (product §12). */
export function certainOrder(candidates: readonly Candidate[]): number | null {
  const [best, ...others] = rankCandidates(candidates)
  if (!best?.isOpen || !isAgreed(best.comparison)) return null
  const rivals = others.filter(({ isOpen }) => isOpen)
  return rivals.some(({ comparison }) => competes(best.comparison, comparison)) ? null : best.orderId
}
