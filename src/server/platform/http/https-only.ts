import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { refuse } from '../refusal.ts'

const isPage = (url: string) => !/^\/(api|uploads|assets)\//.test(url)

/**
 * On a server with https, handles requests that the proxy received by plain http: a page is redirected, and a call is
 * refused, so that its caller learns that it was readable in transit.
 */
export function requireHttps(app: FastifyInstance, { isHttps }: Pick<Config, 'isHttps'>): void {
  if (!isHttps) return
  app.addHook('onRequest', async ({ headers, method, url, host }, reply) => {
    const scheme = String(headers['x-forwarded-proto'] ?? '').split(',')[0]
    if (scheme?.trim().toLowerCase() !== 'http') return
    if (method === 'GET' && isPage(url)) return reply.redirect(`https://${host}${url}`, 308)
    return refuse('forbidden', 'This server is reached by https only.', { event: 'plain http refused' })
  })
}
