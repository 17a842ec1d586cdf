import type { FastifyInstance } from 'fastify'
import { currentSite } from '#contract/sites.ts'
import * as contract from '#contract/visitor.ts'
import type { Identify } from '#server/platform/auth/identify.ts'
import type { Http } from '#server/platform/http/http.ts'
import type { Platform } from '#server/platform/work.ts'
import { announceDownload } from './downloads.ts'
import { fileRoutes } from './document-files.routes.ts'
import { inWordsOf, messagesFor } from './language.ts'
import { askForLink } from './order-link.ts'
import { previewRoutes } from './previews.routes.ts'
import { trackingRoutes } from './track-order.routes.ts'
import { visitorPage } from './order-page.ts'
import { authorizeVisit, visitorSite } from './visit.ts'

export function visitorRoutes(http: Http, app: FastifyInstance, platform: Platform, identify: Identify) {
  trackingRoutes(http)

  http.read(currentSite, async (work, { query, request }) => ({
    data: await visitorSite(work, request.hostname, query.orderId),
  }))

  http.read(contract.downloadHistory, async (work, { body, request }) =>
    visitorPage(work, await authorizeVisit(work, body.orderId, messagesFor(request))),
  )

  http.write(contract.downloadDocument, async (work, { body, request }) => {
    const says = messagesFor(request)
    await announceDownload(work, await authorizeVisit(work, body.orderId, says), body, says)
    return { message: says.downloadStarts }
  })

  http.write(
    contract.sendLink,
    async (work, { body, request }) => {
      const says = messagesFor(request)
      await askForLink(work, body.email, says)
      return { message: says.linkSent }
    },
    inWordsOf,
  )

  fileRoutes(app, platform, identify)
  previewRoutes(app, platform, identify)
}
