import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Body } from '#contract/endpoint.ts'
import * as contract from '#contract/privacy.ts'
import type { PrivacyRequest } from '#contract/privacy.ts'
import { matchLanguage } from '#contract/rules/languages.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { answerDueAt } from '#contract/rules/privacy.ts'
import * as listContract from '#contract/privacy-list.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { recordEvent } from '#server/orders/events.ts'
import { lockForChange } from '#server/orders/order-access.ts'
import { getOrder } from '#server/orders/orders.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, read, recordedRead, write } from '#server/platform/http/implement.ts'
import { findAccessLink } from './access-link-state.ts'
import { closedMail } from './closed.email.ts'
import { countHeld } from './held-data.ts'
import {
  countOpenErasures,
  deleteStep,
  insertRequest,
  insertStep,
  lockRequest,
  selectClosedRequests,
  selectOpenRequests,
  selectOrderIdsByEmail,
  selectOrders,
  selectRequest,
  selectSteps,
  updateClosed,
  updateOrderIds,
  updateRestriction,
  type RequestRow,
} from './requests.queries.ts'

const customer = z.object({ name: z.string(), email: z.string(), text: z.string() })
type Customer = z.infer<typeof customer>
const erasedCustomer: Customer = { name: '', email: '', text: '' }

/** Name, e-mail and text of a request's customer; empty once they are erased. */
export const openCustomer = (
  { seal }: Pick<Work, 'seal'>,
  { id, sealed }: Pick<RequestRow, 'id' | 'sealed'>,
): Customer => (sealed ? seal.open(customer, 'privacy_requests.sealed', id, sealed) : erasedCustomer)

/** The request's orders, and later ones of the same customer. */
async function findOrderIds(work: Work, request: RequestRow): Promise<number[]> {
  const found = await selectOrderIdsByEmail(work.tx, openCustomer(work, request).email)
  return [...new Set([...request.order_ids, ...found])].toSorted((a, b) => a - b)
}

export const isKept = ({ erased_at: erasedAt }: { erased_at: Date | null }): boolean => erasedAt === null

const refuseUnknown = (): never => refuse('notFound', 'There is no such request.')

/** The locked request with all orders of its customer; 404 for an unknown request. */
export async function lockWithOrders(work: Work, id: string) {
  const request = (await lockRequest(work.tx, id)) ?? refuseUnknown()
  const orderIds = await findOrderIds(work, request)
  await updateOrderIds(work.tx, id, orderIds)
  return { request, orders: await selectOrders(work.tx, orderIds) }
}

/** The request with all orders of its customer; 404 for an unknown request. */
export async function findWithOrders(work: Work, id: string) {
  const request = (await selectRequest(work.tx, id)) ?? refuseUnknown()
  return { request, orders: await selectOrders(work.tx, await findOrderIds(work, request)) }
}

/** The customer of a request, and all their orders; 404 for an unknown request. */
export async function findCustomerWithOrders(work: Work, id: string) {
  const { request, orders } = await findWithOrders(work, id)
  return { customer: openCustomer(work, request), orders }
}

type SummaryRow = Awaited<ReturnType<typeof selectOpenRequests>>[number]

const summaryOf = (work: Work, row: SummaryRow) => ({
  id: row.id,
  name: openCustomer(work, row).name,
  kinds: row.kinds,
  channel: row.channel,
  order_ids: row.order_ids,
  asked_at: wireInstant(row.asked_at),
  due_at: wireInstant(row.due_at),
  closed_at: row.closed_at && wireInstant(row.closed_at),
  comes_up_again: row.comes_up_again,
})

const closedShown = 100

export async function loadRequest(work: Work, id: string): Promise<PrivacyRequest> {
  const { request, orders } = await findWithOrders(work, id)
  const { email, text } = openCustomer(work, request)
  const steps = await selectSteps(work.tx, id)
  const kept = orders.filter(isKept)
  return {
    ...summaryOf(work, request),
    order_ids: orders.map(({ order_id: orderId }) => orderId),
    email,
    text,
    closed_by: request.closed_by_name,
    steps: steps.map(({ step, at, by }) => ({ step, at: wireInstant(at), by })),
    orders: orders.map(({ order_id, restricted_at, erased_at }) => ({
      order_id,
      restricted: restricted_at !== null,
      erased_at: erased_at && wireInstant(erased_at),
    })),
    erasing: await countOpenErasures(work.tx, id),
    held: await countHeld(work, kept),
    access_link: await findAccessLink(work, id),
  }
}

/** The request; the audit records the view. */
export async function viewRequest(work: Work, id: string): Promise<PrivacyRequest> {
  const request = await loadRequest(work, id)
  await recordAudit(auditContext(work), 'privacy request viewed', { requestId: id })
  return request
}

async function findCustomer(
  work: Work,
  email: string,
  orderId: number | '',
): Promise<Omit<Customer, 'text'>> {
  if (orderId !== '') {
    const { full_name: name, email: ordered } = await getOrder(work.tx, orderId)
    return { name, email: email || ordered }
  }
  const orders = await selectOrders(work.tx, await selectOrderIdsByEmail(work.tx, email))
  return { name: orders.at(-1)?.full_name ?? '', email }
}

/** Parses `YYYY-MM-DD HH:mm:ss` in EST. */
const instantOfEst = (text: string) => new Date(`${text.replace(' ', 'T')}-05:00`)

