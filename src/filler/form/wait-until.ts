/** ms between two attempts; timers of hidden pages fire once a second at most. */
const pauseMs = 20

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

/** Polls `find` until it returns a value; undefined after `timeoutMs`. */
export async function waitUntil<T>(find: () => T | undefined, timeoutMs: number): Promise<T | undefined> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const found = find()
    if (found !== undefined || performance.now() > end) return found
    await pause()
  }
}
