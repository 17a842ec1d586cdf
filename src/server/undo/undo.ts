import { undoUploads } from '#server/documents/undo-upload.ts'
import type { BulkResult } from '#server/orders/bulk-result.ts'
import {
  claimEventsToUndo,
  requireRestorableEvent,
  revertEvents,
  type Reverted,
} from '#server/orders/undo.ts'
import { reopenProposals } from '#server/proposals/proposals.ts'
import { refuse } from '#server/platform/refusal.ts'
import { cancelQuestions } from '#server/questions/cancel-questions.ts'
import type { Work } from '#server/platform/work.ts'

/** The result of a bulk call; 409 where nothing could be taken back. */
function toResult({ updated, skipped }: Reverted): BulkResult {
  const result = { updated, skipped, undo: null }
  const [first] = skipped
  if (updated.length === 0 && first)
    refuse('conflict', `Order ${first.orderId} ${first.reason}.`, { data: result })
  return result
}

/**
 * Takes back what a token stands for, documents before states, questions with them (product §3, §12): what changed meanwhile is skipped and
 * said. 409 where the token was used or has expired.
 */
export async function undo(work: Work, token: string): Promise<BulkResult> {
  const eventIds = await claimEventsToUndo(work, token)
  const uploads = await undoUploads(work, eventIds)
  await reopenProposals(work, eventIds, uploads.updated)
  const states = await revertEvents(work, eventIds, 'undone')
  const result = toResult({
    updated: [...new Set([...uploads.updated, ...states.updated])],
    skipped: [...uploads.skipped, ...states.skipped],
  })
  // A question is the only event of its token: it was taken back, or all of this is refused.
  await cancelQuestions(work, eventIds)
  return result
}

/** The same for the last event of an order, later: for Admin, Manager and the member who did it (product §3). */
export async function restore(work: Work, orderId: number, eventId: number): Promise<BulkResult> {
  await requireRestorableEvent(work, orderId, eventId)
  const result = toResult(await revertEvents(work, [eventId], 'restored'))
  await cancelQuestions(work, [eventId])
  return result
}
