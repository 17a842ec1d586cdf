import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { maxUploadBytes } from '#contract/documents.ts'
import { defaultBodyBytes } from '#contract/endpoint.ts'
import { getOrder } from '#contract/order-details.ts'
import { createListsRead } from './audit/lists-read.ts'
import { recordRefusal } from './audit/refusals.ts'
import { allCalls } from './calls.ts'
import { serveWebhooks } from './hooks/webhooks.ts'
import { mailTemplates } from './mail-templates.ts'
import { guardNamedOrders } from './orders/order-access.ts'
import { createIdentify } from './platform/auth/identify.ts'
import { createTokens } from './platform/auth/tokens.ts'
import { handleErrors, sendRefusal } from './platform/http/answer.ts'
import { giveCallsHeaders, securityHeaders } from './platform/http/content-policy.ts'
import { followHoldings } from './platform/http/holdings.ts'
import { guardBodies } from './platform/http/body-guard.ts'
import { requireHttps } from './platform/http/https-only.ts'
import { createDraining, drainOnClose, type Draining } from './platform/http/draining.ts'
import { serveDocs } from './platform/http/docs.ts'
import { parseJsonBodies } from './platform/http/json-body.ts'
import { createHttp, type Http } from './platform/http/http.ts'
import { loadVisitorPage, servePages, type RenderPage } from './platform/http/pages.ts'
import { readProxies } from './platform/http/proxies.ts'
import { createRequestIds } from './platform/http/request-id.ts'
import { createRequestWatch, logRequests, type RequestWatch } from './platform/http/request-watch.ts'
import { createSecurityLog, useSecurityLog } from './platform/http/security-log.ts'
import { refuseUnreadable } from './platform/http/unreadable.ts'
import { serveHealth } from './platform/http/health.ts'
import { serveMailWay } from './hooks/inbound/mail-way.tsx'
import { serveMailPreview } from './platform/mail/preview.tsx'
import { createSelfCheck, type SelfCheck } from './platform/self-check.ts'
import type { Platform } from './platform/work.ts'
import { serveAccessLink } from './privacy/access-link.ts'
import { serveAnswerLink } from './questions/answer-link.ts'
import { followCopiedLinks, mendUrl } from './visitor/copied-links.ts'
import { serveDocumentFiles } from './visitor/document-files.ts'
import { serveVisitorPages } from './visitor/pages.ts'
import { servePreviews } from './visitor/previews.ts'
import { createShowPage } from './visitor/show-page.ts'
import { checkedParts } from './watching/checked-parts.ts'
import { createMetricsServer, serveMetrics } from './watching/metrics-server.ts'
import { createMetrics } from './watching/metrics.ts'

/** Limit of a whole request: a slow line with the largest document. `guardBodies` is stricter with other bodies. */
const maxRequestMs = 10 * 60_000
const maxHeadersMs = 15_000

export interface App {
  app: FastifyInstance
  http: Http
  /** Where metrics have their own address. It listens when told to, and closes with the app. */
  metricsServer: FastifyInstance | null
  draining: Draining
  /** It begins when told to, and stops with the app. */
  selfCheck: SelfCheck
  requests: RequestWatch
}

export async function createApp(platform: Platform, visitorPage?: RenderPage | null): Promise<App> {
  const loggerInstance: FastifyBaseLogger = platform.log
  const isProxy = readProxies(platform.config.trustProxy)
  const securityLog = createSecurityLog(platform)
  const selfCheck = createSelfCheck(checkedParts(platform), platform.log)
  const metrics = await createMetrics(platform, selfCheck)
  const requests = createRequestWatch([logRequests(platform.log), ...(metrics ? [metrics.countRequest] : [])])
  const draining = createDraining()
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(isProxy),
    trustProxy: isProxy,
    bodyLimit: defaultBodyBytes,
    http: { headersTimeout: maxHeadersMs },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    rewriteUrl: ({ url = '/' }) => mendUrl(url),
    requestTimeout: maxRequestMs,
    clientErrorHandler: refuseUnreadable(platform.config, securityLog),
    frameworkErrors: (error, request, reply) => {
      requests.begin(request, reply)
      sendRefusal(error, request, reply)
    },
  })
  const tokens = createTokens(platform.sessionKey)
  followHoldings(app)

  app.addHook('onRequest', (request, reply, done) => {
    requests.begin(request, reply)
    done()
  })
  useSecurityLog(app, securityLog)
  await app.register(helmet, securityHeaders(platform.config))
  giveCallsHeaders(app, platform.config)
  await app.register(cookie)
  await app.register(multipart, {
    limits: { fileSize: maxUploadBytes, files: 2, fields: 20, fieldSize: 64 * 1024 },
  })
  // Inflated bodies could exceed every limit.
  await app.register(compress, { globalDecompression: false })
  requireHttps(app, platform.config, isProxy)
  guardBodies(app)
  parseJsonBodies(app)
  handleErrors(app)
  drainOnClose(app, draining)
  app.addHook('onClose', () => selfCheck.stop())

  followCopiedLinks(app)

  const identify = createIdentify(platform, tokens)
  const listsRead = createListsRead(platform)
  app.addHook('onClose', () => listsRead.close())
  const http = createHttp(app, platform, {
    identify,
    recordForbidden: (call, { summary }) => recordRefusal(call, 'refused', { what: summary }),
    noteList: listsRead.note,
    // The order view shows what remains of an erased order, and checks for itself.
    checkInput: async (endpoint, call, input, isWrite) => {
      if (endpoint !== getOrder) await guardNamedOrders(call, input, isWrite)
    },
  })
  for (const register of allCalls(app, platform, { tokens, selfCheck })) register(http)
  serveDocumentFiles(app, platform, identify)
  servePreviews(app, platform, identify)
  serveWebhooks(app, platform)
  if (platform.config.development) {
    serveMailPreview(app, mailTemplates, platform.config)
    serveMailWay(app, platform.config)
  }

  serveHealth(app, platform, draining, selfCheck)
  const metricsServer = metrics && createMetricsServer(platform, metrics)
  if (metricsServer) app.addHook('onClose', () => metricsServer.close())
  else if (metrics) serveMetrics(app, metrics)
  await serveDocs(app, http.endpoints, platform, identify)
  const render = visitorPage === undefined ? await loadVisitorPage() : visitorPage
  const show = render && createShowPage(platform, identify, render)
  if (show) {
    await serveVisitorPages(app, platform, identify, show)
    await serveAccessLink(app, platform, mailTemplates, show)
    serveAnswerLink(app, platform, show)
  }
  await servePages(app, platform, show && ((request, reply) => show(request, reply.code(404), null)))
  return { app, http, metricsServer, draining, selfCheck, requests }
}
