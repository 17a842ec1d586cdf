import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import { orderPagePatterns, trackPagePatterns, trackPath } from '#contract/rules/visitor-addresses.ts'
import type { Identify } from '#server/platform/auth/identify.ts'
import { inSnapshot, isPrimaryAway } from '#server/platform/db/database.ts'
import { readFrom } from '#server/platform/db/replica.ts'
import { hostCookieName } from '#server/platform/http/cookies.ts'
import { RefusalError } from '#server/platform/refusal.ts'
import type { Platform } from '#server/platform/work.ts'
import { postRequest } from './ask-agency.ts'
import { postTracking } from './form-post.ts'
import { messagesFor } from './language.ts'
import { loadOpenedOrder } from './page-data.ts'
import { lastSegment, keepTranslation } from './page-paths.ts'
import { cookieOptions, rememberLanguage, searchOf, type ShowPage } from './show-page.ts'
import { createVisitorCalls } from './visitor-call.ts'

const noticeSeconds = 60
/** When a page reloads if no database answers. */
const awaySeconds = 5

type WildcardRoute = { Params: { '*'?: string } }

export async function serveVisitorPages(
  app: FastifyInstance,
  platform: Platform,
  identify: Identify,
  show: ShowPage,
) {
  const callOf = createVisitorCalls(platform, identify, false)
  /** Makes the tracking page show once that the order could not be opened. */
  const noticeCookie = hostCookieName(platform.config, 'pabean_notice')

  const showTracking = async (request: FastifyRequest<WildcardRoute>, reply: FastifyReply) => {
    const part = lastSegment(request.params['*'] ?? '')
    if (part === null) return show(request, reply.code(404), null)
    if (request.cookies[noticeCookie] === undefined) return show(request, reply, decodeOrderId(part))
    reply.clearCookie(noticeCookie, cookieOptions(platform.config))
    return show(request, reply, decodeOrderId(part), { notice: messagesFor(request).orderNotOpened })
  }

  const showOrder = async (
    request: FastifyRequest<WildcardRoute>,
    reply: FastifyReply,
    notice: string | null = null,
  ) => {
    // A redirect loses the page's address, and with it the language in its query.
    rememberLanguage(request, reply, platform.config)
    const part = lastSegment(request.params['*'] ?? '')
    if (part === null || part === '') return show(request, reply.code(404), null)
    const leadToTracking = (path: string) => {
      reply.setCookie(noticeCookie, 'closed', { ...cookieOptions(platform.config), maxAge: noticeSeconds })
      return reply.redirect(keepTranslation(path, searchOf(request)), 303)
    }
    const orderId = decodeOrderId(part)
    if (orderId === null) return leadToTracking(trackPath(null))
    try {
      const opened = await readFrom(await callOf(request), 'whileAway', (call) =>
        inSnapshot(call.db, (tx) => loadOpenedOrder({ ...call, tx }, Number(orderId), request)),
      )
      return await show(request, reply, orderId, { openedOrder: opened, notice })
    } catch (error) {
      if (!(error instanceof RefusalError)) {
        request.log.error({ err: error }, 'the page of an order could not be shown')
        if (isPrimaryAway(error)) reply.code(503).header('retry-after', awaySeconds)
        else reply.code(500)
        return show(request, reply, orderId, { hasLoadFailed: true })
      }
      return leadToTracking(trackPath(orderId))
    }
  }

  for (const path of trackPagePatterns) app.get<WildcardRoute>(path, showTracking)
  for (const path of orderPagePatterns)
    app.get<WildcardRoute>(path, (request, reply) => showOrder(request, reply))
  // Encapsulated, so that no other route accepts forms.
  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 16 * 1024 })
    for (const path of trackPagePatterns)
      scope.post<WildcardRoute>(path, (request, reply) =>
        postTracking(platform, request, reply, show, lastSegment(request.params['*'] ?? '')),
      )
    for (const path of orderPagePatterns)
      scope.post<WildcardRoute>(path, async (request, reply) => {
        const orderId = decodeOrderId(lastSegment(request.params['*'] ?? '') ?? '')
        if (orderId === null) return reply.redirect(trackPath(null), 303)
        const posted = await postRequest(await callOf(request), request, orderId)
        if ('path' in posted) return reply.redirect(posted.path, 303)
        return showOrder(request, reply.code(posted.status), posted.notice)
      })
  })
}
