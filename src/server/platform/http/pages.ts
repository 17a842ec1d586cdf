import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../project-root.ts'
import { Refused } from './refusal.ts'
import { sendRefusal } from './answer.ts'

type Page = 'staff' | 'visitor'

/** Which of the two pages answers which address (spec §2). */
const staffPaths = [
  '/',
  '/admin',
  '/admin/*',
  '/logout',
  '/chargeback',
  '/forgot-password',
  '/reset-password/*',
]
const visitorPaths = ['/track-order', '/track-order/*', '/get-new-order-details/*']

/** Serves the built pages and their hashed assets; in development Vite does that instead. */
export async function servePages(app: FastifyInstance) {
  const folder = join(projectRoot(), 'dist', 'web')
  const built = existsSync(folder)
  if (built) {
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      wildcard: true,
    })
  }
  const html: Partial<Record<Page, string>> = {}
  const read = async (page: Page) =>
    (html[page] ??= await readFile(join(folder, 'src', 'web', page, 'index.html'), 'utf8'))

  const send = async (reply: FastifyReply, page: Page) => {
    const text = await read(page)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(text.replaceAll('%CSP_NONCE%', reply.cspNonce.style))
  }

  if (built) {
    for (const path of staffPaths) app.get(path, (_request, reply) => send(reply, 'staff'))
    for (const path of visitorPaths) app.get(path, (_request, reply) => send(reply, 'visitor'))
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !/^\/(api|uploads|assets)\//.test(request.url)
    if (built && wantsPage) return send(reply.code(404), 'visitor')
    return sendRefusal(new Refused('notFound', 'There is nothing at this address.'), request, reply)
  })
}
