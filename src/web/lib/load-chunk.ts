/** ms; spec §9. */
const CHUNK_TIMEOUT = 120_000

/** Loads a file of the page on demand; rejects when it has not come in time. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Part of the page took too long to load.')), CHUNK_TIMEOUT)
  })
  try {
    return await Promise.race([load(), timeout])
  } finally {
    clearTimeout(timer)
  }
}
