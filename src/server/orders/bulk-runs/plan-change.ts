import type { BulkRunAction } from '#contract/bulk-runs.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { claimChange, releaseChange } from '../assign.ts'
import type { OrderChange } from '../bulk-change.ts'
import { deleteChange } from '../delete.ts'
import { moveChange } from '../move.ts'

/** The change that an action makes, by the member's present rights; refuses as the call for single orders does. */
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
