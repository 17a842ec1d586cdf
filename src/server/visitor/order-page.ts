import { refundDay } from '#contract/rules/customer-requests.ts'
import { jakartaToday, wireInstant } from '#contract/rules/dates.ts'
import { receivedOf } from '#contract/rules/downloads.ts'
import { maskEmail } from '#contract/rules/masking.ts'
import { matchLanguage, type LanguageCode } from '#contract/rules/languages.ts'
import { orderType } from '#contract/rules/order-type.ts'
import { applicationEmail } from '#contract/rules/order-id.ts'
import { travellerName, travellersOf, type Traveller } from '#contract/rules/travellers.ts'
import { documentsPath, previewPath } from '#contract/rules/visitor-addresses.ts'
import * as contract from '#contract/visitor.ts'
import {
  type DownloadRow,
  type VisitorOrder,
  visitorSteps,
  type VisitorStage,
  type VisitorStep,
  type VisitorStepKey,
} from '#contract/visitor.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { getOrder, type OrderRecord } from '#server/orders/orders.ts'
import { canBeStopped } from '#server/orders/change-status.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { loadSaleDisclosure } from '#server/sites/disclosure.ts'
import { qrCode } from '#server/platform/pdf/qr-code.ts'
import { openOptionalText, openText } from '#server/platform/seal.ts'
import type { VisitorActor, Work } from '#server/platform/work.ts'
import { openRequestForCustomer, selectRequests } from '#server/requests/requests.ts'
import { implement, recordedRead } from '#server/platform/http/implement.ts'
import type { Status } from '#contract/rules/statuses.ts'
import { selectDownloads } from './downloads.queries.ts'
import { isVisible, type Visit, authorizeVisit } from './visit.ts'
import { hasWithdrawnDocument, selectMilestones, selectAvailableDocuments } from './visit.queries.ts'
import { languageOfRequest, messagesFor } from './language.ts'

interface VisitorLabel {
  word: string
  stage: VisitorStage
}

/** The label and stage of each status for visitors; disputes and refunds are not revealed (product §6). */
export const visitorLabels = {
  New: { word: 'Order received', stage: 'received' },
  Awaiting: { word: 'Waiting for your answer', stage: 'answer' },
  AwaitingGovt: { word: 'With customs', stage: 'customs' },
  'Contact Customer': { word: 'Waiting for your answer', stage: 'answer' },
  'Customer Called': { word: 'Being prepared', stage: 'preparing' },
  Completed: { word: 'Approved', stage: 'ready' },
  Refunds: { word: 'Closed', stage: 'closed' },
  ChargeBack: { word: 'Closed', stage: 'closed' },
  Deleted: { word: 'Closed', stage: 'closed' },
} as const satisfies Record<Status, VisitorLabel>

/** The visitor's view of the order's documents; pending ones wait for their mail (product §12). */
type DocumentState = 'available' | 'pending' | 'withdrawn' | 'none'

const completedLabels: Record<DocumentState, VisitorLabel> = {
  available: visitorLabels.Completed,
  pending: visitorLabels['Customer Called'],
  withdrawn: { word: 'Being corrected', stage: 'correcting' },
  none: visitorLabels.Completed,
}

/** The label of an order; a completed one is approved only with its document. */
export const visitorLabelOf = (status: Status, documents: DocumentState): VisitorLabel =>
  status === 'Completed' ? completedLabels[documents] : visitorLabels[status]

/** The current step of each stage; a closed order has none. */
const currentSteps: Record<VisitorStage, VisitorStepKey | null> = {
  received: 'preparing',
  preparing: 'preparing',
  answer: 'preparing',
  customs: 'customs',
  correcting: 'preparing',
  ready: 'ready',
  closed: null,
}

export type StepDates = Record<VisitorStepKey, string | null>

/** The progress steps of an order with their dates; a closed order has only the steps that were reached. */
export function progressSteps(stage: VisitorStage, dates: StepDates, hasDocument: boolean): VisitorStep[] {
  const isOver = hasDocument && (stage === 'ready' || stage === 'closed')
  if (isOver) return visitorSteps.map((key) => ({ key, state: 'done', at: dates[key] }))
  const now = currentSteps[stage]
  if (now === null)
    return visitorSteps.flatMap((key) => (dates[key] ? [{ key, state: 'done', at: dates[key] }] : []))
  const at = visitorSteps.indexOf(now)
  return visitorSteps.map((key, index) =>
    index > at
      ? { key, state: 'todo', at: null }
      : { key, state: index === at ? 'now' : 'done', at: dates[key] },
  )
}

/** In the shape of the order's details (spec §3), newest first. */
async function listDownloadHistory(tx: Tx, orderId: number): Promise<DownloadRow[]> {
  const rows = await selectDownloads(tx, orderId)
  return rows.map(({ at, bytes_sent, completed, ...row }) => ({
    ...row,
    create_ts: wireInstant(at),
    received: receivedOf({ bytes_sent, completed }),
  }))
}

