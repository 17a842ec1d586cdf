import { encodeOrderId } from '#contract/rules/order-id.ts'
import { translationOf } from '#contract/rules/translated-languages.ts'

/** The visitor's pages (spec §2). */
export const trackPath = (orderId: number | string | null) =>
  orderId === null ? '/track-order' : `/track-order/${encodeOrderId(orderId)}`
export const orderPath = (orderId: number | string) => `/get-new-order-details/${encodeOrderId(orderId)}`

/** The path's last part; null where there are more. */
export function lastSegment(rest: string): string | null {
  const part = rest.replace(/\/$/, '')
  return part.includes('/') ? null : part
}

/** A path with what has to stay of the address before: that Google translates the page. */
export function keepTranslation(path: string, search: string): string {
  const translation = translationOf(search)
  if (!translation) return path
  return `${path}${path.includes('?') ? '&' : '?'}translate=${translation}`
}

interface PostedRequest {
  headers: { origin?: string | undefined; 'sec-fetch-site'?: string | string[] | undefined }
  /** With its port. */
  host: string
}

/** A form of another site was posted here. Browsers say where it stood; what says nothing is no browser. */
export function isCrossSite({ headers, host }: PostedRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  const { origin } = headers
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
}
