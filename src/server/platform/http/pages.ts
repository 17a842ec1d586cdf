import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { staffPagePatterns } from '#contract/rules/staff-addresses.ts'
import type { BuildManifest, RenderVisitorPage, VisitorPageData } from '#contract/visitor-page-data.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '../db/database.ts'
import { projectRoot } from '../project-root.ts'
import { RefusalError } from '../refusal.ts'
import { sendRefusal } from './answer.ts'
import { findKeptAsset, type AssetFolders } from './kept-assets.ts'

const robots = [
  'User-agent: *',
  `Disallow: ${staffScreens.dashboard.path}`,
  'Disallow: /api/',
  'Disallow: /uploads/',
  '',
].join('\n')

const distPath = (...path: string[]) => join(projectRoot(), 'dist', ...path)

export const assetFolders: AssetFolders = {
  '/assets/visitor/': distPath('visitor', 'assets', 'visitor'),
  '/assets/': distPath('web', 'assets'),
}

export type RenderPage = (start: VisitorPageData) => Promise<string>

/** The visitor's page of the last build; null in development, where Vite serves the pages. */
export async function loadVisitorPage(): Promise<RenderPage | null> {
  const bundle = distPath('ssr', 'visitor.js')
  if (!existsSync(bundle)) return null
  const { render }: { render: RenderVisitorPage } = await import(
    /* @vite-ignore */ pathToFileURL(bundle).href
  )
  const manifest: BuildManifest = JSON.parse(await readFile(distPath('visitor', 'manifest.json'), 'utf8'))
  return (start) => render(start, manifest)
}

/** Whether a build of the pages is served. */
export const hasPages = () => existsSync(distPath('web'))

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

type Titles = Pick<Config, 'title' | 'shortTitle'>

/**
 * Serves the built assets, also those of other versions, and the staff's page. `sendNotFound` answers unknown pages.
 */
export async function servePages(
  app: FastifyInstance,
  { config, db }: { config: Titles; db: Db },
  sendNotFound: PageHandler | null,
) {
  if (hasPages()) {
    for (const [prefix, root] of Object.entries(assetFolders)) await serveAssets(app, prefix, root)
    serveStaff(app, config)
  }
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
  app.setNotFoundHandler(async (request, reply) => {
    const kept = await findKeptAsset(db, request)
    if (kept)
      return reply
        .code(200)
        .type(kept.type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(kept.content)
    const wantsPage = request.method === 'GET' && !/^\/(api|uploads|assets)\//.test(request.url)
    if (sendNotFound && wantsPage) return sendNotFound(request, reply)
    return sendRefusal(new RefusalError('notFound', 'There is nothing at this address.'), request, reply)
  })
}

const serveAssets = (app: FastifyInstance, prefix: string, root: string) =>
  app.register(fastifyStatic, {
    root,
    prefix,
    immutable: true,
    maxAge: '1y',
    wildcard: true,
    preCompressed: true,
    decorateReply: false,
  })

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')

/** The staff's HTML with the configured names, which the page reads from it (product §10). */
export const withTitles = (html: string, { title, shortTitle }: Titles): string =>
  html
    .replace(/(<title>).*(?=<\/title>)/, (_, tag: string) => tag + escapeHtml(title))
    .replace(
      /(<meta name="application-name" content=")[^"]*/,
      (_, tag: string) => tag + escapeHtml(shortTitle),
    )

function serveStaff(app: FastifyInstance, titles: Titles) {
  let html: Promise<string> | undefined
  const sendPage: PageHandler = async (_request, reply) => {
    html ??= readFile(distPath('web', 'src', 'web', 'staff', 'index.html'), 'utf8').then((built) =>
      withTitles(built, titles),
    )
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send((await html).replaceAll('%CSP_NONCE%', reply.cspNonce.style))
  }
  for (const path of staffPagePatterns) app.get(path, sendPage)
}
