import { decodeOrderId } from '#contract/rules/order-id.ts'
import {
  accessFilePattern,
  answerPattern,
  orderPattern,
  trackPattern,
} from '#contract/rules/visitor-addresses.ts'

/** Visitor pages (spec §2); `orderId` is null if the path has no valid one. */
export type Route =
  | { page: 'track'; orderId: string | null }
  | { page: 'order'; orderId: string | null }
  | { page: 'accessFile' }
  | { page: 'answer' }
  | { page: 'missing' }

const patterns = [
  { page: 'track', pattern: trackPattern },
  { page: 'order', pattern: orderPattern },
] as const

export function routeOf(path: string): Route {
  for (const { page, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match) return { page, orderId: decodeOrderId(match[1] ?? '') }
  }
  if (answerPattern.test(path)) return { page: 'answer' }
  return { page: accessFilePattern.test(path) ? 'accessFile' : 'missing' }
}
