import type { Body } from '#contract/endpoint.ts'
import type * as contract from '#contract/moves.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { changeInBulk } from './bulk-change.ts'
import type { BulkResult } from './bulk-result.ts'
import { describeChangedStatus } from './current-status.ts'
import { statusChange } from './change-status.ts'
import { canBeMoved } from './guards.queries.ts'

/**
 * Moves orders to any status but New; with `expectedStatus` only from that one. Everyone may move one order to Deleted,
 * but not several, because deleting from lists needs a permission (product §3).
 */
export async function moveOrders(work: Work, body: Body<typeof contract.moveOrders>): Promise<BulkResult> {
  const { updatingStatus: target, expectedStatus: expected } = body
  if (target === 'Deleted' && body.orderId.length > 1)
    return refuse('invalid', 'Move to Delete takes one order.')
  return changeInBulk(work, {
    ids: body.orderId,
    action: 'moved',
    guard: canBeMoved(target, expected),
    change: statusChange(work, target),
    explainSkip: (state) => ({
      kind: 'conflict',
      reason: describeChangedStatus(state, { already: state.process_status === target }),
    }),
  })
}
