import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { handleErrors, sendRefusal } from '#server/platform/http/answer.ts'
import { createSecurityLog, useSecurityLog } from '#server/platform/http/security-log.ts'
import { refuse, RefusalError } from '#server/platform/refusal.ts'
import type { Platform } from '#server/platform/work.ts'
import type { Metrics } from './metrics.ts'

const maxHeadersMs = 15_000

/** Not a contract endpoint, because the reply is in Prometheus' own format. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', async (request, reply) => {
    if (!metrics.mayRead(request.headers.authorization))
      return refuse('unauthenticated', 'The metrics need their token.', { event: 'metrics token refused' })
    const { contentType, text } = await metrics.read()
    return reply.type(contentType).header('cache-control', 'no-store').send(text)
  })
}

/** A server for the metrics alone, not listening yet; null if they have no address of their own. */
export function createMetricsServer(platform: Platform, metrics: Metrics): FastifyInstance | null {
  if (!platform.config.watching.metrics?.own) return null
  const loggerInstance: FastifyBaseLogger = platform.log
  const server = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    http: { headersTimeout: maxHeadersMs },
    forceCloseConnections: true,
  })
  useSecurityLog(server, createSecurityLog(platform))
  handleErrors(server)
  serveMetrics(server, metrics)
  server.setNotFoundHandler((request, reply) =>
    sendRefusal(new RefusalError('notFound', 'There is nothing at this address.'), request, reply),
  )
  return server
}
