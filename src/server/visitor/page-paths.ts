import { parseTranslationLanguage } from '#contract/rules/translated-languages.ts'

/** The only path segment of `rest`; null if there are several. */
export function lastSegment(rest: string): string | null {
  const part = rest.replace(/\/$/, '')
  return part.includes('/') ? null : part
}

/** Adds the current URL's `translate` parameter to a path, so that the page stays translated. */
export function keepTranslation(path: string, search: string): string {
  const translation = parseTranslationLanguage(search)
  if (!translation) return path
  return `${path}${path.includes('?') ? '&' : '?'}translate=${translation}`
}

interface PostedRequest {
  headers: { origin?: string | undefined; 'sec-fetch-site'?: string | string[] | undefined }
  /** Includes the port. */
  host: string
}

/** Whether another site posted the form, by Sec-Fetch-Site or Origin; clients that send neither are not browsers. */
export function isCrossSite({ headers, host }: PostedRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  const { origin } = headers
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
}
