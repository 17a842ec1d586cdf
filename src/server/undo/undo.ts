import { undoUploads } from '#server/documents/undo-upload.ts'
import { bulkResult, type BulkResult } from '#server/orders/bulk-result.ts'
import {
  claimEventsToUndo,
  eventsOfCall,
  lockEvents,
  requireRestorableEvent,
  revertEvents,
} from '#server/orders/undo.ts'
import { reopenProposals } from '#server/proposals/proposals.ts'
import { takeBackMails, type MailTakenBack } from '#server/platform/mail/mail-rows.ts'
import { cancelQuestions } from '#server/questions/cancel-questions.ts'
import type { Work } from '#server/platform/work.ts'

/** What was taken back, and the mails that went with it. */
export interface TakenBack {
  result: BulkResult
  mails: MailTakenBack[]
}

/**
 * Takes back what events did to orders, an order by itself: the state, the document, the question, the refund and the mails
 * (product §3, §12). What changed meanwhile, and what the caller may not work on, is skipped and said; 409 where nothing
 * could be taken back.
 */
async function takeBack(
  work: Work,
  eventIds: readonly number[],
  action: 'undone' | 'restored',
): Promise<TakenBack> {
  const { events, skips } = await lockEvents(work, eventIds)
  const openIds = events.map(({ id }) => id)
  const uploads = await undoUploads(work, openIds)
  await reopenProposals(work, openIds, uploads.updated)
  const states = await revertEvents(work, events, action)
  const updated = [...new Set([...uploads.updated, ...states.updated])]
  const skipped = [...skips, ...uploads.skipped, ...states.skipped]
  const result = bulkResult(
    updated,
    skipped.map((skip) => ({ kind: 'conflict', ...skip })),
    null,
  )
  const revertedIds = events.filter((event) => updated.includes(event.order_id)).map(({ id }) => id)
  await cancelQuestions(work, revertedIds)
  return { result, mails: await takeBackMails(work.tx, revertedIds, work.now) }
}

/** What a token stands for; 409 where it was used or has expired. */
export const undo = async (work: Work, token: string): Promise<TakenBack> =>
  takeBack(work, await claimEventsToUndo(work, token), 'undone')

/** The same for the last event of an order, later: for Admin, Manager and the member who did it (product §3). */
export async function restore(work: Work, orderId: number, eventId: number): Promise<TakenBack> {
  const event = await requireRestorableEvent(work, orderId, eventId)
  return takeBack(work, await eventsOfCall(work, event), 'restored')
}
