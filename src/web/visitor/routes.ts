import { decodeOrderId, encodeOrderId } from '#contract/rules/order-id.ts'

/** The visitor's pages (spec §2). The order id is plain; null if the path has no valid one. */
export type Route =
  | { page: 'track'; orderId: string | null }
  | { page: 'order'; orderId: string | null }
  | { page: 'missing' }

const patterns = [
  { page: 'track', pattern: /^\/track-order(?:\/([^/]*))?\/?$/ },
  { page: 'order', pattern: /^\/get-new-order-details\/([^/]+)\/?$/ },
] as const

export function routeOf(path: string): Route {
  for (const { page, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match) return { page, orderId: decodeOrderId(match[1] ?? '') }
  }
  return { page: 'missing' }
}

export const trackPath = (orderId: string | null) =>
  orderId === null ? '/track-order' : `/track-order/${encodeOrderId(orderId)}`

export const orderPath = (orderId: string) => `/get-new-order-details/${encodeOrderId(orderId)}`
