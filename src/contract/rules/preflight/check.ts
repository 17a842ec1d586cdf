import type { CheckedOrder } from './checked-order.ts'

/** `stop`: the declaration would be refused, or be another person's; `warn`: a member should check (product §12). */
export const severities = ['stop', 'warn'] as const
export type Severity = (typeof severities)[number]

export interface Found {
  /** Fields to correct or to ask about: keys of a correction, paths within lists. */
  fields: readonly string[]
  /** A sentence or two for members, with the values. */
  message: string
  orders?: readonly number[]
}

/** One thing that can be wrong with an order. */
export interface Check {
  /** Its name in calls and in the order's history. */
  code: string
  severity: Severity
  title: string
  /** Null if the order passes, or lacks the data for a judgment. */
  find: (order: CheckedOrder) => Found | null
}

/** Maximum number of listed items. */
const maxSentences = 3

/** One finding about several things, each with its field and sentence; null for none. */
export function foundAbout<T extends { key: string }>(
  things: readonly T[],
  say: (thing: T) => string,
): Found | null {
  if (things.length === 0) return null
  const more = things.length - maxSentences
  const sentences = things.slice(0, maxSentences).map(say)
  return {
    fields: things.map(({ key }) => key),
    message: [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join(' '),
  }
}

export interface Finding {
  code: string
  severity: Severity
  title: string
  fields: string[]
  message: string
  orders: number[]
}
