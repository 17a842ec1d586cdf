import { setTimeout as sleep } from 'node:timers/promises'
import { openCluster } from './cluster.ts'
import { isAlive, ensurePostmaster, stopPostmaster, type Connection, type Log } from './postmaster.ts'

export interface EmbeddedPostgres {
  connection: Connection
  /** Ends PostgreSQL, unless another process started it. Repeatable. */
  stop(): Promise<void>
}

const checkIntervalMs = 1000

/**
 * Runs the PostgreSQL of the npm packages on the database folder `dataDir`, created at the first start, until `stop()`.
 * It ends with this process, also after a crash. The first of several processes on one folder runs it and the others
 * attach; when the first exits, another takes over at the same `connection`. Must be called on the main thread, because
 * PostgreSQL ends with the thread that started it. Throws a one-line error if it cannot be created or started.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: Log
  /** Called when PostgreSQL's process has started, unless another process runs it already. */
  onLaunched?: () => void
  /** Whether a PostgreSQL started here archives its write-ahead log into the spool. */
  archives?: boolean
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, onLaunched, archives = false } = options
  const cluster = await openCluster(dataDir, log)
  let postmaster = await ensurePostmaster(cluster, log, { archives, ...(onLaunched && { onLaunched }) })

  const stopping = new AbortController()
  const supervision = (async () => {
    while (await pause(stopping.signal)) {
      if (isAlive(postmaster, cluster)) continue
      log('PostgreSQL is gone; starting it again.')
      try {
        postmaster = await ensurePostmaster(cluster, log, { archives })
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
      }
    }
  })()

  const stop = async () => {
    stopping.abort()
    await supervision
    await stopPostmaster(postmaster)
  }
  let stopped: Promise<void> | undefined
  return { connection: postmaster.connection, stop: () => (stopped ??= stop()) }
}

/** Does not keep the process alive; false once `signal` is given. */
const pause = (signal: AbortSignal) =>
  sleep(checkIntervalMs, true, { ref: false, signal }).catch((error: unknown) => {
    if (signal.aborted) return false
    throw error
  })
