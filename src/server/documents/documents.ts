import type { MailProvider } from '#contract/messages.ts'
import { matchLanguage } from '#contract/rules/languages.ts'
import { travellerName, travellersOf, withoutDocument } from '#contract/rules/travellers.ts'
import { recordingAudit } from '#server/audit/audit.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { getOrder } from '#server/orders/orders.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import { chooseProvider } from '#server/platform/mail/providers.ts'
import { queueMail, composeRow } from '#server/platform/mail/queue-mail.ts'
import { renderMail, formatSender } from '#server/platform/mail/render.ts'
import { openText, type Seal } from '#server/platform/seal.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { approvedMail, type ApprovedProps } from './approved.email.ts'
import { reminderMail } from './reminder.email.ts'
import {
  selectDocument,
  selectDocuments,
  selectTravellersWithDocument,
  type DocumentRow,
  type NamedDocument,
} from './documents.queries.ts'

/** A document of an order that is not withdrawn. */
export const findDocument = (tx: Tx, orderId: number, file1: string): Promise<DocumentRow | undefined> =>
  selectDocument(tx, orderId, file1)

/** What people called it. */
export const documentName = (seal: Seal, row: NamedDocument): string =>
  openText(seal, 'documents.sealed_name', row.file1, row.sealed_name ?? row.name)

type OrderToMail = Pick<OrderRow, 'order_id' | 'language' | 'full_name' | 'email' | 'landing_domain'>

/** Whose documents are there, of an order of several travellers: the mail names them (product §12). */
export async function travellersToMail(
  { tx, seal }: Pick<Work, 'tx' | 'seal'>,
  order: OrderRow,
): Promise<string[]> {
  const { fields, familyMember } = openCustomerData({ seal }, order)
  if (familyMember.length === 0) return []
  const travellers = travellersOf({ ...fields, familyMember })
  const missing = new Set(withoutDocument(travellers, await selectTravellersWithDocument(tx, order.order_id)))
  return travellers
    .filter((traveller) => !missing.has(traveller))
    .map(({ place }) => travellerName(travellers, place) ?? '')
}

const approvedPropsOf = (order: OrderToMail, travellers: readonly string[]): ApprovedProps => ({
  language: matchLanguage(order.language) ?? undefined,
  orderId: order.order_id,
  customerName: order.full_name,
  username: order.email,
  landingDomain: order.landing_domain,
  ...(travellers.length > 0 && { travellers: [...travellers] }),
})

export interface Recipient {
  /** Gets the mail; the order keeps its own (product §5). */
  email: string
  provider: MailProvider | undefined
}

/** The content of a mail about an approved document, for the first time or as a reminder, as its row stores it. */
export const composeDocumentMailContent = (
  { config }: Pick<Work, 'config'>,
  order: OrderToMail,
  kind: 'approved' | 'reminder',
  travellers: readonly string[] = [],
) => composeRow(kind === 'approved' ? approvedMail : reminderMail, approvedPropsOf(order, travellers), config)

/** Queues the first mail about an approved document. */
export const queueApprovedMail = async (
  work: Work<Actor>,
  order: OrderRow,
  { email, provider }: Recipient,
  cause: { documentId: number; eventId: number; notBefore: Date },
): Promise<string> =>
  queueMail(work, approvedMail, approvedPropsOf(order, await travellersToMail(work, order)), {
    orderId: order.order_id,
    recipient: email,
    provider: chooseProvider(work.config, provider),
    ...cause,
  })

/** The newest document of an order that is not withdrawn. */
export const findNewestDocument = async (tx: Tx, orderId: number): Promise<DocumentRow | undefined> =>
  (await selectDocuments(tx, orderId))[0]

/** The approved mail as the order's customer gets it, from the template that sends it. */
export async function previewApprovedMail(work: Work, orderId: number) {
  const recorded = recordingAudit(work.tx, work, 'mail viewed', { order: orderId, kind: approvedMail.kind })
  const order = await getOrder(recorded, orderId)
  const props = approvedPropsOf(order, await travellersToMail(work, order))
  const mail = renderMail(orderId, approvedMail.render(props, work.config), work.config)
  return {
    from: formatSender(mail),
    to: order.email,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
  }
}
