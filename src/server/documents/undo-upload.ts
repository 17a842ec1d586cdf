import { recordEvent } from '#server/orders/events.ts'
import { lockOrder } from '#server/orders/orders.ts'
import { cancelMailsOfEvents, type Reverted } from '#server/orders/undo.ts'
import type { Work } from '#server/platform/work.ts'
import { documentName } from './documents.ts'
import { withdrawDocument } from './documents.queries.ts'
import { restoreReplacedDocuments, selectUploads } from './undo-upload.queries.ts'

const reason = 'Undone.'

/**
 * Takes back the uploads among these events: the document is withdrawn, what it replaced is valid again, and its mail is
 * cancelled if it has not left (product §12). A document that was withdrawn meanwhile is skipped.
 */
export async function undoUploads(work: Work, eventIds: readonly number[]): Promise<Reverted> {
  const reverted: Reverted = { updated: [], skipped: [] }
  const uploads = await selectUploads(work.tx, eventIds)
  // As uploads do, so that no traveller gets a document while another of theirs is brought back.
  const orderIds = [...new Set(uploads.map(({ order_id }) => order_id))]
  for (const orderId of orderIds.toSorted((a, b) => a - b)) await lockOrder(work.tx, orderId)
  for (const { id, order_id: orderId, file1 } of uploads) {
    const withdrawn =
      file1 !== null &&
      (await withdrawDocument(work.tx, orderId, file1, {
        at: work.now,
        memberId: work.actor.id,
        sealedReason: work.seal.seal('documents.sealed_withdrawn_reason', file1, reason),
        replacedBy: null,
      }))
    if (!withdrawn) {
      reverted.skipped.push({ orderId, reason: 'was changed in the meantime' })
      continue
    }
    await cancelMailsOfEvents(work, [id])
    const name = documentName(work.seal, withdrawn)
    await recordEvent(work, { orderId, action: 'document withdrawn', details: { name, reason } })
    for (const restored of await restoreReplacedDocuments(work.tx, orderId, file1))
      await recordEvent(work, {
        orderId,
        action: 'document restored',
        details: { name: documentName(work.seal, restored) },
      })
    reverted.updated.push(orderId)
  }
  return reverted
}
