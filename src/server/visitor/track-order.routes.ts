import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/visitor.ts'
import type { Http } from '#server/platform/http/http.ts'
import type { Platform } from '#server/platform/work.ts'
import { translateMessage, messagesFor } from './language.ts'
import { surplusCookies, trackOrder, visitSeconds, type VisitCookie } from './track-order.ts'

/** Sets the order's cookie and clears surplus cookies of older orders. */
export function setVisitCookie(
  { config }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  { cookie, secret }: VisitCookie,
) {
  const scope = { path: '/', secure: config.isHttps }
  for (const name of surplusCookies(config, Object.keys(request.cookies), cookie))
    reply.clearCookie(name, scope)
  // Lax, not Strict: a page or file of the order is also reached from a link in a mail, and every change is a POST.
  reply.setCookie(cookie, secret, { ...scope, httpOnly: true, sameSite: 'lax', maxAge: visitSeconds })
}

export function trackingRoutes(http: Http) {
  http.handle(
    contract.trackOrder,
    async (call, { body, request, reply }) => {
      const messages = messagesFor(request)
      setVisitCookie(call, request, reply, await trackOrder(call, body, messages))
      return { message: messages.orderOpened }
    },
    translateMessage,
  )
}
