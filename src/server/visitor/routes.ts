import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/visitor.ts'
import type { Identify } from '#server/platform/auth/identify.ts'
import type { Http } from '#server/platform/http/http.ts'
import type { Platform } from '#server/platform/work.ts'
import { announceDownload } from './downloads/usecases.ts'
import { fileRoutes } from './files/routes.ts'
import { surplusCookies, trackOrder, visitSeconds } from './tracking/usecases.ts'
import { authorizeVisit, visitorPage } from './usecases.ts'

export function visitorRoutes(http: Http, app: FastifyInstance, platform: Platform, identify: Identify) {
  http.on(contract.trackOrder, async (call, { body, request, reply }) => {
    const { cookie, secret } = await trackOrder(call, body)
    const scope = { path: '/', secure: call.config.publicUrl.startsWith('https:') }
    for (const name of surplusCookies(Object.keys(request.cookies), cookie)) reply.clearCookie(name, scope)
    // Lax, not Strict: a page or file of the order is also reached from a link in a mail, and every change is a POST.
    reply.setCookie(cookie, secret, { ...scope, httpOnly: true, sameSite: 'lax', maxAge: visitSeconds })
    return { message: 'Your order is open.' }
  })

  http.read(contract.downloadHistory, async (work, { body }) =>
    visitorPage(work, await authorizeVisit(work, body.orderId)),
  )

  http.write(contract.downloadDocument, async (work, { body }) => {
    await announceDownload(work, await authorizeVisit(work, body.orderId), body)
    return { message: 'Your download starts.' }
  })

  fileRoutes(app, platform, identify)
}
