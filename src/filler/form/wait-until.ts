/** ms between two looks at the page; pages that are not in view have timers of a second. */
const pauseMs = 20

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

/** What `find` returns as soon as it is not undefined; undefined after `timeoutMs`. */
export async function waitUntil<T>(find: () => T | undefined, timeoutMs: number): Promise<T | undefined> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const found = find()
    if (found !== undefined || performance.now() > end) return found
    await pause()
  }
}
