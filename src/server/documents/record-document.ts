import type { UncheckedReason } from '#contract/rules/document-faults.ts'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'
import { travellerName, travellersOf, withoutDocument, type Traveller } from '#contract/rules/travellers.ts'
import { completeByUpload } from '#server/orders/change-status.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { recordEvent } from '#server/orders/events.ts'
import type { LockedOrder } from '#server/orders/order-access.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { SealedFile } from '#server/platform/files/sealed-files.ts'
import type { FileKind } from '#server/platform/files/sniff.ts'
import { chooseProvider } from '#server/platform/mail/providers.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { JobActor, MemberActor, Work } from '#server/platform/work.ts'
import {
  insertDocument,
  selectTravellerDocuments,
  selectTravellersWithDocument,
} from './documents.queries.ts'
import { queueApprovedMail, type Recipient } from './documents.ts'
import { withdrawDocument } from './withdraw.ts'

export interface NewDocument {
  orderId: number
  file1: string
  stored: Pick<SealedFile, 'name' | 'key'>
  name: string
  /** Bytes. */
  size: number
  contentType: FileKind['contentType']
  sha256: Buffer
  /** 0 if it could not be read. */
  pages: number
  unchecked: UncheckedReason | null
  text: string
  qrText: string
  /** The picture of the first page. */
  preview: Pick<SealedFile, 'name' | 'key'> | null
}

type Uploading = Work<MemberActor | JobActor>

interface Delivery {
  recipient: Recipient
  replaces: string | undefined
  /** The traveller's index; null for the whole order. */
  traveller: number | null
  cameByMailFrom: string | undefined
  messageFileId: number | undefined
  mailedAt: Date
  visibleFrom: Date | null
  alongside: (() => Promise<void>) | undefined
}

const replacedReason = 'Replaced by another document.'

const travellersOfOrder = ({ seal }: Pick<Work, 'seal'>, order: OrderRow): Traveller[] => {
  const { fields, familyMember } = openCustomerData({ seal }, order)
  return travellersOf({ ...fields, familyMember })
}

/** 400 if the order has no such traveller. */
function requireTraveller(travellers: readonly Traveller[], index: number | null): void {
  if (index === null || travellerName(travellers, index) !== null) return
  const message = 'The order has no such traveller.'
  refuse('invalid', message, { errors: { traveller: message } })
}

/** Withdraws the named document, and the earlier ones of the same traveller or of all. */
async function withdrawReplaced(
  work: Uploading,
  orderId: number,
  id: number,
  replaces: string | undefined,
  earlier: readonly { file1: string }[],
): Promise<void> {
  const ofTravellers = earlier.map(({ file1 }) => file1).filter((file1) => file1 !== replaces)
  for (const file1 of replaces === undefined ? ofTravellers : [replaces, ...ofTravellers])
    await withdrawDocument(work, { orderId, file1, reason: replacedReason, replacedBy: id })
}

/**
 * Inserts a document of a locked order with its mail and events, and completes the order unless a traveller still lacks one
 * (product §3).
 */
export async function recordDocument(
  work: Uploading,
  order: LockedOrder,
  document: NewDocument,
  delivery: Delivery,
): Promise<{ eventIds: number[]; completed: boolean; lacking: string[] }> {
  const { orderId, file1, stored, name, size, contentType, sha256, pages, unchecked, qrText, preview } =
    document
  const { recipient, replaces, traveller, cameByMailFrom, mailedAt, visibleFrom, alongside } = delivery
  const travellers = travellersOfOrder(work, order)
  requireTraveller(travellers, traveller)
  const earlier = await selectTravellerDocuments(work.tx, orderId, traveller)
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
    message_file_id: delivery.messageFileId ?? null,
    visible_from: visibleFrom,
    traveller,
    pages,
    unchecked,
    preview_file: preview?.name ?? null,
    preview_key: preview?.key ?? null,
    sealed_qr_text: qrText === '' ? null : work.seal.seal('documents.sealed_qr_text', file1, qrText),
  })
  const recorded = recordEvent(work, {
    orderId,
    action: 'document uploaded',
    details: {
      file1,
      name,
      size,
      sha256: sha256.toString('hex'),
      ...(cameByMailFrom !== undefined && { cameByMailFrom }),
    },
  })
  const [{ id }, eventId] = await Promise.all([inserted, recorded])
  await withdrawReplaced(work, orderId, id, replaces, earlier)
  await alongside?.()
  const lacking = withoutDocument(travellers, await selectTravellersWithDocument(work.tx, orderId))
  const [completedId] = await Promise.all([
    lacking.length === 0 ? completeByUpload(work, orderId) : undefined,
    queueApprovedMail(work, order, recipient, { documentId: id, eventId, notBefore: mailedAt }),
  ])
  return {
    eventIds: completedId === undefined ? [eventId] : [eventId, completedId],
    completed: completedId !== undefined,
    lacking: statusesCompletedByUpload.includes(order.process_status)
      ? lacking.map(({ travellerIndex }) => travellerName(travellers, travellerIndex) ?? '')
      : [],
  }
}
