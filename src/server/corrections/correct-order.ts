import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import * as contract from '#contract/corrections.ts'
import type { Body } from '#contract/endpoint.ts'
import { intakeOrder } from '#contract/intake.ts'
import { isTooLong, tooLongText } from '#contract/rules/field-lengths.ts'
import { displayDate, jakartaToday } from '#contract/rules/dates.ts'
import { mailAddressFault } from '#contract/rules/mail-address.ts'
import { canBeMeant, perhapsMeant, refusalOf, travelDateKeys } from '#contract/rules/travel-dates.ts'
import { prepareCorrectedOrder } from '#server/intake/receive-order.ts'
import { replaceEvidenceKeys } from '#server/orders/evidence-keys.ts'
import { recordEvent } from '#server/orders/events.ts'
import { openCustomerData, type CustomerData } from '#server/orders/customer-data.ts'
import type { NewOrder } from '#server/orders/new-order-rows.ts'
import { lockOrder, type LockedOrder } from '#server/orders/order-access.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import { readdressMails } from '#server/platform/mail/mail-rows.ts'
import { refuseIssues } from '#server/platform/http/parse.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { compareAgain } from '#server/proposals/comparisons.ts'
import { followCorrection } from '#server/travellers/follow-correction.ts'
import { correctionDraftKinds } from '#contract/drafts.ts'
import { endDraft } from '#server/drafts/drafts.ts'
import { meanwhileNotice, mergeSince } from './changes-since.ts'
import { endVisits } from '#server/visitor/visit.ts'
import { loadPreflight } from '#server/preflight/preflight.ts'
import { implement, write } from '#server/platform/http/implement.ts'

/** The order in intake's fields, so that a correction is parsed by intake's schema. */
const toIntakeFields = (order: OrderRow, customer: CustomerData): Record<string, unknown> => ({
  ...customer.fields,
  ...customer.payment,
  landing_domain: order.landing_domain,
  processing_mode: order.given_mode ?? order.processing_mode,
  email: order.email,
  transport_type: order.transport_type,
  language: order.language,
  amount: order.amount,
  currency: order.currency,
  transaction_id: order.transaction_id,
  merchant_name: order.merchant_name,
  familyMember: customer.familyMember,
  importingGoods: customer.importingGoods,
})

