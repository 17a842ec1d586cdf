import { createHash } from 'node:crypto'
import type { output } from 'zod/mini'
import type { uploadResult } from '#contract/common-schemas.ts'
import * as contract from '#contract/documents.ts'
import { createUndoToken } from '#server/orders/undo.ts'
import { requireWaitingHousehold } from '#server/household/household.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { lockEachOrder, type LockedOrder } from '#server/orders/order-access.ts'
import { keepsMails } from '#server/platform/mail/providers.ts'
import type { Config } from '#server/config.ts'
import { refuseUnknownOrder } from '#server/orders/orders.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { newFileName } from '#server/platform/files/file-store.ts'
import { requireDocument } from '#server/platform/files/open-document.ts'
import type { FileKind } from '#server/platform/files/sniff.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import type { Upload } from '#server/platform/http/multipart.ts'
import { refuse } from '#server/platform/refusal.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Call, JobActor, MemberActor, Work } from '#server/platform/work.ts'
import { soleTraveller } from '#server/travellers/named-travellers.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import type { Recipient } from './documents.ts'
import { isMessageFileAccepted } from './documents.queries.ts'
import { checkDocument } from './document-warnings.ts'
import { requireExpectedState, type ExpectedState } from './expected-state.ts'
import { recordDocument, type NewDocument } from './record-document.ts'

export type UploadResult = output<typeof uploadResult>

interface ApprovedUpload {
  orderId: number
  recipient: Recipient
  file: Upload
  /** `file1` of the replaced document. */
  replaces: string | undefined
  /** The traveller's index; absent for the whole order. */
  traveller?: number | undefined
  /** Other orders of the journey that get a copy. */
  alsoFor?: readonly number[] | undefined
  /** Set if the file came by mail; a mailed file is accepted once. */
  receivedByMail?: { messageFileId: number; sender: string }
  /** The state that the uploader saw; 409 if it has changed. */
  expected?: ExpectedState
  /** Further writes of the same transaction. */
  alongside?: (work: Work) => Promise<void>
}

const endings = { pdf: /\.pdf$/i, jpg: /\.jpe?g$/i, png: /\.png$/i, webp: /\.webp$/i }

/** The uploaded name for display, with the ending of its content's type. */
export function displayName(name: string, { extension }: FileKind): string {
  const last = singleLine((name.split(/[/\\]/).at(-1) ?? '').slice(-200)) || 'document'
  return endings[extension].test(last) ? last : `${last}.${extension}`
}

const secondsToMail = { usual: 10, withWarnings: 60 }

/** The mail waits so that the upload can be undone first; with warnings the visitor waits as long (product §12). */
function deliveryOf({ now }: Pick<Work, 'now'>, hasWarnings: boolean) {
  const seconds = hasWarnings ? secondsToMail.withWarnings : secondsToMail.usual
  const mailedAt = new Date(now.getTime() + seconds * 1000)
  return { seconds, mailedAt, visibleFrom: hasWarnings ? mailedAt : null }
}

/** 409 for a mailed file that is a document of the order already. */
async function refuseAcceptedFile(tx: Tx, orderId: number, messageFileId: number | undefined): Promise<void> {
  if (messageFileId !== undefined && (await isMessageFileAccepted(tx, orderId, messageFileId)))
    refuse('conflict', 'This file is already a document of the order.')
}

/**
 * Stores an approved document, queues its mail and completes the order, for all orders of `alsoFor` too, in one
 * transaction (product §3, Upload). `completed` says whether the status changed.
 */
export async function uploadDocument(call: Call, upload: ApprovedUpload): Promise<UploadResult> {
  const { bytes, name } = upload.file
  const opened = await requireDocument(bytes, 'uploadVisaDoc')
  const { kind, pages, unchecked, text, qrText } = opened
  const others = (upload.alsoFor ?? []).filter((orderId) => orderId !== upload.orderId)
  if (others.length > 0 && upload.traveller !== undefined)
    return refuse('invalid', 'A document of one traveller is of one order.')
  const sha256 = createHash('sha256').update(bytes).digest()
  // Each order has its own file, which is erased with it.
  const documents = [upload.orderId, ...others].map((orderId) => ({
    orderId,
    file1: newFileName(kind.extension),
    stored: call.files.seal('documents.file_key', bytes),
    name: displayName(name, kind),
    size: bytes.length,
    contentType: kind.contentType,
    sha256,
    pages,
    unchecked,
    text,
    qrText,
    preview: opened.preview && call.files.seal('documents.preview_key', opened.preview),
  }))
  return storeWithRows(
    call,
    documents.flatMap(({ stored, preview }) => (preview ? [stored, preview] : [stored])),
    (tx) => recordMembersUpload({ ...call, tx }, { ...upload, alsoFor: others }, documents),
  )
}

/** The traveller whom a file names alone; null for the whole order. */
const namedTraveller = (
  work: Pick<Work, 'seal'>,
  order: LockedOrder,
  document: Pick<NewDocument, 'text' | 'qrText'> | undefined,
): number | null =>
  document ? soleTraveller(`${document.text}\n${document.qrText}`, openCustomerData(work, order)) : null

