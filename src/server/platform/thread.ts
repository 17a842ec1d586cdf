import type { Piscina } from 'piscina'
import { locateEntry } from './entries.ts'
import { createShares } from './shares/shares.ts'

type Functions = Record<string, (request: never) => Promise<unknown>>

const idleMs = 60_000
/** ms; a drawing takes a second or two. */
const deadlineMs = 60_000

/** Runs a function of the entry. Requests and results are copied (bytes arrive as `Uint8Array`); errors reject. */
type RunInThread<T extends Functions> = <N extends keyof T & string>(
  name: N,
  request: Parameters<T[N]>[0],
) => Promise<Awaited<ReturnType<T[N]>>>

async function startPool(importerUrl: string, entry: string): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  const { path, execArgv } = locateEntry(importerUrl, entry)
  const pool = new Piscina({
    filename: path,
    execArgv: [...execArgv],
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
  })
  // Without a listener, a thread that fails between two tasks would end the process; the next task starts a new one.
  pool.on('error', () => {})
  return pool
}

/**
 * Runs functions of a module in a thread, one after the other, so that long computations do not delay requests; not for
 * untrusted input. The thread starts on demand and ends when idle; holders take turns. A task that takes a minute is
 * stopped and rejects.
 *
 * @param importerUrl the caller's `import.meta.url`
 * @param entry name of the module next to the caller, without extension; an entry of the server's build
 */
export function createThread<T extends Functions>(importerUrl: string, entry: string): RunInThread<T> {
  let pool: Promise<Piscina> | undefined
  const { run: inTurn } = createShares({ total: 1, perHolder: 1, strangers: 1 })
  return async (name, request) => {
    const threads = await (pool ??= startPool(importerUrl, entry))
    return inTurn(() => threads.run(request, { name, signal: AbortSignal.timeout(deadlineMs) }))
  }
}
