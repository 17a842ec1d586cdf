import { refuse } from '../refusal.ts'

/** Attempts of one key that may wait: more than the members of an office who sign in at once. */
const usualMaxWaiting = 250

/**
 * Runs attempts of the same key one after the other, before they take a connection: in the database they would wait for
 * each other's lock and occupy the pool. 429 where too many wait already.
 */
export function createTurns(maxWaiting = usualMaxWaiting) {
  const waiting = new Map<string, { last: Promise<void>; count: number }>()

  return async function inTurn<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const [key, ...others] = keys
    if (key === undefined) return work()
    const before = waiting.get(key)
    if (before && before.count >= maxWaiting)
      return refuse('tooMany', 'Too many attempts. Try again later.', { retryAfter: 5 })
    const turn = (before?.last ?? Promise.resolve()).then(() => inTurn(others, work))
    const last = turn.then(
      () => {},
      () => {},
    )
    waiting.set(key, { last, count: (before?.count ?? 0) + 1 })
    try {
      return await turn
    } finally {
      const now = waiting.get(key)
      if (now && now.count > 1) now.count -= 1
      else waiting.delete(key)
    }
  }
}