/** Records a request; its period runs from the day of asking. 404 for an unknown order, 400 for a future time. */
export async function createRequest(
  work: Work,
  { email = '', orderId = '', kinds, channel, askedAt, text = '' }: Body<typeof contract.createRequest>,
): Promise<{ id: string }> {
  if (email === '' && orderId === '')
    return refuse('invalid', 'Please enter an e-mail or an order id.', {
      errors: { email: 'Please enter an e-mail or an order id.' },
    })
  const asked = askedAt ? instantOfEst(askedAt) : work.now
  if (asked > work.now)
    return refuse('invalid', 'The time is still to come.', {
      errors: { askedAt: 'The time is still to come.' },
    })
  const found = await findCustomer(work, email, orderId)
  const orderIds = new Set(await selectOrderIdsByEmail(work.tx, found.email))
  if (orderId !== '') orderIds.add(orderId)
  const id = randomUUID()
  await insertRequest(work.tx, {
    id,
    sealed: work.seal.seal('privacy_requests.sealed', id, { ...found, text } satisfies Customer),
    kinds: [...new Set(kinds)],
    channel,
    order_ids: [...orderIds],
    asked_at: asked,
    due_at: answerDueAt(asked),
    created_at: work.now,
    created_by: work.actor.id,
  })
  await recordAudit(auditContext(work), 'privacy request recorded', { requestId: id, kinds })
  return { id }
}

const refuseClosed = ({ closed_at }: RequestRow) => {
  if (closed_at) refuse('conflict', 'The request is closed.')
}

export async function tickStep(
  work: Work,
  id: string,
  { step, done }: Body<typeof contract.tickStep>,
): Promise<void> {
  const { request } = await lockWithOrders(work, id)
  refuseClosed(request)
  if (done) await insertStep(work.tx, { request_id: id, step, at: work.now, member_id: work.actor.id })
  else await deleteStep(work.tx, id, step)
  await recordAudit(auditContext(work), done ? 'privacy step ticked' : 'privacy step unticked', {
    requestId: id,
    step,
  })
}

/** Restricts the customer's orders to Admins, or lifts the restriction; with an event for each order. */
export async function restrictOrders(work: Work, id: string, restricted: boolean): Promise<void> {
  const { orders } = await lockWithOrders(work, id)
  const { open } = await lockForChange(
    work,
    orders.map(({ order_id: orderId }) => orderId),
  )
  const changed = await updateRestriction(work.tx, [...open], restricted ? work.now : null)
  for (const orderId of changed) {
    await recordEvent(work, { orderId, action: restricted ? 'restricted' : 'restriction lifted' })
  }
  if (restricted)
    await insertStep(work.tx, { request_id: id, step: 'restriction', at: work.now, member_id: work.actor.id })
  else await deleteStep(work.tx, id, 'restriction')
  await recordAudit(auditContext(work), restricted ? 'orders restricted' : 'restriction lifted', {
    requestId: id,
    orderIds: changed,
  })
}

/** Closes a request, and mails the customer if the answer has a text. 409 while orders are being erased. */
export async function closeRequest(
  work: Work,
  id: string,
  { text = '' }: Body<typeof contract.closeRequest>,
): Promise<void> {
  const { request, orders } = await lockWithOrders(work, id)
  refuseClosed(request)
  if ((await countOpenErasures(work.tx, id)) > 0) refuse('conflict', 'Orders are still being erased.')
  const { email } = openCustomer(work, request)
  const newest = orders.at(-1)
  const mailId = text.trim()
    ? await queueMail(
        work,
        closedMail,
        {
          language: matchLanguage(newest?.language ?? null) ?? undefined,
          landingDomain: newest?.landing_domain ?? '',
          text,
        },
        { orderId: null, recipient: email },
      )
    : null
  const closed = { closed_at: work.now, closed_by: work.actor.id, mail_id: mailId }
  if (!(await updateClosed(work.tx, id, closed))) refuse('conflict', 'The request is closed.')
  await recordAudit(auditContext(work), 'privacy request closed', { requestId: id, told: mailId !== null })
}

export const requestCalls = implement(
  { ...contract, ...listContract },
  {
    listRequests: read(async (work) => {
      const open = await selectOpenRequests(work.tx)
      const closed = await selectClosedRequests(work.tx, closedShown)
      return { open: open.length, data: [...open, ...closed].map((row) => summaryOf(work, row)) }
    }),
    getRequest: recordedRead(async (work, { params }) => ({ data: await viewRequest(work, params.id) })),
    createRequest: write(async (work, { body }) => ({
      message: 'The request is recorded.',
      data: await createRequest(work, body),
    })),
    tickStep: write(async (work, { params, body }) => {
      await tickStep(work, params.id, body)
      return { message: 'The step is saved.', data: await loadRequest(work, params.id) }
    }),
    restrictOrders: write(async (work, { params, body: { restricted } }) => {
      await restrictOrders(work, params.id, restricted)
      return {
        message: restricted ? 'The orders are restricted to Admins.' : 'The restriction is lifted.',
        data: await loadRequest(work, params.id),
      }
    }),
    closeRequest: write(async (work, { params, body }) => {
      await closeRequest(work, params.id, body)
      return { message: 'The request is closed.', data: await loadRequest(work, params.id) }
    }),
  },
)
