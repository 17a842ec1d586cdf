import type { Body } from '#contract/endpoint.ts'
import * as contract from '#contract/moves.ts'
import type { StagedTarget } from '#contract/rules/staged-moves.ts'
import type { Status } from '#contract/rules/statuses.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { changeInBulk, type OrderChange } from './bulk-change.ts'
import { describeChangedStatus } from './current-status.ts'
import { statusChange } from './change-status.ts'
import { canBeMoved } from './guards.queries.ts'
import { openDisputesOfMove } from './order-dispute.ts'

/** A move beside a comment or an answer. */
export interface StagedMove {
  orderId: number
  updatingStatus?: StagedTarget | undefined
  expectedStatus?: Status | undefined
}

type MoveBody = Body<typeof contract.moveOrders>

/** Any target but New; with `expectedStatus` only from that status. */
export const moveChange = (
  work: Work,
  { updatingStatus: target, expectedStatus: expected }: Omit<MoveBody, 'orderId'>,
): OrderChange => ({
  action: 'moved',
  guard: canBeMoved(target, expected),
  change: statusChange(work, target),
  explainSkip: (state) => ({
    kind: 'conflict',
    reason: describeChangedStatus(state, { already: state.process_status === target }),
  }),
  ...(target === 'ChargeBack' && { onChanged: (changed) => openDisputesOfMove(work, changed) }),
})

/**
 * Moves the order together with a comment or an answer; returns the undo token, or null without a move. 409 for a
 * stale move.
 */
export async function moveWith(
  work: Work,
  { orderId, updatingStatus, expectedStatus }: StagedMove,
): Promise<string | null> {
  if (!updatingStatus) return null
  const { undo } = await changeInBulk(work, {
    ids: [orderId],
    ...moveChange(work, { updatingStatus, expectedStatus }),
  })
  return undo
}

export const moveCalls = implement(contract, {
  /** Every member may move one order to Deleted; several need the permission to delete from lists (product §3). */
  moveOrders: write(async (work, { body }) => {
    if (body.updatingStatus === 'Deleted' && body.orderId.length > 1)
      return refuse('invalid', 'Move to Delete takes one order.')
    return {
      message: 'Order has been moved successfully',
      data: await changeInBulk(work, { ids: body.orderId, ...moveChange(work, body) }),
    }
  }),
})
