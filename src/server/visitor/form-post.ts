import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import type { VisitorMessages } from '#contract/rules/visitor-messages.ts'
import * as contract from '#contract/visitor.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { requestCall } from '#server/platform/http/call.ts'
import { parseInput } from '#server/platform/http/parse.ts'
import { refusalCodes, Refused } from '#server/platform/refusal.ts'
import type { AnyoneActor, Call, Platform } from '#server/platform/work.ts'
import { inWordsOf, messagesFor } from './language.ts'
import { askForLink } from './order-link.ts'
import { giveCookie } from './track-order.routes.ts'
import { trackOrder } from './track-order.ts'
import { isForeign, onwards, orderPath, trackPath } from './page-paths.ts'
import type { ShowPage } from './show-page.ts'

type Fields = Record<string, unknown>

const anyone: AnyoneActor = { kind: 'anyone' }

interface Form {
  request: FastifyRequest
  reply: FastifyReply
  call: Call<AnyoneActor>
  fields: Fields
  says: VisitorMessages
}

const say = (request: FastifyRequest) => (message: string) => inWordsOf(message, request)

/** Each does what its call does, by the same use case, and answers where the browser goes next. */
const forms = {
  track: async ({ request, reply, call, fields, says }: Form) => {
    const { body } = parseInput(contract.trackOrder, { params: {}, query: {}, body: fields }, say(request))
    const given = body as { orderId: string; email: string }
    giveCookie(call, request, reply, await trackOrder(call, given, says))
    return orderPath(decodeOrderId(given.orderId) ?? given.orderId)
  },
  link: async ({ request, call, fields, says }: Form) => {
    const { body } = parseInput(contract.sendLink, { params: {}, query: {}, body: fields }, say(request))
    const { email } = body as { email: string }
    await inTransaction(call.db, (tx) => askForLink({ ...call, tx }, email, says))
    return `${trackPath(null)}?link=sent`
  },
}

/** What a form of the tracking page posts without scripts: a refusal is that page again, with what was typed. */
export async function postTracking(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  show: ShowPage,
  part: string | null,
): Promise<FastifyReply> {
  const says = messagesFor(request)
  const orderId = part === null ? null : decodeOrderId(part)
  if (isForeign(request)) return show(request, reply.code(403), orderId, { notice: says.orderNotOpened })
  const call = requestCall(platform, request, anyone)
  const fields = (request.body ?? {}) as Fields
  const search = request.url.slice(request.url.indexOf('?') + 1)
  const name = new URLSearchParams(search).has('link') ? 'link' : 'track'
  try {
    const path = await forms[name]({ request, reply, call, fields, says })
    return reply.redirect(onwards(path, search), 303)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { errors, retryAfter } = error.extra
    if (retryAfter) reply.header('retry-after', retryAfter)
    return show(request, reply.code(refusalCodes[error.kind]), orderId, {
      form: { ...typed(fields), errors: errors ?? {} },
      notice: errors ? null : error.message,
    })
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const typed = ({ orderId, email }: Fields) => ({ orderId: text(orderId), email: text(email) })
