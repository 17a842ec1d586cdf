import { matchLanguage } from '#contract/rules/languages.ts'
import { parseTranslationLanguage } from '#contract/rules/translated-languages.ts'

/** The only path segment of `rest`; null where there are several. */
export function lastSegment(rest: string): string | null {
  const part = rest.replace(/\/$/, '')
  return part.includes('/') ? null : part
}

/** Adds the language that the current URL names, ours or a translation, to a path, so that the next page has it too. */
export function keepLanguage(path: string, search: string): string {
  const kept = new URLSearchParams()
  const language = matchLanguage(new URLSearchParams(search).get('lang'))
  const translation = parseTranslationLanguage(search)
  if (language) kept.set('lang', language)
  if (translation) kept.set('translate', translation)
  if (kept.size === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${kept}`
}

interface PostedRequest {
  headers: { origin?: string | undefined; 'sec-fetch-site'?: string | string[] | undefined }
  /** With its port. */
  host: string
}

/** Whether another site posted the form, by Sec-Fetch-Site or Origin; clients that send neither are not browsers. */
export function isCrossSite({ headers, host }: PostedRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  const { origin } = headers
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
}
