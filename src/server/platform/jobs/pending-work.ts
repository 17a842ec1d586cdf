import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

/** Promises that must settle before what they use is closed. */
export interface PendingWork {
  /** Counts the promise until it settles; returns it. */
  track<Result>(promise: Promise<Result>): Promise<Result>
  /** Resolves once nothing is pending, what the pending work starts included, or after `limitMs`. */
  settled(limitMs: number): Promise<void>
}

export function createPendingWork(): PendingWork {
  const pending = new Set<Promise<unknown>>()

  async function settleAll() {
    while (pending.size > 0) {
      await Promise.allSettled(pending)
      await nextTurn()
    }
  }

  return {
    track(promise) {
      pending.add(promise)
      const remove = () => pending.delete(promise)
      promise.then(remove, remove)
      return promise
    },
    async settled(limitMs) {
      await Promise.race([settleAll(), pause(limitMs, undefined, { ref: false })])
    },
  }
}
