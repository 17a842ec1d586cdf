import type { FastifyInstance } from 'fastify'
import { currentSite } from '#contract/sites.ts'
import * as contract from '#contract/visitor.ts'
import type { Identify } from '#server/platform/auth/identify.ts'
import type { Http } from '#server/platform/http/http.ts'
import type { Platform } from '#server/platform/work.ts'
import { announceDownload } from './downloads.ts'
import { fileRoutes } from './document-files.routes.ts'
import { translateMessage, messagesFor } from './language.ts'
import { requestLink } from './order-link.ts'
import { previewRoutes } from './previews.routes.ts'
import { trackingRoutes } from './track-order.routes.ts'
import { cookieOptions } from './show-page.ts'
import { timezoneCookieName, timezoneCookieSeconds, validTimezone } from './time-zone.ts'
import { viewVisitorPage } from './order-page.ts'
import { authorizeVisit, loadVisitorSite } from './visit.ts'

export function visitorRoutes(http: Http, app: FastifyInstance, platform: Platform, identify: Identify) {
  trackingRoutes(http)

  http.read(currentSite, async (work, { query, request }) => ({
    data: await loadVisitorSite(work, request.hostname, query.orderId),
  }))

  http.recordedRead(contract.downloadHistory, async (work, { body, request }) =>
    viewVisitorPage(work, await authorizeVisit(work, body.orderId, messagesFor(request))),
  )

  http.write(contract.downloadDocument, async (work, { body, request, reply }) => {
    const messages = messagesFor(request)
    await announceDownload(work, await authorizeVisit(work, body.orderId, messages), body, messages)
    const timezone = validTimezone(body.timezone)
    if (work.isOnReplica && timezone)
      reply.setCookie(timezoneCookieName(work.config), timezone, {
        ...cookieOptions(work.config),
        maxAge: timezoneCookieSeconds,
      })
    return { message: messages.downloadStarts }
  })

  http.handle(
    contract.sendLink,
    async (call, { body, request }) => {
      const messages = messagesFor(request)
      await requestLink(call, body.email, messages)
      return { message: messages.linkSent }
    },
    translateMessage,
  )

  fileRoutes(app, platform, identify)
  previewRoutes(app, platform, identify)
}
