import { matchLanguage, preferredLanguage, type LanguageCode } from '#contract/rules/languages.ts'
import { visitorMessages, type VisitorMessages } from '#texts/visitor-messages.ts'
import { hostCookieName } from '#server/platform/http/cookies.ts'

export const languageCookieName = (config: { isHttps: boolean }): string =>
  hostCookieName(config, 'pabean_lang')

/** The language picked before, also under the cookie name of a server without https. */
const rememberedLanguage = (cookies: LanguageRequest['cookies']) =>
  matchLanguage(
    cookies[languageCookieName({ isHttps: true })] ?? cookies[languageCookieName({ isHttps: false })],
  )

export interface LanguageRequest {
  query: unknown
  cookies: Readonly<Record<string, string | undefined>>
  headers: { 'accept-language'?: string | undefined }
}

/** The picker's language (`?lang=xx`); null for an unsupported one. */
export function pickedLanguage(query: unknown): LanguageCode | null {
  const lang = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : null
  return typeof lang === 'string' ? matchLanguage(lang) : null
}

/** The language of a visitor: picked now, picked before, else the browser's; null if none is supported. */
export const languageOfRequest = ({ query, cookies, headers }: LanguageRequest): LanguageCode | null =>
  pickedLanguage(query) ?? rememberedLanguage(cookies) ?? preferredLanguage(headers['accept-language'])

export const messagesFor = (request: LanguageRequest): VisitorMessages =>
  visitorMessages[languageOfRequest(request) ?? 'en']

const fieldMessages = ['orderIdMissing', 'orderIdInvalid', 'emailMissing', 'emailInvalid'] as const

export function translateMessage(message: string, request: LanguageRequest): string {
  const name = fieldMessages.find((it) => visitorMessages.en[it] === message)
  return name ? messagesFor(request)[name] : message
}
