import { createHash } from 'node:crypto'
import { recordEvent } from '#server/orders/events.ts'
import { completeByUpload } from '#server/orders/change-status.ts'
import { getOrder } from '#server/orders/orders.ts'
import { newFileName } from '#server/platform/files/file-store.ts'
import { sniff, type FileKind } from '#server/platform/files/sniff.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import type { Upload } from '#server/platform/http/multipart.ts'
import { refuse } from '#server/platform/refusal.ts'
import { chooseProvider } from '#server/platform/mail/providers.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Call, Work } from '#server/platform/work.ts'
import { queuePreview } from './preview.jobs.ts'
import { insertDocument, isMessageFileAccepted } from './documents.queries.ts'
import { queueApprovedMail, type Recipient } from './documents.ts'
import { withdrawDocument } from './withdraw.ts'

export interface ApprovedUpload {
  orderId: number
  recipient: Recipient
  file: Upload
  /** `file1` of the document that this one replaces. */
  replaces: string | undefined
  /** Set where the file was not uploaded but received by mail; the same file is accepted once. */
  receivedByMail?: { messageFileId: number; sender: string }
}

/** The last part of the uploaded name, for display only: the type is decided by the content. */
const displayName = (name: string, { extension }: FileKind) =>
  singleLine((name.split(/[/\\]/).at(-1) ?? '').slice(-200)) || `document.${extension}`

/**
 * Stores an approved document, mails it and completes the order, all or nothing (product §3, Upload). `completed` says
 * whether the status changed.
 */
export async function uploadDocument(
  call: Call,
  upload: ApprovedUpload,
): Promise<{ file1: string; completed: boolean }> {
  const kind = await sniff(upload.file.bytes)
  if (!kind) {
    const message = 'The file must be a PDF, JPEG, PNG or WebP document.'
    return refuse('unsupported', message, { errors: { uploadVisaDoc: message } })
  }
  const file1 = newFileName(kind.extension)
  return storeWithRows(call, [{ name: file1, bytes: upload.file.bytes }], async (tx) => {
    const completed = await recordUpload({ ...call, tx }, upload, kind, file1)
    return { file1, completed }
  })
}

async function recordUpload(
  work: Work,
  { orderId, recipient, file, replaces, receivedByMail }: ApprovedUpload,
  kind: FileKind,
  file1: string,
): Promise<boolean> {
  const order = await getOrder(work.tx, orderId)
  if (receivedByMail && (await isMessageFileAccepted(work.tx, orderId, receivedByMail.messageFileId)))
    return refuse('conflict', 'This file is a document of the order already.')
  const sha256 = createHash('sha256').update(file.bytes).digest()
  const name = displayName(file.name, kind)
  const { id } = await insertDocument(work.tx, {
    order_id: orderId,
    file1,
    name,
    content_type: kind.contentType,
    size: file.bytes.length,
    sha256,
    mail_service_provider: chooseProvider(work.config, recipient.provider),
    created_at: work.now,
    member_id: work.actor.id,
    message_file_id: receivedByMail?.messageFileId ?? null,
  })
  await queuePreview(work, id)
  const eventId = await recordEvent(work, {
    orderId,
    action: 'document uploaded',
    details: {
      name,
      size: file.bytes.length,
      sha256: sha256.toString('hex'),
      ...(receivedByMail && { cameByMailFrom: receivedByMail.sender }),
    },
  })
  if (replaces !== undefined)
    await withdrawDocument(work, { orderId, file1: replaces, reason: replacedReason, replacedBy: id })
  await queueApprovedMail(work, order, recipient, { documentId: id, eventId })
  return completeByUpload(work, orderId)
}

const replacedReason = 'Replaced by another document.'
