import { maxMessagesShown, type Message } from '#contract/messages.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { findAuditAction } from '#contract/rules/audit-actions.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import type { AccessFileKind } from '#contract/rules/privacy.ts'
import { travellerName, travellersOf, type Traveller } from '#contract/rules/travellers.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { documentName } from '#server/documents/documents.ts'
import { invoiceNumber } from '#server/invoices/invoice.ts'
import { listMessages } from '#server/messages/messages.ts'
import { loadOrderDetails } from '#server/order-view/order-details.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { inRecordedSnapshot, type Tx } from '#server/platform/db/database.ts'
import {
  findMailDefinition,
  InvalidPropsError,
  type MailTemplates,
} from '#server/platform/mail/define-mail.ts'
import { openContent } from '#server/platform/mail/mail-content.ts'
import type { Call, Work } from '#server/platform/work.ts'
import { findCustomerWithOrders, isKept } from './requests.ts'
import type { OrderOfRequest } from './requests.queries.ts'

/** Orders of one customer that are not erased. */
interface Subject {
  customer: { name: string; email: string }
  orders: readonly OrderOfRequest[]
}

/** Everything held of these orders, unsealed; the file names the work's actor. */
export async function loadAccessFile(
  work: Work,
  templates: MailTemplates,
  { customer, orders: kept }: Subject,
) {
  const opened = []
  for (const order of kept) opened.push(await loadOrder(work, templates, order))
  return {
    title: `${work.config.shortTitle}: what is held of you`,
    made_at: wireInstant(work.now),
    made_by: work.actor.name,
    name: customer.name,
    email: customer.email,
    orders: opened,
    seen_by: await loadSeen(
      work,
      kept.map(({ order_id: orderId }) => orderId),
    ),
  }
}
export type AccessFile = Awaited<ReturnType<typeof loadAccessFile>>

/** The audit records it. 404 for an unknown request. */
export const makeAccessFile = (
  call: Call,
  templates: MailTemplates,
  requestId: string,
  as: AccessFileKind,
): Promise<AccessFile> =>
  inRecordedSnapshot(call.db, async (tx) => {
    const work = { ...call, tx }
    await recordAudit(auditContext(work), 'access file made', { requestId, as })
    const { customer, orders } = await findCustomerWithOrders(work, requestId)
    return loadAccessFile(work, templates, { customer, orders: orders.filter(isKept) })
  })

/** The text of a mail; empty if its props no longer fit its kind. */
function mailText({ config }: Work, templates: MailTemplates, kind: string, props: object): string {
  try {
    return findMailDefinition(templates, kind)?.render(props, config).text ?? ''
  } catch (error) {
    if (error instanceof InvalidPropsError) return ''
    throw error
  }
}

async function loadMails(work: Work, templates: MailTemplates, orderId: number) {
  const rows = await selectMailContents(work.tx, orderId)
  return rows.map((row) => {
    const { subject, props } = openContent(work.seal, row)
    return {
      at: wireInstant(row.sent_at ?? row.created_at),
      kind: row.kind,
      to: row.recipient,
      state: row.state,
      subject,
      text: mailText(work, templates, row.kind, props),
    }
  })
}

async function loadMessages(work: Work, orderId: number): Promise<Message[]> {
  const all: Message[] = []
  for (let before: number | undefined; ; before = all.at(-1)?.id) {
    const page = await listMessages({ db: work.tx, seal: work.seal }, orderId, before)
    all.push(...page)
    if (page.length < maxMessagesShown) return all.toReversed()
  }
}

async function loadDocuments({ tx, seal }: Work, orderId: number, travellers: readonly Traveller[]) {
  const rows = await selectDocumentHashes(tx, orderId)
  return rows.map((row) => ({
    name: documentName(seal, row),
    size: row.size,
    sha256: row.sha256.toString('hex'),
    at: wireInstant(row.created_at),
    withdrawn_at: row.withdrawn_at && wireInstant(row.withdrawn_at),
    /** Null for the whole order's. */
    traveller: row.traveller === null ? null : travellerName(travellers, row.traveller),
  }))
}

async function loadInvoice({ tx }: Work, orderId: number) {
  const row = await selectInvoice(tx, orderId)
  return row ? { number: invoiceNumber(row.year, row.number), issued_at: wireInstant(row.issued_at) } : null
}

async function loadOrder(work: Work, templates: MailTemplates, order: OrderOfRequest) {
  const { order_id: orderId } = order
  const {
    mailHistory: _mails,
    uploadDoc: _documents,
    message_count: _count,
    is_assigned_to_me: _mine,
    // Data of other people.
    household: _household,
    drafts: _drafts,
    revision: _revision,
    disputes,
    ...details
  }: OrderDetails = await loadOrderDetails(work, orderId)
  return {
    ...details,
    events: details.events.toReversed(),
    payment: openCustomerData(work, order).payment,
    documents: await loadDocuments(work, orderId, travellersOf(details)),
    mails: await loadMails(work, templates, orderId),
    messages: await loadMessages(work, orderId),
    invoice: await loadInvoice(work, orderId),
    disputes: disputes.map(({ advice: _advice, ...dispute }) => dispute),
    gateway_refunds: await loadGatewayRefunds(work, orderId),
  }
}

async function loadGatewayRefunds({ tx }: Work, orderId: number) {
  const rows = await selectGatewayRefunds(tx, orderId)
  return rows.map(({ updated_at: at, ...refund }) => ({ at: wireInstant(at), ...refund }))
}

async function loadSeen(work: Work, orderIds: readonly number[]) {
  const rows = await selectAuditOfOrders(work.tx, orderIds)
  return rows.map(({ at, actor, role, action, order_id }) => ({
    at: wireInstant(at),
    by: actor,
    role,
    what: findAuditAction(action)?.verb ?? action,
    order_id,
  }))
}

/** Views of these orders and of their data's changes, oldest first. */
const selectAuditOfOrders = (tx: Tx, orderIds: readonly number[]) =>
  tx
    .selectFrom('audit_events')
    .select(['at', 'actor', 'role', 'action', 'order_id'])
    .where('order_id', 'in', [...orderIds, 0])
    .orderBy('id')
    .execute()

const selectMailContents = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('mails')
    .select(['id', 'kind', 'sealed_subject', 'sealed_props', 'recipient', 'state'])
    .select(['created_at', 'sent_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const selectDocumentHashes = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('documents')
    .select(['file1', 'sealed_name', 'size', 'sha256', 'created_at', 'withdrawn_at', 'traveller'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()

const selectInvoice = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('invoice_numbers')
    .select(['year', 'number', 'issued_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()

const selectGatewayRefunds = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('gateway_refunds')
    .select([
      'updated_at',
      'gateway',
      'charge_id',
      'payment_intent_id',
      'transaction_id',
      'amount',
      'currency',
    ])
    .where('order_id', '=', orderId)
    .orderBy('updated_at')
    .orderBy('id')
    .execute()
