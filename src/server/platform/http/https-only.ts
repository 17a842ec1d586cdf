import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { refuse } from '../refusal.ts'
import type { IsProxy } from './proxies.ts'
import { recordSecurityEvent } from './security-log.ts'

const isPage = (url: string) => !/^\/(api|uploads|assets)\//.test(url)

/**
 * On a server with https, handles requests that a proxy says it received by plain http (any proxy, where `TRUST_PROXY`
 * names none): a page is redirected, and a call is refused, so that its caller learns that it was readable in transit.
 */
export function requireHttps(
  app: FastifyInstance,
  { isHttps, trustProxy }: Pick<Config, 'isHttps' | 'trustProxy'>,
  isProxy: IsProxy,
): void {
  if (!isHttps) return
  app.addHook('onRequest', async (request, reply) => {
    const { headers, method, url, host, socket } = request
    const scheme = String(headers['x-forwarded-proto'] ?? '').split(',')[0]
    if (scheme?.trim().toLowerCase() !== 'http') return
    if (trustProxy !== undefined && !isProxy(socket.remoteAddress)) return
    if (method !== 'GET' || !isPage(url)) {
      return refuse('forbidden', 'This server is reached by https only.', { event: 'plain http refused' })
    }
    // A proxy that says http of https would send browsers here without end.
    recordSecurityEvent(request, 'plain http redirected')
    return reply.header('cache-control', 'no-store').redirect(`https://${host}${url}`, 308)
  })
}
