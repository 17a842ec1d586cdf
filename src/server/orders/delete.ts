import { can } from '#contract/rules/roles.ts'
import * as contract from '#contract/moves.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { changeInBulk, type OrderChange } from './bulk-change.ts'
import { viewOf } from './counts.ts'
import { canBeDeleted } from './guards.queries.ts'

/** Delete from a list: Admin and Manager anywhere, everyone in the future queue (product §4). */
export function deleteChange(work: Work): OrderChange {
  const futureQueueOf = can(work.actor.role, 'deleteFromList') ? null : viewOf(work)
  return {
    action: 'deleted',
    guard: canBeDeleted(futureQueueOf),
    change: { process_status: 'Deleted' },
    explainSkip: (state) =>
      state.process_status === 'Deleted'
        ? { kind: 'conflict', reason: 'is Deleted already' }
        : { kind: 'forbidden', reason: 'can only be deleted by an Admin or Manager' },
  }
}

export const deleteCalls = implement(contract, {
  deleteOrders: write(async (work, { body }) => ({
    message: 'Order has been deleted successfully',
    data: await changeInBulk(work, { ids: body.orderId, ...deleteChange(work) }),
  })),
})
