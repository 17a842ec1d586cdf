import * as z from 'zod/mini'
import type { OrderDetails } from '#contract/order-details.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { recordingAudit } from '#server/audit/audit.ts'
import { inSnapshot } from '#server/platform/db/database.ts'
import { listDocuments, listMailHistory } from '#server/documents/documents.ts'
import { countLeftOutOfOrder } from '#server/messages/incoming-quotas.ts'
import { countMessages, listMessages } from '#server/messages/messages.ts'
import type { Call, Work } from '#server/platform/work.ts'
import { findRefund } from '#server/refunds/refund-orders.ts'
import { listRemarks } from '#server/remarks/remarks.ts'
import { listDownloadHistory } from '#server/visitor/order-page.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { openDetails } from '#server/orders/events.ts'
import { requireOrderAccess } from '#server/orders/order-access.ts'
import { getOrder, type OrderRecord } from '#server/orders/orders.ts'
import { describeEvents } from './describe-events.ts'
import { selectEvents } from './order-events.queries.ts'

/** What a correction replaced, by field: values as landing sites send them. */
const changesByField = z.record(z.string(), z.unknown())

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const optionalInstant = (date: Date | null) => date && wireInstant(date)

type EventRow = Awaited<ReturnType<typeof selectEvents>>[number]

const openChanges = ({ seal }: Work, orderId: number, sealed: Buffer) => ({
  changes: seal.open(changesByField, 'order_events.sealed', orderId, sealed),
})

function openEvent(work: Work, orderId: number, { sealed, sealed_details, ...event }: EventRow) {
  const details = openDetails(work.seal, orderId, { details: event.details, sealed_details })
  // The sender of a mail is kept in the details alone, where it is sealed.
  const sender = event.action === 'reply received' ? textOf(details['from']) : ''
  return {
    ...event,
    by: sender || event.by,
    details: { ...details, ...(sealed && openChanges(work, orderId, sealed)) },
  }
}

const loadEvents = async (work: Work, orderId: number) =>
  (await selectEvents(work.tx, orderId)).map((event) => openEvent(work, orderId, event))

/** What was done with an order, each list newest first; all is asked for at once. */
async function loadHistories(work: Work, orderId: number) {
  const [refund, uploadDoc, mailHistory, messages, messageCount, leftOut, downloadHistory, remark, history] =
    await Promise.all([
      findRefund(work, orderId),
      listDocuments(work, orderId),
      listMailHistory(work, orderId),
      listMessages(work, orderId),
      countMessages(work.tx, orderId),
      countLeftOutOfOrder(work.tx, orderId, work.now),
      listDownloadHistory(work.tx, orderId),
      listRemarks(work, orderId),
      loadEvents(work, orderId),
    ])
  return {
    refund: refund ?? null,
    uploadDoc,
    mailHistory,
    messages,
    message_count: messageCount,
    messages_left_out: leftOut,
    downloadHistory,
    remark,
    history,
  }
}

function toDetails(call: Call, order: OrderRecord) {
  const { fields, familyMember, importingGoods } = openCustomerData(call, order)
  return {
    ...fields,
    order_id: order.order_id,
    transaction_id: order.transaction_id,
    merchant_name: order.merchant_name,
    email: order.email,
    landing_domain: order.landing_domain,
    transport_type: order.transport_type,
    processing_mode: order.processing_mode,
    process_status: order.process_status,
    created_at: wireInstant(order.created_at),
    processing_date: optionalInstant(order.processing_date),
    processed_by: order.processed_by_name,
    refund_date: optionalInstant(order.refund_date),
    process_month: order.process_month,
    window_opens_on: order.window_opens_on,
    travel_date: order.travel_date,
    assign_to: order.assignee_name,
    is_assigned_to_me: order.assignee_id === call.actor.id,
    language: order.language,
    amount: order.amount,
    currency: order.currency,
    dispute_due_on: order.dispute_due_on,
    dispute_reason_code: order.dispute_reason_code,
    dispute_outcome: order.dispute_outcome,
    restricted_at: optionalInstant(order.restricted_at),
    details_erased_at: optionalInstant(order.details_erased_at),
    erased_at: optionalInstant(order.erased_at),
    familyMember,
    importingGoods,
  }
}

/**
 * The whole case file (spec §3, Order detail); histories newest first. The statement that reads the order records it, in
 * a transaction of its own: while that becomes durable, another connection reads the histories. Neither waits for the
 * other, and nothing is answered before both have ended.
 */
export async function viewOrder(call: Call, orderId: number): Promise<OrderDetails> {
  const [order, { history, ...histories }] = await Promise.all([
    getOrder(recordingAudit(call.db, call, 'order viewed', { order: orderId }), orderId),
    inSnapshot(call.db, (tx) => loadHistories({ ...call, tx }, orderId)),
  ])
  requireOrderAccess(call.actor, order)
  return {
    ...toDetails(call, order),
    ...histories,
    events: describeEvents(history, order.state_event_id, call.actor),
  }
}

/** The same in the caller's transaction, which has recorded what it is read for. */
export async function loadOrderDetails(work: Work, orderId: number): Promise<OrderDetails> {
  const order = await getOrder(work.tx, orderId)
  const { history, ...histories } = await loadHistories(work, orderId)
  return {
    ...toDetails(work, order),
    ...histories,
    events: describeEvents(history, order.state_event_id, work.actor),
  }
}
