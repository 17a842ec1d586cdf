import * as contract from '#contract/order-details.ts'
import { saleFactKeys, usualHistoryRows, type OrderDetails } from '#contract/order-details.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import {
  ownColumnNames,
  type OwnColumnFacts,
  type OwnColumnName,
  type OwnColumnValues,
} from '#contract/rules/order-columns.ts'
import { can } from '#contract/rules/roles.ts'
import { recordOf } from '#contract/rules/typed-keys.ts'
import { readTelephones } from '#contract/rules/telephone.ts'
import { travellersOf } from '#contract/rules/travellers.ts'
import { auditContext, recordAudit, withAuditEntry } from '#server/audit/audit.ts'
import { toHouseholdOrder } from '#server/household/household.ts'
import { openRequest } from '#server/requests/requests.ts'
import { adviseOn, loadAdviceBasis } from '#server/disputes/advise.ts'
import { openDraft } from '#server/drafts/drafts.ts'
import { paymentUrl, siteFor } from '#server/sites/sites.ts'
import { listMessages } from '#server/messages/messages.ts'
import { openStatuses } from '#server/orders/change-status.ts'
import { openCustomerData, type CustomerData } from '#server/orders/customer-data.ts'
import { openChangedValues, openDetails } from '#server/orders/events.ts'
import { requireOrderAccess } from '#server/orders/order-access.ts'
import { refuseUnknownOrder, getOrder } from '#server/orders/orders.ts'
import type { Seal } from '#server/platform/seal.ts'
import { loadSettlingEvents, preflightReport } from '#server/preflight/preflight.ts'
import type { Call, Work, MemberActor } from '#server/platform/work.ts'
import { loadOpenQuestion } from '#server/questions/open-question.ts'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import { implement, readOnce, write } from '#server/platform/http/implement.ts'
import {
  isEventAction,
  orderEvents,
  restoreObstacle,
  type EventAction,
} from '#contract/rules/order-events.ts'
import type { OrderState } from '#server/platform/db/tables.ts'
import { bytesIn, bytesOf, toHistories } from './histories.ts'
import { selectOrderView, type OrderViewRow } from './order-view.queries.ts'

interface StoredEvent {
  id: number
  at: Date
  by: string
  action: string
  before: OrderState | null
  after: OrderState | null
  details: Record<string, unknown>
  member_id: number | null
  assignee_before: string | null
  assignee_after: string | null
  was_assignee_removed: boolean
}

/** An event's values before and after: the assignee's name where only that changed, else the stored status. */
function describeChange(event: StoredEvent): { from: string | null; to: string | null } {
  const { before, after } = event
  if (!before || !after) return { from: null, to: null }
  if (before.process_status === after.process_status && before.assignee_id !== after.assignee_id)
    return { from: event.assignee_before, to: event.assignee_after }
  return { from: before.process_status, to: after.process_status }
}

/** Why an event, the last that changed the order, cannot be restored; null if it can. */
function obstacleOf(event: StoredEvent, events: readonly StoredEvent[]): string | null {
  if (event.action === ('released' satisfies EventAction) && event.was_assignee_removed)
    return `${event.assignee_before ?? 'The assignee'} is no member any more.`
  const reverted = events.find(({ id }) => id === event.details['event'])
  return restoreObstacle(event.action, reverted?.action)
}

/** `stateEventId`: the last event that changed the order's state, the only one that can be restored. */
const describeEvents = (
  events: StoredEvent[],
  stateEventId: number | null,
  actor: MemberActor,
): OrderDetails['events'] =>
  events.map((event) => {
    const isLast =
      event.id === stateEventId &&
      event.before !== null &&
      (!isEventAction(event.action) || orderEvents[event.action].undo) &&
      (event.member_id === actor.id || can(actor.role, 'restoreAnyEvent'))
    const obstacle = isLast ? obstacleOf(event, events) : null
    return {
      id: event.id,
      at: wireInstant(event.at),
      by: event.by,
      action: event.action,
      ...describeChange(event),
      details: event.details,
      can_restore: isLast && obstacle === null,
      why_not_restored: obstacle,
    }
  })

const dayMs = 24 * 60 * 60_000

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

type EventRow = OrderViewRow['events'][number]

function openEvent(seal: Seal, orderId: number, { at, sealed, sealed_details, ...event }: EventRow) {
  const changes = bytesOf(sealed)
  const details = openDetails(seal, orderId, {
    details: event.details,
    sealed_details: bytesOf(sealed_details),
  })
  // The sender of a mail stands only in the details, where it is sealed.
  const sender = event.action === 'reply received' ? textOf(details['from']) : ''
  return {
    ...event,
    at: new Date(at),
    by: sender || event.by,
    details: { ...details, ...(changes && { changes: openChangedValues(seal, orderId, changes) }) },
  }
}

function ownFacts(row: OwnColumnValues): OwnColumnFacts
function ownFacts(row: Record<OwnColumnName, unknown>) {
  return recordOf(ownColumnNames, (name) => {
    const value = row[name]
    return value instanceof Date ? wireInstant(value) : value
  })
}

const toFacts = (call: Call, order: OrderViewRow, { fields, ...customer }: CustomerData) => ({
  ...fields,
  ...ownFacts(order),
  ...recordOf(saleFactKeys, (key) => customer.payment[key] || null),
  processed_by: order.processed_by_name,
  assign_to: order.assignee_name,
  is_assigned_to_me: order.assignee_id === call.actor.id,
  telephones: readTelephones(fields, readTelephoneNumber),
  familyMember: customer.familyMember,
  importingGoods: customer.importingGoods,
})

