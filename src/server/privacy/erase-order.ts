import { emailKey } from '#contract/rules/email.ts'
import * as z from 'zod/mini'
import type { ErasedPart } from '#contract/rules/privacy.ts'
import { invoiceFacts, type InvoiceFacts } from '#server/invoices/invoice.ts'
import { deleteQuotasOf } from '#server/messages/incoming-quotas.ts'
import { deleteProposalsOf } from '#server/proposals/comparisons.ts'
import { eraseDrafts } from '#server/drafts/drafts.ts'
import { deleteOpenOrder } from '#server/orders/change-status.ts'
import { openCustomerData, type CustomerData } from '#server/orders/customer-data.ts'
import { recordEvent } from '#server/orders/events.ts'
import { deleteSealedJobs } from '#server/platform/jobs/sealed-payload.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { JobActor, Work } from '#server/platform/work.ts'
import { arrivalGroups, departureGroups } from '#contract/rules/order-fields.ts'
import {
  deleteCustomerRows,
  deleteQuestions,
  emptyCorrections,
  emptyDisputes,
  emptyEvents,
  emptyOrder,
  emptyQuestionEvents,
  emptyRefund,
  isHeldByDispute,
  isMailBeingSent,
  lockOrderForErasure,
  noteFiles,
  noteQuestionMails,
  replaceDeclaration,
  replaceInvoiceFacts,
  selectInvoiceFacts,
} from './erase-order.queries.ts'
import { insertErasedOrder } from './erased-orders.queries.ts'

/** The groups of a declaration that prove who travelled and when, which a dispute needs. */
const provingGroups: ReadonlySet<string> = new Set(['Traveller', 'Journey'])

const provingFields = new Set(
  [...arrivalGroups, ...departureGroups]
    .filter(({ title }) => provingGroups.has(title))
    .flatMap(({ fields }) => fields.map(({ key }) => key)),
)

/** Who the customer was and when they travelled: what mails and packs read. */
const contactFields = new Set([
  'arrival_full_name',
  'arrival_email',
  'arrival_phone_code',
  'arrival_phone_number',
  'arrival_doa',
  'departure_full_name',
  'departure_contact_email_address',
  'departure_phone_number_1',
  'departure_departure_date',
])

const kept = { disputed: provingFields, details: contactFields } as const

/** Which fields of a declaration stay; unknown fields go. */
const keptFields =
  (part: Exclude<ErasedPart, 'all'>) =>
  (key: string): boolean =>
    kept[part].has(key)

type ErasureWork = Work<JobActor>

const nothing: CustomerData = { fields: {}, familyMember: [], importingGoods: [], payment: {} }

/** The tax office's part of an invoice: number, amount and date, without the person. */
const withoutPerson = ({
  customerAddress: _address,
  paidBy: _card,
  ...facts
}: InvoiceFacts): InvoiceFacts => ({ ...facts, customerName: '-', email: '-', transactionId: null })

async function eraseInvoice({ tx, seal }: ErasureWork, orderId: number): Promise<void> {
  const row = await selectInvoiceFacts(tx, orderId)
  if (!row) return
  const place = 'invoice_numbers.sealed_facts'
  const facts = seal.open(invoiceFacts, place, orderId, row.sealed_facts)
  await replaceInvoiceFacts(tx, orderId, seal.seal(place, orderId, withoutPerson(facts)))
}

const addressee = z.object({ email: z.string() })

/** Erases payloads of finished jobs, and of jobs that would write to these addresses. */
const eraseJobs = ({ tx, seal }: ErasureWork, emails: readonly string[]) =>
  deleteSealedJobs(tx, seal, (payload) => {
    const { data } = addressee.safeParse(payload)
    return data !== undefined && emails.includes(emailKey(data.email))
  })

async function eraseWhole(work: ErasureWork, order: OrderRow): Promise<void> {
  const { tx, now, seal } = work
  const { order_id: orderId } = order
  const emails = [order.email, order.traveller_email].map(emailKey)
  await deleteOpenOrder(work, orderId)
  await noteFiles(tx, orderId)
  await deleteQuestions(tx, orderId)
  await deleteProposalsOf(work, orderId)
  await deleteCustomerRows(tx, orderId)
  await eraseDrafts(tx, orderId)
  await emptyEvents(tx, orderId)
  await emptyRefund(tx, orderId)
  await emptyDisputes(tx, orderId)
  await eraseInvoice(work, orderId)
  await eraseJobs(work, emails)
  await deleteQuotasOf(work, orderId, emails)
  await recordEvent(work, { orderId, action: 'erased' })
  await emptyOrder(tx, orderId, { now, sealed: seal.seal('orders.sealed', orderId, nothing) })
}

async function eraseParts(
  work: ErasureWork,
  order: OrderRow,
  part: Exclude<ErasedPart, 'all'>,
): Promise<void> {
  const { tx, now, seal } = work
  const { order_id: orderId } = order
  const { fields, payment } = openCustomerData(work, order)
  const isKept = keptFields(part)
  const kept: CustomerData = {
    ...nothing,
    payment,
    fields: Object.fromEntries(Object.entries(fields).filter(([key]) => isKept(key))),
  }
  const sealed = seal.seal('orders.sealed', orderId, kept)
  await replaceDeclaration(tx, orderId, { now, sealed, keepsPassport: part === 'disputed' })
  await noteQuestionMails(tx, orderId)
  await deleteQuestions(tx, orderId)
  await emptyQuestionEvents(tx, orderId)
  await eraseDrafts(tx, orderId)
  await emptyCorrections(tx, orderId)
  await deleteProposalsOf(work, orderId)
  await recordEvent(work, { orderId, action: 'parts erased' })
}

/** Decides, from the locked row and its disputes, which part of an order is erased; null: none. */
type DecideErasure<Part extends ErasedPart = ErasedPart> = (
  order: OrderRow,
  dispute: { isDisputed: boolean },
) => Part | null

/**
 * Erases the part of an order that `decide` returns for its locked row, in the caller's transaction. `postponed` while
 * a mail of the order is being sent: the caller retries later. A repeat does nothing.
 */
export async function eraseOrder<Part extends ErasedPart>(
  work: ErasureWork,
  orderId: number,
  decide: DecideErasure<Part>,
): Promise<Part | 'postponed' | null> {
  const order = await lockOrderForErasure(work.tx, orderId)
  if (!order || order.erased_at) return null
  const part = decide(order, { isDisputed: await isHeldByDispute(work.tx, orderId) })
  if (!part) return null
  if (await isMailBeingSent(work.tx, orderId)) return 'postponed'
  if (part === 'all') await eraseWhole(work, order)
  else await eraseParts(work, order, part)
  await insertErasedOrder(work.tx, orderId, part, work.now)
  return part
}