async function recordMembersUpload(
  work: Work,
  upload: ApprovedUpload & { alsoFor: readonly number[] },
  documents: readonly NewDocument[],
): Promise<UploadResult> {
  const { orderId, recipient, file, receivedByMail, expected = {}, alongside, alsoFor } = upload
  const orderIds = documents.map((document) => document.orderId)
  // Concurrent uploads to an order wait here.
  const orders = await lockEachOrder(work, orderIds)
  const orderOf = (id: number) => orders.get(id) ?? refuseUnknownOrder(id)
  await requireExpectedState(work.tx, orderOf(orderId), expected)
  await requireWaitingHousehold(work, orderId, alsoFor)
  await refuseAcceptedFile(work.tx, orderId, receivedByMail?.messageFileId)
  const traveller =
    upload.traveller ?? (receivedByMail ? namedTraveller(work, orderOf(orderId), documents[0]) : null)
  const warnings = new Set<string>()
  let compared = false
  for (const document of documents) {
    const order = orderOf(document.orderId)
    const found = await checkDocument(work, order, { ...document, name: file.name, traveller, orderIds })
    for (const sentence of found.warnings) warnings.add(sentence)
    compared ||= found.compared
  }
  const { seconds, ...times } = deliveryOf(work, warnings.size > 0)
  const eventIds: number[] = []
  let completed = false
  let lacking: string[] = []
  for (const document of documents) {
    const isOwn = document.orderId === orderId
    const order = orderOf(document.orderId)
    const recorded = await recordDocument(work, order, document, {
      recipient: isOwn ? recipient : { ...recipient, email: undefined },
      replaces: isOwn ? upload.replaces : undefined,
      traveller,
      cameByMailFrom: receivedByMail?.sender,
      messageFileId: receivedByMail?.messageFileId,
      ...times,
      alongside: isOwn && alongside ? () => alongside(work) : undefined,
    })
    eventIds.push(...recorded.eventIds)
    if (isOwn) ({ completed, lacking } = recorded)
  }
  return {
    file1: documents[0]?.file1 ?? '',
    completed,
    lacking,
    undo: await createUndoToken(work, eventIds),
    warnings: [...warnings],
    secondsToMail: seconds,
    alsoFor: [...alsoFor],
    compared,
  }
}

interface UploadToRecord {
  /** Set if the file came by mail; a file of a message is accepted once. */
  receivedByMail?: { messageFileId?: number; sender: string } | undefined
}

export interface RecordedUpload {
  /** The events to undo. */
  eventIds: number[]
  completed: boolean
  lacking: string[]
  warnings: string[]
  secondsToMail: number
}

/** Records a document of a locked order for the traveller whom it names, or for the whole order. */
export async function recordUpload(
  work: Work<MemberActor | JobActor>,
  order: LockedOrder,
  { receivedByMail }: UploadToRecord,
  document: Omit<NewDocument, 'orderId'>,
): Promise<RecordedUpload> {
  const { order_id: orderId } = order
  const messageFileId = receivedByMail?.messageFileId
  await refuseAcceptedFile(work.tx, orderId, messageFileId)
  const traveller = namedTraveller(work, order, document)
  const { warnings } = await checkDocument(work, order, { ...document, traveller, orderIds: [orderId] })
  const { seconds, ...times } = deliveryOf(work, warnings.length > 0)
  const recorded = await recordDocument(
    work,
    order,
    { ...document, orderId },
    {
      recipient: { email: undefined, provider: undefined },
      replaces: undefined,
      traveller,
      cameByMailFrom: receivedByMail?.sender,
      messageFileId,
      ...times,
      alongside: undefined,
    },
  )
  return { ...recorded, warnings, secondsToMail: seconds }
}

/** What becomes of an upload's mail, and why its order stays open if it does. */
export function mailNotice(
  config: Config,
  { secondsToMail: seconds, alsoFor, lacking }: UploadResult,
): string {
  const areSeveral = alsoFor.length > 0
  const open = lacking.length === 0 ? '' : ` The order stays open: no document yet of ${lacking.join(', ')}.`
  if (keepsMails(config))
    return `${areSeveral ? 'Their mails are' : 'Its mail is'} kept here in ${seconds} s, not sent.${open}`
  return `${areSeveral ? 'They are' : 'It is'} mailed in ${seconds} s.${open}`
}

export const uploadCalls = implement(contract, {
  uploadDocument: handle(async (call, { body, file }) => {
    const { orderId, email, mailServiceProvider: provider, replaces, traveller, alsoFor } = body
    const data = await uploadDocument(call, {
      orderId,
      recipient: { email, provider },
      file,
      replaces,
      traveller,
      alsoFor,
      expected: { status: body.expectedStatus, documents: body.expectedDocuments },
    })
    return {
      message: `Document has been uploaded. ${mailNotice(call.config, data)}`,
      data,
    }
  }),
})
