/** ms between two polls while calls come in, and while the server is idle. */
const usualMs = 500
const restMs = 5000
/** The last call's mail, which waits ten seconds for undo, still leaves in time. */
const restAfterMs = 15_000

/** The polling interval: an idle server costs next to nothing. */
export interface Pace {
  /** To be called for each call, which may queue work. Scheduled work does not count. */
  markActive(): void
  idleMs(): number
}

export function createPace(now: () => number = Date.now): Pace {
  let activeAt = now()
  return {
    markActive: () => (activeAt = now()),
    idleMs: () => (now() - activeAt < restAfterMs ? usualMs : restMs),
  }
}
