import { createHash } from 'node:crypto'
import type { output } from 'zod/mini'
import type { uploadResult } from '#contract/common-schemas.ts'
import { recordEvent } from '#server/orders/events.ts'
import { completeByUpload } from '#server/orders/change-status.ts'
import { lockOrder } from '#server/orders/orders.ts'
import { createUndoToken } from '#server/orders/undo.ts'
import { together } from '#server/platform/db/together.ts'
import { newFileName } from '#server/platform/files/file-store.ts'
import type { SealedFile } from '#server/platform/files/sealed-files.ts'
import { sniff, type FileKind } from '#server/platform/files/sniff.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import type { Upload } from '#server/platform/http/multipart.ts'
import { refuse } from '#server/platform/refusal.ts'
import { chooseProvider } from '#server/platform/mail/providers.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { Call, JobActor, MemberActor, Work } from '#server/platform/work.ts'
import { queuePreview } from './preview.jobs.ts'
import type { Preview } from './preview.queries.ts'
import { insertDocument, isMessageFileAccepted } from './documents.queries.ts'
import { queueApprovedMail, type Recipient } from './documents.ts'
import { findDocumentWarnings, readText } from './document-warnings.ts'
import { requireExpectedState, type ExpectedState } from './expected-state.ts'
import { withdrawDocument } from './withdraw.ts'

export type UploadResult = output<typeof uploadResult>

export interface ApprovedUpload {
  orderId: number
  recipient: Recipient
  file: Upload
  /** `file1` of the document that this one replaces. */
  replaces: string | undefined
  /** Set where the file was not uploaded but received by mail; the same file is accepted once. */
  receivedByMail?: { messageFileId: number; sender: string }
  /** What the uploader saw; 409 where it is no longer so. */
  expected?: ExpectedState
  /** What is done with it, all or nothing. */
  alongside?: (work: Work) => Promise<void>
}

/** Of a file whose content is no document's. */
export const unacceptedMessage = 'The file must be a PDF, JPEG, PNG or WebP document.'

const endings = { pdf: /\.pdf$/i, jpg: /\.jpe?g$/i, png: /\.png$/i, webp: /\.webp$/i }

/** The last part of the uploaded name, for display only: the type is decided by the content, and the name says it. */
export function displayName(name: string, { extension }: FileKind): string {
  const last = singleLine((name.split(/[/\\]/).at(-1) ?? '').slice(-200)) || 'document'
  return endings[extension].test(last) ? last : `${last}.${extension}`
}

/** How long undo comes before the mail; product §12. */
const secondsToMail = { usual: 10, withWarnings: 60 }

/**
 * Stores an approved document, mails it and completes the order, all or nothing (product §3, Upload). The mail waits, so
 * that undo comes first; with warnings the visitor waits as long. `completed` says whether the status changed.
 */
export async function uploadDocument(call: Call, upload: ApprovedUpload): Promise<UploadResult> {
  const { bytes, name } = upload.file
  const kind = await sniff(bytes)
  if (!kind) {
    return refuse('unsupported', unacceptedMessage, { errors: { uploadVisaDoc: unacceptedMessage } })
  }
  const { contentType, extension } = kind
  const text = await readText(bytes, contentType)
  const stored = call.files.seal('documents.file_key', bytes)
  const document: NewDocument = {
    file1: newFileName(extension),
    stored,
    name: displayName(name, kind),
    contentType,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    text,
  }
  const recorded = await storeWithRows(call, [stored], (tx) =>
    recordMembersUpload({ ...call, tx }, upload, document),
  )
  return { file1: document.file1, ...recorded }
}