/** Drops status, assignee, mode and history: a correction keeps them, but gives back a mode that had no travel day. */
function derivedColumns(prepared: NewOrder, { given_mode }: OrderRow) {
  const {
    customer: _customer,
    order_id: _id,
    landing_domain: _domain,
    process_status: _status,
    processing_mode,
    assignee_id: _assignee,
    created_at: _created,
    processing_date: _processing,
    processed_by: _by,
    refund_date: _refund,
    ...row
  } = prepared
  return { ...row, ...(given_mode !== null && { processing_mode }) }
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>

/**
 * Names and identity numbers that a correction makes too long; a too long value from a site may stay (product §12,
 * Preflight).
 */
function tooLongIssues(entered: unknown, kept: ReadonlySet<string>, path: readonly string[] = []): Issue[] {
  if (typeof entered === 'string') {
    const key = path.at(-1) ?? ''
    return isTooLong(key, entered) && !kept.has(entered)
      ? [{ path: [...path], message: tooLongText(key) }]
      : []
  }
  if (typeof entered !== 'object' || entered === null) return []
  return Object.entries(entered).flatMap(([key, value]) => tooLongIssues(value, kept, [...path, key]))
}

/** Changed e-mails that no mail service takes; one from a site may stay (product §16). */
function unreachableIssues(order: Readonly<Record<string, unknown>>, changed: readonly string[]): Issue[] {
  return changed.flatMap((key) => {
    const address = /(^|_)email(_address)?$/.test(key) ? fieldValue(order, key) : ''
    const fault = typeof address === 'string' && address !== '' ? mailAddressFault(address) : null
    return fault === null ? [] : [{ path: [key], message: `${String(address)} ${fault}.` }]
  })
}

const unmeantIssues = (order: Readonly<Record<string, unknown>>, changed: readonly string[], today: string) =>
  travelDateKeys.flatMap((key): Issue[] => {
    const date = changed.includes(key) ? String(fieldValue(order, key)).slice(0, 10) : ''
    if (date === '' || canBeMeant(date, today)) return []
    return [{ path: [key], message: `${displayDate(date)} cannot be meant.${perhapsMeant(date, today)}` }]
  })

const textsIn = (data: unknown): string[] =>
  typeof data === 'string'
    ? [data]
    : typeof data === 'object' && data !== null
      ? Object.values(data).flatMap(textsIn)
      : []

const fieldValue = (order: Readonly<Record<string, unknown>>, key: string): unknown => order[key] ?? ''

type Corrected = { changed: string[]; readdressed: number } | { issues: readonly Issue[] }

/**
 * Corrects customer data of a locked order and recomputes what is derived from it: names in lists, search text,
 * window, hashes. The event keeps the old values, sealed. Returns the changed keys, or the issues that prevent it.
 */
export async function applyCorrection(
  work: Work<Actor>,
  order: LockedOrder,
  { changes, reason }: { changes: Readonly<Record<string, unknown>>; reason: string },
): Promise<Corrected> {
  const orderId = order.order_id
  const customer = openCustomerData(work, order)
  const currentFields = toIntakeFields(order, customer)

  const corrected = z.safeParse(intakeOrder, { ...currentFields, ...changes })
  const today = jakartaToday(work.now)
  if (!corrected.success)
    return {
      issues: corrected.error.issues.map((issue) => ({
        ...issue,
        message: refusalOf(issue, changes, today),
      })),
    }
  const tooLong = tooLongIssues(changes, new Set(textsIn(currentFields)))
  if (tooLong.length > 0) return { issues: tooLong }
  const before = z.safeParse(intakeOrder, currentFields)
  const currentOrder = before.success ? before.data : currentFields
  const changed = Object.keys(changes).filter(
    (key) => !isDeepStrictEqual(fieldValue(currentOrder, key), fieldValue(corrected.data, key)),
  )
  if (changed.length === 0) return { changed, readdressed: 0 }
  const unreachable = unreachableIssues(corrected.data, changed)
  const refused = [...unreachable, ...unmeantIssues(corrected.data, changed, today)]
  if (refused.length > 0) return { issues: refused }

  const prepared = prepareCorrectedOrder(work, corrected.data, { orderId, createdAt: order.created_at })
  if (changed.includes('familyMember'))
    await followCorrection(work, orderId, {
      before: customer.familyMember,
      after: prepared.customer.familyMember,
    })
  const sealed = { ...prepared.customer, payment: customer.payment }
  await work.tx
    .updateTable('orders')
    .set({ ...derivedColumns(prepared, order), sealed: work.seal.seal('orders.sealed', orderId, sealed) })
    .where('order_id', '=', orderId)
    .execute()
  const { email, traveller_email } = prepared
  if (email !== order.email || traveller_email !== order.traveller_email) await endVisits(work, orderId)
  const readdressed = email === order.email ? 0 : await readdressMails(work.tx, orderId, email)
  await replaceEvidenceKeys(work, {
    order_id: orderId,
    created_at: order.created_at,
    email,
    traveller_email,
    payment: customer.payment,
  })
  await compareAgain(work, orderId)
  await recordEvent(work, {
    orderId,
    action: 'corrected',
    details: { fields: changed, reason },
    sealed: Object.fromEntries(
      changed.map((key) => [
        key,
        { from: fieldValue(currentOrder, key), to: fieldValue(corrected.data, key) },
      ]),
    ),
  })
  return { changed, readdressed }
}

type Correction = Body<typeof contract.correctOrder>

/** The changes that remain after a merge with those since the caller's revision, in intake's form (product §5). */
async function mergeCorrection(work: Work, order: LockedOrder, { changes, revision }: Correction) {
  const currentFields = toIntakeFields(order, openCustomerData(work, order))
  const [before, given] = [{}, changes].map((changed) =>
    z.safeParse(intakeOrder, { ...currentFields, ...changed }),
  )
  // What intake's schema refuses is refused below, with its issues.
  const mine = given?.success ? pickKeys(given.data, Object.keys(changes)) : changes
  const current = before?.success ? before.data : currentFields
  return mergeSince(work, { orderId: order.order_id, revision, current, changes: mine })
}

const pickKeys = (data: Readonly<Record<string, unknown>>, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, fieldValue(data, key)]))

/** Returns the changed keys, the revision, what others changed since, and how many mails go to a new address. */
export async function correctOrder(work: Work, correction: Correction) {
  const { orderId, reason, revision, draft } = correction
  const order = await lockOrder(work, orderId)
  const { changes, newest, meanwhile } = await mergeCorrection(work, order, correction)
  const corrected = await applyCorrection(work, order, { changes, reason })
  if ('issues' in corrected) return refuseIssues(corrected.issues)
  const { changed } = corrected
  const isMadeByAnother = revision !== undefined && revision < newest
  if (changed.length === 0 && !isMadeByAnother) return refuse('invalid', 'Nothing was changed.')
  await endDraft(work, { orderId, kinds: correctionDraftKinds, revision: draft })
  return { ...corrected, meanwhile, revision: changed.length === 0 ? newest : newest + 1 }
}

/** Waiting mails go to a corrected address (product §7). */
const readdressedNotice = (count: number) =>
  count === 0
    ? ''
    : ` ${count === 1 ? '1 mail that waits goes' : `${count} mails that wait go`} to the new address.`

export const correctionCalls = implement(contract, {
  correctOrder: write(async (work, { body }) => {
    const { readdressed, ...told } = await correctOrder(work, body)
    const done =
      told.changed.length > 0
        ? 'Order has been corrected successfully.'
        : 'The order had been corrected so already.'
    return {
      message: `${done}${readdressedNotice(readdressed)}${meanwhileNotice(told.meanwhile)}`,
      data: { ...told, preflight: await loadPreflight(work, body.orderId) },
    }
  }),
})
