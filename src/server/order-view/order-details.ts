import * as z from 'zod/mini'
import type { OrderDetails } from '#contract/order-details.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { listDocuments, listMailHistory } from '#server/documents/documents.ts'
import { countLeftOutOfOrder } from '#server/messages/incoming-quotas.ts'
import { countMessages, listMessages } from '#server/messages/messages.ts'
import type { Work } from '#server/platform/work.ts'
import { findRefund } from '#server/refunds/refund-orders.ts'
import { listRemarks } from '#server/remarks/remarks.ts'
import { listDownloadHistory } from '#server/visitor/order-page.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { openDetails } from '#server/orders/events.ts'
import { getOrder, type OrderRecord } from '#server/orders/orders.ts'
import { describeEvents } from './describe-events.ts'
import { selectMemberNames, selectEvents } from './order-events.queries.ts'

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

async function loadEvents(work: Work, order: OrderRecord): Promise<OrderDetails['events']> {
  const events = await selectEvents(work.tx, order.order_id)
  const ids = events.flatMap(({ before, after }) => [before?.assignee_id, after?.assignee_id])
  const rows = await selectMemberNames(
    work.tx,
    ids.filter((id): id is number => typeof id === 'number'),
  )
  const names = new Map(rows.map((row) => [row.id, row.name]))
  const opened = events.map((event) => openEvent(work, order.order_id, event))
  return describeEvents(opened, names, order.state_event_id, work.actor)
}

/** The whole case file (spec §3, Order detail); histories newest first. */
export async function loadOrderDetails(work: Work, orderId: number): Promise<OrderDetails> {
  const order = await getOrder(work.tx, orderId)
  const customer = openCustomerData(work, order)
  return {
    ...customer.fields,
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
    is_assigned_to_me: order.assignee_id === work.actor.id,
    language: order.language,
    amount: order.amount,
    currency: order.currency,
    refund: (await findRefund(work, orderId)) ?? null,
    dispute_due_on: order.dispute_due_on,
    dispute_reason_code: order.dispute_reason_code,
    dispute_outcome: order.dispute_outcome,
    uploadDoc: await listDocuments(work, orderId),
    mailHistory: await listMailHistory(work, orderId),
    messages: await listMessages(work, orderId),
    message_count: await countMessages(work.tx, orderId),
    messages_left_out: await countLeftOutOfOrder(work.tx, orderId, work.now),
    downloadHistory: await listDownloadHistory(work.tx, orderId),
    remark: await listRemarks(work, orderId),
    familyMember: customer.familyMember,
    importingGoods: customer.importingGoods,
    events: await loadEvents(work, order),
  }
}
