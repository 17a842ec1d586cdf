import { recordEvent } from '#server/orders/events.ts'
import type { Reverted } from '#server/orders/undo.ts'
import type { Work } from '#server/platform/work.ts'
import { documentName } from './documents.ts'
import { withdrawDocument } from './documents.queries.ts'
import { restoreReplacedDocuments, selectUploads } from './undo-upload.queries.ts'

const reason = 'Undone.'

/**
 * Takes back the uploads among these events of locked orders: the document is withdrawn, and what it replaced is valid again
 * (product §12). A document that was withdrawn meanwhile is skipped.
 */
export async function undoUploads(work: Work, eventIds: readonly number[]): Promise<Reverted> {
  const reverted: Reverted = { updated: [], skipped: [] }
  for (const { order_id: orderId, file1 } of await selectUploads(work.tx, eventIds)) {
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
