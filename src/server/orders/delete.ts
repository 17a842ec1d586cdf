import { can } from '#contract/rules/roles.ts'
import type { Work } from '#server/platform/work.ts'
import { changeInBulk } from './bulk-change.ts'
import type { BulkResult } from './bulk-result.ts'
import { viewFor } from './counts.ts'
import { canBeDeleted } from './guards.queries.ts'

/** Delete from a list: Admin and Manager anywhere, everyone in the future queue (product §4). */
export function deleteOrders(work: Work, ids: number[]): Promise<BulkResult> {
  const futureQueueOf = can(work.actor.role, 'deleteFromList') ? null : viewFor(work)
  return changeInBulk(work, {
    ids,
    action: 'deleted',
    guard: canBeDeleted(futureQueueOf),
    change: { process_status: 'Deleted' },
    explainSkip: (state) =>
      state.process_status === 'Deleted'
        ? { kind: 'conflict', reason: 'is Deleted already' }
        : { kind: 'forbidden', reason: 'can only be deleted by an Admin or Manager' },
  })
}
