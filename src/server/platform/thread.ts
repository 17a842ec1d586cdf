import type { Piscina } from 'piscina'
import { locateEntry } from './entries.ts'

type Functions = Record<string, (request: never) => Promise<unknown>>

const idleMs = 60_000
/** A drawing takes a second or two. */
const deadlineMs = 60_000

/**
 * Runs functions of a module of ours in a thread, one after the other, so that long computations don't hold up the
 * requests of others; no place for what strangers send. Requests and results are copied (bytes arrive as `Uint8Array`),
 * and errors arrive. The thread starts when it is first needed, and ends when it has been idle. Rejects after a minute,
 * waiting included; what runs then is stopped.
 *
 * @param importerUrl the caller's `import.meta.url`
 * @param entry name of the module next to the caller, without extension; an entry of the server's build
 */
export function createThread<T extends Functions>(importerUrl: string, entry: string) {
  let pool: Promise<Piscina> | undefined
  const start = async () => {
    const { Piscina } = await import('piscina')
    const { path, execArgv } = locateEntry(importerUrl, entry)
    return new Piscina({
      filename: path,
      execArgv: [...execArgv],
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
    })
  }
  return async <N extends keyof T & string>(
    name: N,
    request: Parameters<T[N]>[0],
  ): Promise<Awaited<ReturnType<T[N]>>> =>
    (await (pool ??= start())).run(request, { name, signal: AbortSignal.timeout(deadlineMs) })
}
