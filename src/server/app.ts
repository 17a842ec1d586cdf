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
import { auditRoutes } from './audit/routes.ts'
import { hookRoutes } from './hooks/routes.ts'
import { intakeRoutes } from './intake/routes.ts'
import { correctionRoutes } from './corrections/routes.ts'
import { disputeRoutes } from './disputes/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { resendRoutes } from './resend/routes.ts'
import { createExportRuns } from './exports/export-runs.ts'
import { draftRoutes } from './drafts/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { filingRoutes } from './filing/routes.ts'
import { gatewayRoutes } from './gateways/routes.ts'
import { intakeKeyRoutes } from '#server/intake-keys/routes.ts'
import { mailTemplates } from './mail-templates.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { viewRoutes } from './views/routes.ts'
import { mailProblemRoutes } from './mail-problems/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { orderViewRoutes } from './order-view/routes.ts'
import { guardNamedOrders } from './orders/order-access.ts'
import { bulkRunRoutes } from './orders/bulk-runs/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { undoRoutes } from './undo/routes.ts'
import { proposalRoutes } from './proposals/routes.ts'
import { outboxRoutes } from './outbox/routes.ts'
import { packRoutes } from './packs/routes.ts'
import { preflightRoutes } from './preflight/routes.ts'
import { createIdentify } from './platform/auth/identify.ts'
import { createTokens } from './platform/auth/tokens.ts'
import { sendRefusal } from './platform/http/answer.ts'
import { giveCallsHeaders, securityHeaders } from './platform/http/content-policy.ts'
import { followHoldings } from './platform/http/holdings.ts'
import { guardBodies } from './platform/http/body-guard.ts'
import { requireHttps } from './platform/http/https-only.ts'
import { createDraining, drainOnClose, type Draining } from './platform/http/draining.ts'
import { serveDocs } from './platform/http/docs.ts'
import { parseJsonBodies } from './platform/http/json-body.ts'
import { handleErrors, createHttp, type Http } from './platform/http/http.ts'
import { loadVisitorPage, servePages, type RenderPage } from './platform/http/pages.ts'
import { createRequestIds } from './platform/http/request-id.ts'
import { createRequestWatch, logRequests, type RequestWatch } from './platform/http/request-watch.ts'
import { createSecurityLog, useSecurityLog } from './platform/http/security-log.ts'
import { refuseUnreadable } from './platform/http/unreadable.ts'
import { serveHealth } from './platform/http/health.ts'
import { lateLogLack } from './backup/waiting-log.ts'
import { serveMailPreview } from './platform/mail/preview.tsx'
import type { Platform } from './platform/work.ts'
import { accessLinkRoutes } from './privacy/access-link.routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { answerRoutes } from './questions/answer.routes.ts'
import { questionRoutes } from './questions/routes.ts'
import { refundRoutes } from './refunds/routes.ts'
import { remarkRoutes } from './remarks/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { secondFactorRoutes } from '#server/session/factors/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { shiftDeskRoutes } from './shift-desk/routes.ts'
import { siteRoutes } from './sites/routes.ts'
import { templateRoutes } from './templates/routes.ts'
import { teamRoutes } from './team/routes.ts'
import { visitorPageRoutes } from './visitor/pages.routes.ts'
import { visitorRoutes } from './visitor/routes.ts'
import { createShowPage } from './visitor/show-page.ts'
import { createMetrics } from './watching/metrics.ts'
import { createMetricsServer, metricsRoutes } from './watching/metrics.routes.ts'

/** For a whole request to come in, on a slow line with the largest document; `guardBodies` is stricter with others. */
const maxRequestMs = 10 * 60_000
const maxHeadersMs = 15_000

/** What serves. */
export interface App {
  app: FastifyInstance
  http: Http
  /** Where metrics have an address of their own: what listens there, once it is told to; it closes with the app. */
  metricsServer: FastifyInstance | null
  draining: Draining
  requests: RequestWatch
}

/** The HTTP server with every feature's routes; not listening yet. Without a visitor's page it serves none. */
export async function createApp(platform: Platform, visitorPage?: RenderPage | null): Promise<App> {
  const loggerInstance: FastifyBaseLogger = platform.log
  const securityLog = createSecurityLog(platform)
  const metrics = await createMetrics(platform)
  const requests = createRequestWatch([logRequests(platform.log), ...(metrics ? [metrics.countRequest] : [])])
  const draining = createDraining()
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(platform.config.trustProxy),
    trustProxy: platform.config.trustProxy ?? false,
    bodyLimit: defaultBodyBytes,
    http: { headersTimeout: maxHeadersMs },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
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
  // Inflating what comes in would let a few bytes become many.
  await app.register(compress, { globalDecompression: false })
  requireHttps(app, platform.config)
  guardBodies(app)
  parseJsonBodies(app)
  handleErrors(app)
  drainOnClose(app, draining)

  const identify = createIdentify(platform, tokens)
  const listsRead = createListsRead(platform)
  app.addHook('onClose', () => listsRead.close())
  const http = createHttp(app, platform, {
    identify,
    recordForbidden: (call, { summary }) => recordRefusal(call, 'refused', { what: summary }),
    noteList: listsRead.note,
    // The order view shows what is left of an erased order, and checks for itself.
    checkInput: async (endpoint, call, input, isWrite) => {
      if (endpoint !== getOrder) await guardNamedOrders(call, input, isWrite)
    },
  })
  sessionRoutes(http, tokens)
  secondFactorRoutes(http)
  auditRoutes(http, platform)
  filingRoutes(http)
  gatewayRoutes(http)
  intakeKeyRoutes(http)
  intakeRoutes(http)
  correctionRoutes(http)
  disputeRoutes(http)
  documentRoutes(http)
  resendRoutes(http, mailTemplates)
  draftRoutes(http)
  invoiceRoutes(http)
  liveRoutes(http, app, platform)
  mailProblemRoutes(http)
  shiftDeskRoutes(http)
  preflightRoutes(http)
  viewRoutes(http)
  messageRoutes(http)
  proposalRoutes(http)
  const exportRuns = createExportRuns()
  exportRoutes(http, exportRuns)
  orderRoutes(http, exportRuns)
  bulkRunRoutes(http)
  undoRoutes(http)
  orderViewRoutes(http)
  outboxRoutes(http, mailTemplates)
  if (platform.config.development) serveMailPreview(app, mailTemplates, platform.config)
  privacyRoutes(http, mailTemplates)
  questionRoutes(http)
  refundRoutes(http)
  packRoutes(http, mailTemplates)
  remarkRoutes(http)
  reportRoutes(http)
  siteRoutes(http)
  teamRoutes(http)
  templateRoutes(http)
  visitorRoutes(http, app, platform, identify)
  hookRoutes(app, platform)

  serveHealth(app, platform, draining, [lateLogLack(platform)])
  const metricsServer = metrics && createMetricsServer(platform, metrics)
  if (metricsServer) app.addHook('onClose', () => metricsServer.close())
  else if (metrics) metricsRoutes(app, metrics)
  await serveDocs(app, http.endpoints, platform, identify)
  const render = visitorPage === undefined ? await loadVisitorPage() : visitorPage
  const show = render && createShowPage(platform, identify, render)
  if (show) {
    await visitorPageRoutes(app, platform, identify, show)
    await accessLinkRoutes(app, platform, mailTemplates, show)
    answerRoutes(app, platform, show)
  }
  await servePages(app, platform, show && ((request, reply) => show(request, reply.code(404), null)))
  return { app, http, metricsServer, draining, requests }
}
