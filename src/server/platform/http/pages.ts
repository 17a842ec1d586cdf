import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildManifest, RenderVisitorPage, VisitorPageData } from '#contract/visitor-page-data.ts'
import { projectRoot } from '../project-root.ts'
import { Refused } from '../refusal.ts'
import { sendRefusal } from './answer.ts'

/** The staff's addresses (spec §2); those of visitors are the visitor feature's. */
const staffPaths = [
  '/',
  '/admin',
  '/admin/*',
  '/logout',
  '/chargeback',
  '/forgot-password',
  '/reset-password/*',
]

const robots = ['User-agent: *', 'Disallow: /admin', 'Disallow: /api/', 'Disallow: /uploads/', ''].join('\n')

const built = (...path: string[]) => join(projectRoot(), 'dist', ...path)

/** Renders a visitor's page as it was built. */
export type VisitorPage = (start: VisitorPageData) => Promise<string>

/** The visitor's page of the last build; null where nothing is built, as in development, when Vite serves the pages. */
export async function builtVisitorPage(): Promise<VisitorPage | null> {
  const bundle = built('ssr', 'visitor.js')
  if (!existsSync(bundle)) return null
  const { render } = (await import(/* @vite-ignore */ pathToFileURL(bundle).href)) as {
    render: RenderVisitorPage
  }
  const manifest = JSON.parse(await readFile(built('visitor', 'manifest.json'), 'utf8')) as BuildManifest
  return (start) => render(start, manifest)
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Serves the hashed assets and the staff's page as they were built; `missing` answers what is no page. */
export async function servePages(app: FastifyInstance, missing: Answer | null) {
  if (existsSync(built('web'))) {
    await serveAssets(app, '/assets/visitor/', built('visitor', 'assets', 'visitor'))
    await serveAssets(app, '/assets/', built('web', 'assets'))
    serveStaff(app)
  }
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !/^\/(api|uploads|assets)\//.test(request.url)
    if (missing && wantsPage) return missing(request, reply)
    return sendRefusal(new Refused('notFound', 'There is nothing at this address.'), request, reply)
  })
}

/** Their names hold a hash of their content. */
const serveAssets = (app: FastifyInstance, prefix: string, root: string) =>
  app.register(fastifyStatic, {
    root,
    prefix,
    immutable: true,
    maxAge: '1y',
    wildcard: true,
    preCompressed: true,
    decorateReply: false,
    setHeaders: (response) => response.setHeader('vary', 'accept-encoding'),
  })

function serveStaff(app: FastifyInstance) {
  let html: Promise<string> | undefined
  const answer: Answer = async (_request, reply) => {
    html ??= readFile(built('web', 'src', 'web', 'staff', 'index.html'), 'utf8')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send((await html).replaceAll('%CSP_NONCE%', reply.cspNonce.style))
  }
  for (const path of staffPaths) app.get(path, answer)
}
