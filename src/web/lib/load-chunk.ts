/** ms; spec §9. */
const CHUNK_TIMEOUT = 120_000

/** Rejects if the import takes longer than CHUNK_TIMEOUT. */
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
