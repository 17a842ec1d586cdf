import { keepsMails } from '#server/platform/mail/providers.ts'
import * as z from 'zod/mini'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import { openedFragment, orderPath, trackPath } from '#contract/rules/visitor-addresses.ts'
import type { VisitorMessages } from '#texts/visitor-messages.ts'
import * as contract from '#contract/visitor.ts'
import { requestCall } from '#server/platform/http/call.ts'
import { parseInput } from '#server/platform/http/parse.ts'
import { recordRefusalEvent, recordSecurityEvent } from '#server/platform/http/security-log.ts'
import { refusalHttpStatus, RefusalError } from '#server/platform/refusal.ts'
import type { AnyoneActor, Call, Platform } from '#server/platform/work.ts'
import { translateMessage, messagesFor } from './language.ts'
import { requestLink } from './order-link.ts'
import { setVisitCookie, trackOrder } from './track-order.ts'
import { isCrossSite, keepTranslation } from './page-paths.ts'
import type { ShowPage } from './show-page.ts'

const postedFields = z.record(z.string(), z.unknown())
type Fields = z.infer<typeof postedFields>

const anyone: AnyoneActor = { kind: 'anyone' }

interface Form {
  request: FastifyRequest
  reply: FastifyReply
  call: Call<AnyoneActor>
  fields: Fields
  messages: VisitorMessages
}

const translateFor = (request: FastifyRequest) => (message: string) => translateMessage(message, request)

/** Each form runs the use case of its endpoint and returns the path and fragment to redirect to. */
const forms = {
  track: async ({ request, reply, call, fields, messages }: Form) => {
    const { body } = parseInput(
      contract.trackOrder,
      { params: {}, query: {}, body: fields },
      translateFor(request),
    )
    setVisitCookie(call, request, reply, await trackOrder(call, body, messages))
    return { path: orderPath(body.orderId), fragment: `#${openedFragment}` }
  },
  link: async ({ request, call, fields, messages }: Form) => {
    const { body } = parseInput(
      contract.sendLink,
      { params: {}, query: {}, body: fields },
      translateFor(request),
    )
    await requestLink(call, body.email, messages)
    return { path: `${trackPath(null)}?link=${keepsMails(call.config) ? 'kept' : 'sent'}`, fragment: '' }
  },
}

/** Handles the tracking page's forms without scripts: a refusal shows the page again with the submitted values. */
export async function postTracking(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  show: ShowPage,
  part: string | null,
): Promise<FastifyReply> {
  const messages = messagesFor(request)
  const orderId = part === null ? null : decodeOrderId(part)
  if (isCrossSite(request)) {
    recordSecurityEvent(request, 'foreign form refused')
    return show(request, reply.code(403), orderId, { notice: messages.foreignForm })
  }
  const call = requestCall(platform, request, anyone)
  const fields = z.safeParse(postedFields, request.body).data ?? {}
  const search = request.url.slice(request.url.indexOf('?') + 1)
  const name = new URLSearchParams(search).has('link') ? 'link' : 'track'
  try {
    const { path, fragment } = await forms[name]({ request, reply, call, fields, messages })
    return reply.redirect(keepTranslation(path, search) + fragment, 303)
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    recordRefusalEvent(request, error)
    const { code, errors, retryAfter } = error.extra
    if (retryAfter) reply.header('retry-after', retryAfter)
    return show(request, reply.code(refusalHttpStatus[error.kind]), orderId, {
      form: {
        ...submittedValues(fields),
        errors: errors ?? {},
        offersLink: code === contract.linkByMail,
      },
      notice: errors ? null : error.message,
    })
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const submittedValues = ({ orderId, email }: Fields) => ({ orderId: text(orderId), email: text(email) })
