import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import { translationOf } from '#contract/rules/translated-languages.ts'
import type { VisitorStart } from '#contract/visitor-start.ts'
import type { Config } from '#server/config/config.ts'
import type { Identify } from '#server/platform/auth/identify.ts'
import { inSnapshot } from '#server/platform/db/database.ts'
import { translatedPagePolicy } from '#server/platform/http/content-policy.ts'
import type { VisitorPage } from '#server/platform/http/pages.ts'
import { Refused } from '#server/platform/refusal.ts'
import type { Platform } from '#server/platform/work.ts'
import { visitorCalls } from './document-files.routes.ts'
import { languageCookie, languageOfRequest, pickedLanguage } from './language.ts'
import { messagesFor } from './messages-for.ts'
import { postTracking } from './form-post.ts'
import { lastPart, onwards, trackPath } from './page-paths.ts'
import { openedOrder, siteOfPage } from './page-data.ts'

/** Tells the tracking page, once, that an order was not open. */
const noticeCookie = 'pabean_notice'
const noticeSeconds = 60
const yearSeconds = 365 * 24 * 60 * 60

export type Known = Partial<VisitorStart>

/** Answers with a page; `known` is what it begins with beside what its address tells. */
export type ShowPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  orderId: string | null,
  known?: Known,
) => Promise<FastifyReply>

type Rest = { Params: { '*'?: string } }

const searchOf = ({ url }: FastifyRequest) => /\?.*/.exec(url)?.[0] ?? ''

export function createShowPage(platform: Platform, identify: Identify, render: VisitorPage): ShowPage {
  const callOf = visitorCalls(platform, identify)

  return async (request, reply, orderId, known = {}) => {
    const address = { path: request.url.replace(/\?.*/, ''), search: searchOf(request) }
    const call = await callOf(request)
    const asked = languageOfRequest(request)
    const found = asked ?? known.opened?.order.language ?? null
    const site = await inSnapshot(call.db, (tx) => siteOfPage({ ...call, tx }, request, orderId)).catch(
      (error: unknown) => {
        request.log.error({ err: error }, 'the site of a page')
        return { brand: null, origin: call.config.publicUrl }
      },
    )
    const start: VisitorStart = {
      address,
      language: found ?? 'en',
      isGuess: found === null,
      opened: null,
      hasFailed: false,
      form: null,
      notice: null,
      ...site,
      ...known,
    }
    const html = await render(start)
    remember(reply, pickedLanguage(request.query), call.config)
    if (translationOf(address.search)) reply.header('content-security-policy', translatedPagePolicy)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-language', start.language)
      .header('vary', 'accept-language, cookie')
      .send(html)
  }
}

/** As all cookies here are set. */
const manner = ({ publicUrl }: Config) =>
  ({ httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }) as const

function remember(reply: FastifyReply, picked: string | null, config: Config) {
  if (picked) reply.setCookie(languageCookie, picked, { ...manner(config), path: '/', maxAge: yearSeconds })
}

/** The visitor's pages, rendered here, and what their forms post where no script runs. */
export async function visitorPageRoutes(
  app: FastifyInstance,
  platform: Platform,
  identify: Identify,
  show: ShowPage,
) {
  const callOf = visitorCalls(platform, identify)

  const showTracking = async (request: FastifyRequest<Rest>, reply: FastifyReply) => {
    const part = lastPart(request.params['*'] ?? '')
    if (part === null) return show(request, reply.code(404), null)
    if (request.cookies[noticeCookie] === undefined) return show(request, reply, decodeOrderId(part))
    reply.clearCookie(noticeCookie, { path: trackPath(null) })
    return show(request, reply, decodeOrderId(part), { notice: messagesFor(request).closed })
  }

  const showOrder = async (request: FastifyRequest<Rest>, reply: FastifyReply) => {
    const part = lastPart(request.params['*'] ?? '')
    if (part === null || part === '') return show(request, reply.code(404), null)
    const orderId = decodeOrderId(part)
    if (orderId === null) return reply.redirect(onwards(trackPath(null), searchOf(request)), 303)
    try {
      const call = await callOf(request)
      const opened = await inSnapshot(call.db, (tx) =>
        openedOrder({ ...call, tx }, Number(orderId), messagesFor(request)),
      )
      return await show(request, reply, orderId, { opened })
    } catch (error) {
      if (!(error instanceof Refused)) {
        request.log.error({ err: error }, 'the page of an order')
        return show(request, reply.code(500), orderId, { hasFailed: true })
      }
      const path = trackPath(null)
      reply.setCookie(noticeCookie, 'closed', { ...manner(platform.config), path, maxAge: noticeSeconds })
      return reply.redirect(onwards(trackPath(orderId), searchOf(request)), 303)
    }
  }

  for (const path of ['/track-order', '/track-order/*']) app.get<Rest>(path, showTracking)
  for (const path of ['/get-new-order-details', '/get-new-order-details/*']) app.get<Rest>(path, showOrder)
  // In a scope of its own: no other route takes forms of this kind.
  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 16 * 1024 })
    for (const path of ['/track-order', '/track-order/*'])
      scope.post<Rest>(path, (request, reply) =>
        postTracking(platform, request, reply, show, lastPart(request.params['*'] ?? '')),
      )
  })
}
