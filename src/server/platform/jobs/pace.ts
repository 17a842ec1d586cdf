/** Ms between two looks for work while calls come in, and while none do. */
const usualMs = 500
const restMs = 5000
/** A mail of the last call, which waits ten seconds for undo, leaves in time. */
const restAfterMs = 15_000

/** How often work is looked for: a server that nobody uses costs next to nothing. */
export interface Pace {
  /** A call came in: there may be work soon. The work of the clock, each minute, does not count. */
  markActive(): void
  /** Ms until the next look. */
  idleMs(): number
}

export function createPace(now: () => number = Date.now): Pace {
  let activeAt = now()
  return {
    markActive: () => (activeAt = now()),
    idleMs: () => (now() - activeAt < restAfterMs ? usualMs : restMs),
  }
}
