import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseTranslationLanguage } from '#contract/rules/translated-languages.ts'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import type { Config } from '#server/config.ts'
import type { Identify } from '#server/platform/auth/identify.ts'
import { inSnapshot } from '#server/platform/db/database.ts'
import { readFrom } from '#server/platform/db/replica.ts'
import { translatedPagePolicy } from '#server/platform/http/content-policy.ts'
import type { RenderPage } from '#server/platform/http/pages.ts'
import type { Platform } from '#server/platform/work.ts'
import { languageCookieName, languageOfRequest, pickedLanguage } from './language.ts'
import { loadPageSite } from './page-data.ts'
import { createVisitorCalls } from './visitor-call.ts'

const yearSeconds = 365 * 24 * 60 * 60

type PageState = Partial<VisitorPageData>

/** Sends a page; `state` is its initial state besides what the URL determines. */
export type ShowPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  orderId: string | null,
  state?: PageState,
) => Promise<FastifyReply>

/** The query string with its question mark, or ''. */
export const searchOf = ({ url }: FastifyRequest) => /\?.*/.exec(url)?.[0] ?? ''

export function createShowPage(platform: Platform, identify: Identify, render: RenderPage): ShowPage {
  const callOf = createVisitorCalls(platform, identify, false)

  return async (request, reply, orderId, state = {}) => {
    const address = { path: request.url.replace(/\?.*/, ''), search: searchOf(request) }
    const call = await callOf(request)
    const requested = languageOfRequest(request)
    const language = requested ?? state.openedOrder?.order.language ?? null
    const site = await readFrom(call, 'whileAway', (from) =>
      inSnapshot(from.db, (tx) => loadPageSite({ ...from, tx }, request, orderId)),
    ).catch((error: unknown) => {
      request.log.error({ err: error }, 'the site of a page could not be loaded')
      return { brand: null, origin: call.config.publicUrl }
    })
    const start: VisitorPageData = {
      address,
      language: language ?? 'en',
      isLanguageGuessed: language === null,
      openedOrder: null,
      hasLoadFailed: false,
      accessFile: null,
      question: null,
      form: null,
      notice: null,
      ...site,
      ...state,
    }
    const html = await render(start)
    rememberLanguage(request, reply, call.config)
    if (parseTranslationLanguage(address.search))
      reply.header('content-security-policy', translatedPagePolicy)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-language', start.language)
      .header('vary', 'accept-language, cookie')
      .send(html)
  }
}

export const cookieOptions = ({ isHttps }: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps }) as const

/** Stores the language in the address for the following pages. */
export function rememberLanguage({ query }: FastifyRequest, reply: FastifyReply, config: Config): void {
  const picked = pickedLanguage(query)
  if (picked)
    reply.setCookie(languageCookieName(config), picked, { ...cookieOptions(config), maxAge: yearSeconds })
}