/** By the order's own facts, else by those of its newest dispute. */
function paymentOf({ config }: Call, { gateway, transaction_id: id, disputes: [newest] }: OrderViewRow) {
  const known = id ?? newest?.payment_intent_id ?? newest?.charge_id ?? newest?.transaction_id ?? null
  return paymentUrl(config, gateway ?? newest?.gateway ?? null, known)
}

function toDetails(
  call: Call,
  { row, hasOlder }: { row: OrderViewRow; hasOlder: boolean },
  { settling, adviceBasis, ...correspondence }: Awaited<ReturnType<typeof loadBesides>>,
): OrderDetails {
  const customer = openCustomerData(call, row)
  const events = row.events.map((event) => openEvent(call.seal, row.order_id, event))
  return {
    ...toFacts(call, row, customer),
    ...toHistories(call.seal, row, travellersOf({ ...customer.fields, familyMember: customer.familyMember })),
    has_older_history: hasOlder,
    household: row.household.map(toHouseholdOrder),
    ...correspondence,
    revision: row.revision,
    filed_at: row.filed_at && wireInstant(row.filed_at),
    refund_policy: row.requests.some((request) => request.ended_as === null)
      ? siteFor(call.config, row.landing_domain).refund.text
      : null,
    requests: row.requests.map((request) =>
      openRequest(call, {
        ...request,
        asked_at: new Date(request.asked_at),
        ended_at: request.ended_at === null ? null : new Date(request.ended_at),
        sealed_text: bytesOf(request.sealed_text),
        sealed_answer: bytesOf(request.sealed_answer),
      }),
    ),
    disputes: row.disputes.map((dispute) => adviseOn(call, row, dispute, adviceBasis)),
    gateway_refunds: row.gateway_refunds.map((refund) => ({
      ...refund,
      updated_at: wireInstant(new Date(refund.updated_at)),
    })),
    payment_url: paymentOf(call, row),
    drafts: row.drafts.map(({ sealed, ...draft }) =>
      openDraft(call.seal, row.order_id, { ...draft, sealed: bytesIn(sealed) }),
    ),
    message_count: row.message_count ?? 0,
    messages_left_out: row.messages_left_out ?? 0,
    preflight: preflightReport(call.seal, row, {
      customer,
      otherOrders: row.other_orders,
      events: settling ?? events,
      disputes: row.disputes,
      gatewayRefunds: row.gateway_refunds,
      now: call.now,
    }),
    events: describeEvents(events, row.state_event_id, call.actor),
  }
}

/** Few orders have messages, an open question, an open dispute or a truncated history, so these are read only when present. */
const loadBesides = async (call: Call, { row, hasOlder }: { row: OrderViewRow; hasOlder: boolean }) => ({
  adviceBasis: await loadAdviceBasis(call, row),
  settling: hasOlder ? await loadSettlingEvents(call, row.order_id) : null,
  messages: row.message_count ? await listMessages(call, row.order_id) : [],
  open_question:
    row.question_id !== null && openStatuses.includes(row.process_status)
      ? await loadOpenQuestion(call, row.order_id)
      : null,
})

const valuesFor = ({ actor, now }: Call, orderId: number, historyRows: number) => ({
  orderId,
  seesRestricted: can(actor.role, 'seeRestrictedOrders'),
  memberId: actor.id,
  dayBefore: new Date(now.getTime() - dayMs),
  // One row more shows that there are older ones.
  historyRows: historyRows + 1,
})

/** The newest rows of each history, and whether there are older ones. */
function cutHistories(row: OrderViewRow, historyRows: number) {
  const { mails, downloads, remarks, events } = row
  const newest = <T>(list: readonly T[]): T[] => list.slice(0, historyRows)
  const cut = {
    mails: newest(mails),
    downloads: newest(downloads),
    remarks: newest(remarks),
    events: newest(events),
  }
  return {
    row: { ...row, ...cut },
    hasOlder: [mails, downloads, remarks, events].some(({ length }) => length > historyRows),
  }
}

/** More rows than any order has. */
const allRows = 1_000_000

/** The whole case file with all of its histories, in the caller's transaction, which has recorded the view. */
export async function loadOrderDetails(work: Work, orderId: number): Promise<OrderDetails> {
  const call = { ...work, db: work.tx }
  const [row] = await selectOrderView(work.tx, valuesFor(work, orderId, allRows))
  if (!row) return refuseUnknownOrder(orderId)
  const cut = cutHistories(row, allRows)
  return toDetails(call, cut, await loadBesides(call, cut))
}

export const orderViewCalls = implement(contract, {
  /** Spec §3, Order detail; the statement that reads the order also records the view. */
  getOrder: readOnce(async (call, { params: { orderId }, query: { historyRows = usualHistoryRows } }) => {
    const recorded = withAuditEntry(call.db, call, 'order viewed', { order: orderId })
    const [row] = await selectOrderView(recorded, valuesFor(call, orderId, historyRows))
    if (!row) return refuseUnknownOrder(orderId)
    requireOrderAccess(call.actor, row)
    const cut = cutHistories(row, historyRows)
    return { orderDetails: toDetails(call, cut, await loadBesides(call, cut)) }
  }),
  showNumbers: write(async (work, { body: { orderId } }) => {
    const { process_status: status } = await getOrder(work.tx, orderId)
    await recordAudit(auditContext(work), 'numbers shown', { order: orderId, status })
    return {}
  }),
})
