import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import * as contract from '#contract/requests.ts'
import { customerActor } from '#contract/rules/order-events.ts'
import { orderPath } from '#contract/rules/visitor-addresses.ts'
import type { RequestSubject } from '#contract/rules/customer-requests.ts'
import { stopOrder } from '#server/orders/change-status.ts'
import { recordEvent } from '#server/orders/events.ts'
import { lockOrder, type LockedOrder } from '#server/orders/order-access.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { parseInput } from '#server/platform/http/parse.ts'
import { recordRefusalEvent, recordSecurityEvent } from '#server/platform/http/security-log.ts'
import { addressLimits, claimAttempt } from '#server/platform/auth/attempts.ts'
import { refusalHttpStatus, RefusalError, refuse } from '#server/platform/refusal.ts'
import type { Call, CustomerActor, VisitorActor, Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { messagesFor } from './language.ts'
import { isCrossSite, keepTranslation } from './page-paths.ts'
import { searchOf } from './show-page.ts'
import { authorizeVisit } from './visit.ts'
import type { VisitorMessages } from '#texts/visitor-messages.ts'
import { openRequestForCustomer, queueRequestMail, selectRequests } from '#server/requests/requests.ts'

const minutes = 24 * 60

/** Requests of one order and from one network. */
const requestLimits = (orderId: number, ip: string) => [
  { scope: 'request of order', key: String(orderId), max: 5, minutes },
  ...addressLimits(ip, { scope: 'request address', max: 100, minutes: 60 }),
]

interface Asked {
  about: RequestSubject
  text: string
}

/** What a second click or a reload asks again: a stop that was done. 409 with the open request, if there is one. */
async function findStopped(
  work: Work<CustomerActor>,
  { order_id: orderId, process_status: status }: LockedOrder,
  about: RequestSubject,
  messages: VisitorMessages,
) {
  const requests = await selectRequests(work.tx, orderId)
  const open = requests.find(({ ended_as: endedAs }) => endedAs === null)
  if (open) refuse('conflict', messages.requestIsOpen, { data: openRequestForCustomer(work, open) })
  const [newest] = requests
  const isRepeated = about === 'stop' && status === 'Refunds' && newest?.ended_as === 'stopped'
  return isRepeated ? newest : undefined
}

/** Ends what stops at once; anything else waits for a member (product §14). */
async function storeRequest(work: Work<CustomerActor>, order: LockedOrder, { about, text }: Asked) {
  const { order_id: orderId } = order
  const details = { about, text }
  const stopped = about === 'stop' ? await stopOrder(work, orderId, details) : undefined
  const eventId = stopped ?? (await recordEvent(work, { orderId, action: 'asked by the customer', details }))
  await work.tx
    .insertInto('customer_requests')
    .values({
      order_id: orderId,
      about,
      asked_at: work.now,
      sealed_text: text === '' ? null : work.seal.seal('customer_requests.sealed_text', orderId, text),
      ...(stopped !== undefined && { ended_as: 'stopped' as const, ended_at: work.now, event_id: stopped }),
    })
    .execute()
  return eventId
}

/** What the buyer of an open order asks; neither another traveller nor a member who looks at the page asks for them. */
async function askAgency(
  work: Work<VisitorActor>,
  { orderId, about, text = '' }: { orderId: number; about: RequestSubject; text?: string | undefined },
  messages: VisitorMessages,
) {
  const visit = await authorizeVisit(work, orderId, messages)
  if (visit.by === 'member' || !visit.knowsBuyer) refuse('forbidden', messages.orderNotOpened)
  const asCustomer = { ...work, actor: { kind: 'customer' as const, name: customerActor } }
  const order = await lockOrder(asCustomer, orderId)
  const stopped = await findStopped(asCustomer, order, about, messages)
  if (stopped) return openRequestForCustomer(work, stopped)
  const wait = await claimAttempt(work.tx, requestLimits(orderId, work.ip), work.now)
  if (wait) refuse('tooMany', messages.tooManyAttempts(Math.ceil(wait / 60)), { retryAfter: wait })
  const eventId = await storeRequest(asCustomer, order, { about, text })
  const [row] = await selectRequests(work.tx, orderId)
  if (!row) throw new Error('the request was not stored')
  await queueRequestMail(asCustomer, order, row, { eventId })
  return openRequestForCustomer(work, row)
}

const postedRequest = z.object({
  about: z.unknown(),
  // A form sends each end of a line as two characters; the limit counts one, as the browser's does.
  text: z.pipe(
    z.unknown(),
    z.transform((text) => (typeof text === 'string' ? text.replaceAll('\r\n', '\n') : text)),
  ),
})

/**
 * The form of the order's page without scripts: the page is shown again, with the request or with the reason of a
 * refusal.
 */
export async function postRequest(
  call: Call<VisitorActor>,
  request: FastifyRequest,
  orderId: string,
): Promise<{ path: string } | { notice: string; status: number }> {
  const messages = messagesFor(request)
  if (isCrossSite(request)) {
    recordSecurityEvent(request, 'foreign form refused')
    return { notice: messages.foreignForm, status: 403 }
  }
  const { about, text } = z.safeParse(postedRequest, request.body).data ?? {}
  try {
    const { body } = parseInput(
      contract.askAgency,
      { params: {}, query: {}, body: { orderId, about, text } },
      () => messages.notTaken,
    )
    await inTransaction(call.db, (tx) => askAgency({ ...call, tx }, body, messages))
    return { path: keepTranslation(orderPath(orderId), searchOf(request)) }
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    recordRefusalEvent(request, error)
    return { notice: error.message, status: refusalHttpStatus[error.kind] }
  }
}

export const askAgencyCalls = implement(contract, {
  askAgency: write(async (work, { body, request }) => ({
    data: await askAgency(work, body, messagesFor(request)),
  })),
})
