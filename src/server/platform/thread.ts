import type { Piscina } from 'piscina'
import { locateEntry } from './entries.ts'
import { createShares } from './shares/shares.ts'

type Functions = Record<string, (request: never) => Promise<unknown>>

const idleMs = 60_000
/** A drawing takes a second or two. */
const deadlineMs = 60_000

/** Runs a function of the entry; requests and results are copied (bytes arrive as `Uint8Array`), and errors arrive. */
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
  // A thread that fails between two tasks is replaced by the next one; without a listener it would end the process.
  pool.on('error', () => {})
  return pool
}

/**
 * Runs functions of a module of ours in a thread, one after the other, so that long computations don't hold up the
 * requests of others; no place for what strangers send. The thread starts when it is first needed, and ends when it has
 * been idle; holders have their turns one after the other. Rejects after a minute; what runs then is stopped.
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
