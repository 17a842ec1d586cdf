import { mkdir } from 'node:fs/promises'
import type { Logger } from 'pino'
import { SettingError } from '#server/settings.ts'
import { type Config } from '#server/config.ts'
import { loadDataKeys } from './platform/data-keys.ts'
import { openCursorDatabase, openDatabase } from './platform/db/database.ts'
import { followDatabaseClock } from './platform/db/database-clock.ts'
import { openReplica } from './platform/db/open-replica.ts'
import { watchPrimary } from './platform/db/primary-watch.ts'
import { keepPresence } from './platform/db/presence.ts'
import { longReadsOf } from './platform/db/pool-sizes.ts'
import {
  fitConnections,
  grantRights,
  onSchema,
  openConnections,
  prepareSchema,
  type Connections,
} from './platform/db/connections.ts'
import { hasExcessRights } from './platform/db/server-role.ts'
import { createMalwareScanner } from './platform/files/malware-scanner.ts'
import { openFileStore } from './platform/files/open-stores.ts'
import { sealFiles } from './platform/files/sealed-files.ts'
import { createLog } from './platform/log.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { makeQueues } from './platform/jobs/make-queues.ts'
import { parseDataKeys } from '#server/platform/seal.ts'
import { openServerKeys } from './platform/server-keys.ts'
import { refuseUnfinishedRestore } from './platform/unfinished-restore.ts'
import type { Platform } from './platform/work.ts'

export interface RunningPlatform {
  platform: Platform
  /** Lets running jobs end, then closes the database. */
  stop(): Promise<void>
}

/** Small pool: fails after 1 s instead of queueing. */
const longReadPoolOf = (config: Config) => ({ max: longReadsOf(config), connectionTimeoutMillis: 1000 })

export interface PlatformOptions {
  clock?: (() => Date) | undefined
  worker?: boolean
  /** Also runs contracting migrations (`npm run cli -- migrate --contract`). */
  contracts?: boolean | undefined
  /** Skips the unfinished-restore check; set by `restore` only. */
  restores?: boolean
  onDatabaseLaunched?: () => void
}

/** Watches a remote database, or one with a replica; null for the embedded one alone. */
function watchDatabase({ server, isEmbedded }: Connections, hasReplica: boolean, log: Logger) {
  if (isEmbedded && !hasReplica) return null
  return watchPrimary({ primary: server, asksAgain: !hasReplica }, (isAway, reason) => {
    if (isAway) log.error({ err: reason }, 'the primary is away')
    else log.warn('the primary is back')
  })
}

/** Opens database, keys, files and jobs, and migrates the schema. */
export async function startPlatform(
  config: Config,
  { clock, worker = true, restores = false, contracts, onDatabaseLaunched }: PlatformOptions = {},
): Promise<RunningPlatform> {
  // Passable, so that PostgreSQL's user reaches its folder where root starts; the folders inside are closed.
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
    throw new SettingError(`DATA_DIR ${config.dataDir} cannot be made: ${error.code ?? error.message}`)
  })
  if (!restores) await refuseUnfinishedRestore(config.dataDir)
  const log = createLog(config.logLevel)
  const keys = await loadDataKeys(config)
  const connections = await openConnections(config, log, onDatabaseLaunched)
  const { owner, server, stopPostgres } = connections
  const onError = (error: Error) => log.error({ err: error }, 'database connection')
  const max = config.databasePool
  const longReadPool = longReadPoolOf(config)
  await fitConnections(connections, config, log).catch(async (error: unknown) => {
    await stopPostgres()
    throw error
  })
  const { db, pool } = openDatabase({ ...server, max }, onError)
  const longReads = openCursorDatabase({ ...server, ...longReadPool }, onError)
  // Before the migration, so that no other server contracts the schema in between.
  const presence = worker ? keepPresence(server) : null
  const serverKeys = await prepareSchema(connections, log, { contracts })
    .then(() => openServerKeys(db, parseDataKeys(keys)))
    .catch(async (error: unknown) => {
      await presence?.stop()
      await pool.end()
      await stopPostgres()
      throw error
    })
  const databaseClock = clock ? null : await followDatabaseClock(db, log)
  if (await hasExcessRights(db))
    log.warn('the role that serves could change the database itself: see MIGRATION_DATABASE_URL')
  const store = await openFileStore(config)
  const jobs = createJobs({
    pool,
    log,
    seal: serverKeys.seal,
    worker,
    makeQueues: (names) =>
      onSchema(connections, log, async () => {
        await makeQueues(owner, names)
        await grantRights(connections)
      }),
  })
  const primary = watchDatabase(connections, config.readDatabaseUrl !== undefined, log)
  primary?.watchPool(pool)
  primary?.watchPool(longReads.pool)
  const replica =
    config.readDatabaseUrl === undefined
      ? null
      : openReplica({ replica: { connectionString: config.readDatabaseUrl, max }, longReadPool }, log)
  const pools = { requests: pool, 'long reads': longReads.pool, ...replica?.pools }
  const platform: Platform = {
    config,
    db,
    replica: replica?.replica ?? null,
    primary,
    isOnReplica: false,
    longReads: longReads.db,
    pools,
    ...serverKeys,
    files: sealFiles(store, serverKeys.seal),
    scanner: config.scanner ? createMalwareScanner(config.scanner) : null,
    jobs,
    clock: clock ?? databaseClock?.now ?? (() => new Date()),
    log,
  }
  return {
    platform,
    async stop() {
      databaseClock?.stop()
      await jobs.stop()
      await primary?.stop()
      await replica?.end()
      await db.destroy()
      await longReads.db.destroy()
      await presence?.stop()
      await stopPostgres()
    },
  }
}