async function recordMembersUpload(
  work: Work,
  { orderId, recipient, replaces, receivedByMail, expected = {}, alongside }: ApprovedUpload,
  document: NewDocument,
): Promise<Omit<UploadResult, 'file1'>> {
  // Of several uploads to one order at once each waits for the one before.
  const order = await lockOrder(work.tx, orderId)
  await requireExpectedState(work.tx, order, expected)
  const { eventIds, ...recorded } = await recordUpload(
    work,
    order,
    {
      recipient,
      receivedByMail,
      async alongside(replacedBy) {
        if (replaces !== undefined)
          await withdrawDocument(work, { orderId, file1: replaces, reason: replacedReason, replacedBy })
        await alongside?.(work)
      },
    },
    document,
  )
  return { ...recorded, undo: await createUndoToken(work, eventIds) }
}

/** A document whose file is stored, and what its row keeps of it. */
export interface NewDocument {
  file1: string
  stored: Pick<SealedFile, 'name' | 'key'>
  name: string
  contentType: FileKind['contentType']
  size: number
  sha256: Buffer
  text: string
  /** Its preview, where that has been made already. */
  preview?: Preview
}

interface UploadToRecord {
  /** The order's own e-mail and the default provider, unless said. */
  recipient?: Recipient
  /** Set where the file was received by mail; of one with a message's file the same is accepted once. */
  receivedByMail?: { messageFileId?: number; sender: string } | undefined
  /** What else speaks against it, as sentences. */
  doubts?: readonly string[]
  /** What is done with it, all or nothing. */
  alongside?: (documentId: number) => Promise<void>
}

export interface RecordedUpload {
  /** By which it is undone. */
  eventIds: number[]
  completed: boolean
  warnings: string[]
  secondsToMail: number
}

/** The row, the mail and the completion of a locked order's new document. */
export async function recordUpload(
  work: Work<MemberActor | JobActor>,
  order: OrderRow,
  {
    recipient = { email: order.email, provider: undefined },
    receivedByMail,
    doubts = [],
    alongside,
  }: UploadToRecord,
  { file1, stored, name, contentType, size, sha256, text, preview }: NewDocument,
): Promise<RecordedUpload> {
  const { order_id: orderId } = order
  const messageFileId = receivedByMail?.messageFileId
  if (messageFileId !== undefined && (await isMessageFileAccepted(work.tx, orderId, messageFileId)))
    return refuse('conflict', 'This file is already a document of the order.')
  const warnings = [...doubts, ...(await findDocumentWarnings(work, order, { name, text }))]
  const seconds = warnings.length > 0 ? secondsToMail.withWarnings : secondsToMail.usual
  const notBefore = new Date(work.now.getTime() + seconds * 1000)
  const inserted = insertDocument(work.tx, {
    order_id: orderId,
    file1,
    stored_as: stored.name,
    file_key: stored.key,
    sealed_name: work.seal.seal('documents.sealed_name', file1, name),
    content_type: contentType,
    size,
    sha256,
    mail_service_provider: chooseProvider(work.config, recipient.provider),
    created_at: work.now,
    member_id: work.actor.kind === 'member' ? work.actor.id : null,
    message_file_id: messageFileId ?? null,
    visible_from: warnings.length > 0 ? notBefore : null,
    ...preview,
  })
  const recorded = recordEvent(work, {
    orderId,
    action: 'document uploaded',
    details: {
      file1,
      name,
      size,
      sha256: sha256.toString('hex'),
      ...(receivedByMail && { cameByMailFrom: receivedByMail.sender }),
    },
  })
  const [{ id }, eventId] = await together([inserted, recorded])
  await alongside?.(id)
  const [completedId] = await together([
    completeByUpload(work, orderId),
    preview ? Promise.resolve() : queuePreview(work, id),
    queueApprovedMail(work, order, recipient, { documentId: id, eventId, notBefore }),
  ])
  return {
    eventIds: completedId === undefined ? [eventId] : [eventId, completedId],
    completed: completedId !== undefined,
    warnings,
    secondsToMail: seconds,
  }
}

const replacedReason = 'Replaced by another document.'

/** When the mail of an upload leaves, for the answer's message. */
export const mailNotice = ({ secondsToMail: seconds }: UploadResult): string =>
  `It is mailed in ${seconds} s.`
