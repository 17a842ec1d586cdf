import type { AdvisedDispute } from '#contract/disputes.ts'
import { toDispute } from './list-disputes.ts'

/** Inquiries are always answered (product §14). */
export function adviseOn(row: Parameters<typeof toDispute>[0]): AdvisedDispute {
  const dispute = toDispute(row)
  const isOpen = dispute.outcome === 'Open' && dispute.settled_as === null
  return { ...dispute, advice: isOpen && dispute.stage === 'inquiry' ? 'answer' : 'none' }
}
