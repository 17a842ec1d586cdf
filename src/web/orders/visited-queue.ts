import * as z from 'zod/mini'

/** A queue as it was shown: its address with page and search, and its heading. */
const visitedQueue = z.object({ href: z.string().check(z.startsWith('/admin')), label: z.string() })
export type VisitedQueue = z.infer<typeof visitedQueue>

const storageKey = 'queue'

/** The way back from an order that is opened next in this tab. */
export const rememberQueue = (queue: VisitedQueue): void =>
  sessionStorage.setItem(storageKey, JSON.stringify(queue))

/** The queue that was shown last in this tab; null for none. */
export function queueBefore(): VisitedQueue | null {
  try {
    const read = z.safeParse(visitedQueue, JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