/** The documents of the visit, and the state of those that it cannot see. */
async function loadVisitDocuments(work: Work<VisitorActor>, visit: Visit) {
  const available = await selectAvailableDocuments(work.tx, visit.orderId)
  const documents = available.filter((document) => isVisible(document, visit, work.now))
  const state = async (): Promise<DocumentState> => {
    if (documents.length > 0) return 'available'
    if (await hasWithdrawnDocument(work.tx, visit.orderId)) return 'withdrawn'
    return available.length > 0 ? 'pending' : 'none'
  }
  return { documents, state: await state() }
}

type DocumentRow = Awaited<ReturnType<typeof selectAvailableDocuments>>[number]

/** The travellers of an order whose documents are per traveller; otherwise nothing is unsealed. */
function travellersOfDocuments(
  work: Work<VisitorActor>,
  order: OrderRecord,
  documents: readonly DocumentRow[],
): Traveller[] {
  if (documents.every(({ traveller }) => traveller === null)) return []
  const { fields, familyMember } = openCustomerData(work, order)
  return travellersOf({ ...fields, familyMember })
}

/** By traveller, in the order of the filing sheet; the whole order's documents come first. */
const inOrderOfTravellers = (documents: readonly DocumentRow[]): DocumentRow[] =>
  documents.toSorted((a, b) => (a.traveller ?? -1) - (b.traveller ?? -1))

async function toVisitorDocument(
  { seal }: Work<VisitorActor>,
  order: OrderRecord,
  travellers: readonly Traveller[],
  row: DocumentRow,
) {
  const { file1 } = row
  const qrText = openOptionalText(seal, 'documents.sealed_qr_text', file1, row.sealed_qr_text)
  return {
    file1,
    name: openText(seal, 'documents.sealed_name', file1, row.sealed_name),
    content_type: row.content_type,
    size: row.size,
    customer_name: order.full_name,
    traveller_name: row.traveller === null ? null : travellerName(travellers, row.traveller),
    created_at: wireInstant(row.created_at),
    preview: row.preview_file && previewPath(order.order_id, file1),
    qr: qrText === null ? null : await qrCode(qrText),
  }
}

async function toVisitorOrder(
  work: Work<VisitorActor>,
  visit: Visit,
  order: OrderRecord,
  requested: LanguageCode | null,
): Promise<VisitorOrder> {
  const { order_id } = order
  const language = matchLanguage(order.language)
  const { documents, state } = await loadVisitDocuments(work, visit)
  const travellers = travellersOfDocuments(work, order, documents)
  const { word, stage } = visitorLabelOf(order.process_status, state)
  const [newest] = await selectRequests(work.tx, order_id)
  const { preparing, customs } = await selectMilestones(work.tx, order_id)
  const ready = documents[0]?.created_at ?? order.processing_date
  const dates = {
    received: wireInstant(order.created_at),
    preparing: preparing && wireInstant(preparing),
    customs: customs && wireInstant(customs),
    ready: ready && wireInstant(ready),
  }
  return {
    order_id,
    customer_name: order.full_name,
    email: visit.knowsBuyer ? order.email : maskEmail(order.email),
    order_type: orderType(order.landing_domain),
    process_status: word,
    stage,
    landing_domain: order.landing_domain,
    travel_date: order.travel_date,
    application_email: applicationEmail(order_id, work.config.sendDomain),
    language,
    disclosure: visit.knowsBuyer
      ? await loadSaleDisclosure(
          work,
          order,
          openCustomerData(work, order).payment,
          requested ?? language ?? 'en',
        )
      : null,
    steps: progressSteps(stage, dates, documents.length > 0),
    bought: visit.knowsBuyer
      ? {
          amount: order.amount,
          currency: order.currency,
          at: wireInstant(order.created_at),
          statement_name: openCustomerData(work, order).payment['statement_name'] ?? '',
        }
      : null,
    stops_with_refund_by: (await canBeStopped(work.tx, order_id))
      ? refundDay(jakartaToday(work.now), work.config.refundDays)
      : null,
    // What the buyer wrote is not shown to another traveller of the order.
    request: newest && visit.knowsBuyer ? openRequestForCustomer(work, newest) : null,
    documents: await Promise.all(
      inOrderOfTravellers(documents).map((document) => toVisitorDocument(work, order, travellers, document)),
    ),
  }
}

/** What the download page shows (product §5, `get-download-history`); in the order's language by default. */
export async function loadVisitorPage(
  work: Work<VisitorActor>,
  visit: Visit,
  requested: LanguageCode | null,
) {
  const order = await getOrder(work.tx, visit.orderId)
  return {
    data: await listDownloadHistory(work.tx, visit.orderId),
    mainResult: await toVisitorOrder(work, visit, order, requested),
    path: documentsPath,
  }
}

export const orderPageCalls = implement(contract, {
  /** A member's view is recorded; a customer's was when they opened the order. */
  downloadHistory: recordedRead(async (work, { body, request }) => {
    const visit = await authorizeVisit(work, body.orderId, messagesFor(request))
    if (visit.by === 'member')
      await recordAudit(auditContext(work), 'order viewed', { order: visit.orderId, page: 'visitor' })
    return loadVisitorPage(work, visit, languageOfRequest(request))
  }),
})
