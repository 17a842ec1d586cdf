import type { BulkRunAction } from '#contract/bulk-runs.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { claimChange, releaseChange } from '../assign.ts'
import { changeEach, type BulkOutcome, type OrderChange } from '../bulk-change.ts'
import { deleteChange } from '../delete.ts'
import { moveChange } from '../move.ts'
import { explainClosedOrders } from '../order-access.ts'

/** What an action does to an order, by the rights that the member has now; refused as the call for single orders is. */
export async function planChange(work: Work, action: BulkRunAction): Promise<OrderChange> {
  switch (action.kind) {
    case 'assign':
      return claimChange(work, action.assignto, action.takeOver ?? false)
    case 'giveBack':
      return releaseChange(work)
    case 'delete':
      return deleteChange(work)
    case 'move':
      if (action.updatingStatus === 'Deleted') refuse('invalid', 'Move to Delete takes one order.')
      return moveChange(work, action)
  }
}

/** Changes those that this member may work on, and says of each of the others why it was not changed. */
export async function changeOpenOrders(
  work: Work,
  change: OrderChange,
  orderIds: readonly number[],
): Promise<BulkOutcome> {
  const closed = await explainClosedOrders(work.tx, work.actor, orderIds)
  const closedIds = new Set(closed.map(({ orderId }) => orderId))
  const ids = orderIds.filter((id) => !closedIds.has(id))
  const outcome = await changeEach(work, { ...change, ids })
  return { ...outcome, skips: [...closed, ...outcome.skips] }
}
