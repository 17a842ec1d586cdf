import type { LockedOrder } from '#server/orders/order-access.ts'
import { displayName, recordUpload, type RecordedUpload } from '#server/documents/upload.ts'
import { newFileName } from '#server/platform/files/file-store.ts'
import { kindOfType } from '#server/platform/files/sniff.ts'
import type { JobActor, MemberActor, Work } from '#server/platform/work.ts'
import { openContent } from './proposal-content.ts'
import { markSent, type ProposalRow } from './proposals.queries.ts'
import { selectMessageOfFile } from './message-of-file.queries.ts'

/** The same stored file and picture, as an upload (product §3). A contradiction delays the mail. */
export async function sendProposal(
  work: Work<MemberActor | JobActor>,
  order: LockedOrder,
  row: ProposalRow,
): Promise<RecordedUpload> {
  const { files, seal, tx, now, actor } = work
  const { order_id: orderId } = order
  const kind = kindOfType(row.content_type)
  if (!kind) throw new Error(`a proposal of ${row.content_type}`)
  const content = openContent(seal, row)
  const file1 = newFileName(kind.extension)
  const { stored_as: name, file_key: key, preview_file: preview, preview_key: previewKey } = row
  const message =
    row.message_file_id === null ? undefined : await selectMessageOfFile(tx, row.message_file_id)
  const isOfThisOrder = message?.order_id === orderId
  const recorded = await recordUpload(
    work,
    order,
    {
      receivedByMail:
        content.sender === ''
          ? undefined
          : {
              sender: content.sender,
              ...(isOfThisOrder && row.message_file_id !== null && { messageFileId: row.message_file_id }),
            },
    },
    {
      file1,
      stored: { name, key: files.sealKey('proposals.file_key', 'documents.file_key', { name, key }) },
      name: displayName(content.name, kind),
      contentType: kind.contentType,
      size: row.size,
      sha256: row.sha256,
      pages: content.pages,
      unchecked: content.unchecked,
      text: content.text,
      qrText: content.qrText,
      preview:
        preview === null || previewKey === null
          ? null
          : {
              name: preview,
              key: files.sealKey('proposals.preview_key', 'documents.preview_key', {
                name: preview,
                key: previewKey,
              }),
            },
    },
  )
  await markSent(tx, row.id, {
    sent_at: now,
    sent_by: actor.kind === 'member' ? actor.id : null,
    sent_order_id: orderId,
    sent_event_id: recorded.eventIds[0] ?? 0,
  })
  return recorded
}
