import type { MailProvider } from '#contract/messages.ts'
import type { OrderDetails } from '#contract/orders.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { languageOf } from '#contract/rules/languages.ts'
import { orderById, recordEvent, type OrderRecord } from '#server/orders/usecases.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { chosenProvider } from '#server/platform/mail/providers.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { renderMail, senderText } from '#server/platform/mail/render.ts'
import type { Work } from '#server/platform/work.ts'
import { approvedMail, type ApprovedProps } from './emails/approved.ts'
import { reminderMail } from './emails/reminder.ts'
import { selectDocument, selectDocuments, selectMails, type DocumentRow } from './queries.ts'

/** The mails of this feature, by kind. */
export const documentMails = { approved: approvedMail, reminder: reminderMail }

/** A document of an order that is not withdrawn. */
export const documentByFile = (tx: Tx, orderId: number, file1: string): Promise<DocumentRow | undefined> =>
  selectDocument(tx, orderId, file1)

/** The documents that are not withdrawn, newest first, as an order's details show them (spec §3, `uploadDoc`). */
export async function documentsOf(tx: Tx, orderId: number): Promise<OrderDetails['uploadDoc']> {
  const rows = await selectDocuments(tx, orderId)
  return rows.map((row) => ({
    file1: row.file1,
    customer_name: row.full_name,
    mail_service_provider: row.mail_service_provider,
    name: row.name,
    size: row.size,
    content_type: row.content_type,
    created_at: wireInstant(row.created_at),
  }))
}

/** Every mail of an order, newest first, as its details show them (spec §3, `mailHistory`). */
export async function mailHistoryOf(tx: Tx, orderId: number): Promise<OrderDetails['mailHistory']> {
  const rows = await selectMails(tx, orderId)
  return rows.map((row) => ({
    order_id: orderId,
    create_ts: wireInstant(row.created_at),
    remainder_mail: row.remainder ? 'Y' : '',
    uploadDoc: row.file1 ?? '',
    kind: row.kind,
    to: row.recipient,
    provider: row.provider,
    state: row.state,
    id: row.id,
    subject: row.subject,
    state_at: wireInstant(row.state_at ?? row.sent_at ?? row.attempted_at ?? row.created_at),
    error: row.error,
    complained: row.complained_at !== null,
  }))
}

/** The order, or 404. */
export async function orderOrRefuse(tx: Tx, orderId: number): Promise<OrderRecord> {
  return (await orderById(tx, orderId)) ?? refuse('notFound', `Order ${orderId} does not exist.`)
}

const approvedProps = (order: OrderRecord): ApprovedProps => ({
  language: languageOf(order.language) ?? undefined,
  orderId: order.order_id,
  customerName: order.full_name,
  username: order.email,
  landingDomain: order.landing_domain,
})

export interface Recipient {
  /** Gets the mail; the order keeps its own (product §5). */
  email: string
  provider: MailProvider | undefined
}

/** Queues the mail that tells of an approved document. */
export function mailApproved(
  work: Work,
  order: OrderRecord,
  { email, provider }: Recipient,
  of: { documentId: number; eventId: number; remainder: boolean },
): Promise<string> {
  const props = approvedProps(order)
  const kind = of.remainder ? 'reminder' : 'approved'
  const { subject } = documentMails[kind].write(props, work.config)
  return queueMail(work, {
    orderId: order.order_id,
    kind,
    recipient: email,
    subject,
    props,
    provider: chosenProvider(work.config, provider),
    ...of,
  })
}

/** Mails the newest document again; 409 where there is none. */
export async function resendMail(work: Work, orderId: number, recipient: Recipient): Promise<void> {
  const order = await orderOrRefuse(work.tx, orderId)
  const [newest] = await selectDocuments(work.tx, orderId)
  if (!newest) return refuse('conflict', 'There is no document to mail. Upload the approved document first.')
  const eventId = await recordEvent(work, {
    orderId,
    action: 'mail resent',
    details: { name: newest.name, to: recipient.email },
  })
  await mailApproved(work, order, recipient, { documentId: newest.id, eventId, remainder: true })
}

/** The approved mail as the order's customer gets it, from the template that sends it. */
export async function approvedMailOf(work: Work, orderId: number) {
  const order = await orderOrRefuse(work.tx, orderId)
  const mail = renderMail(orderId, approvedMail.write(approvedProps(order), work.config), work.config)
  return {
    from: senderText(mail),
    to: order.email,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
  }
}
