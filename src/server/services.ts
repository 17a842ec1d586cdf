import { mkdir } from 'node:fs/promises'
import { SettingError } from '#server/config/setting.ts'
import { type Config } from '#server/config/config.ts'
import { loadDataKeys } from './platform/data-keys.ts'
import { openBulkDatabase } from './platform/db/bulk-database.ts'
import { openCursorDatabase, openDatabase } from './platform/db/database.ts'
import { grantRights, openConnections, prepareSchema } from './platform/db/connections.ts'
import { untilUnlocked, whileSchemaLocked } from './platform/db/schema-lock.ts'
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

/** Whoever finds all of them in use is told soon. */
const longReadPool = { max: 4, connectionTimeoutMillis: 1000 }

interface PlatformOptions {
  clock?: () => Date
  worker?: boolean
  /** For the restore itself, which begins where nothing else may. */
  restores?: boolean
  /** Called while the embedded database starts. */
  onDatabaseLaunched?: () => void
}

/** Opens everything that features stand on: database, keys, files, jobs. The schema is brought up to date. */
export async function startPlatform(
  config: Config,
  { clock = () => new Date(), worker = true, restores = false, onDatabaseLaunched }: PlatformOptions = {},
): Promise<RunningPlatform> {
  // Passable, so that PostgreSQL's own user reaches its folder where root starts; what lies in it is closed.
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
    throw new SettingError(`DATA_DIR ${config.dataDir} cannot be made: ${error.code ?? error.message}`)
  })
  if (!restores) await refuseUnfinishedRestore(config.dataDir)
  const log = createLog(config.logLevel)
  const keys = await loadDataKeys(config)
  const connections = await openConnections(config, log, onDatabaseLaunched)
  const { owner, server, stopPostgres } = connections
  const onError = (error: Error) => log.error({ err: error }, 'database connection')
  const { db, pool } = openDatabase(server, onError)
  const longReads = openCursorDatabase({ ...server, ...longReadPool }, onError)
  const pools = { requests: pool, 'long reads': longReads.pool }
  const serverKeys = await prepareSchema(connections, log)
    .then(() => openServerKeys(db, parseDataKeys(keys)))
    .catch(async (error: unknown) => {
      await pool.end()
      await stopPostgres()
      throw error
    })
  if (await hasExcessRights(db))
    log.warn('the role that serves could change the database itself: see MIGRATION_DATABASE_URL')
  const store = await openFileStore(config)
  const jobs = createJobs({
    pool,
    log,
    seal: serverKeys.seal,
    worker,
    async makeQueues(names) {
      await whileSchemaLocked(owner, log, async () => {
        await untilUnlocked(owner, log, () => makeQueues(owner, names))
        await grantRights(connections)
      })
    },
  })
  const platform: Platform = {
    config,
    db,
    longReads: longReads.db,
    pools,
    ...serverKeys,
    openBulk: () => openBulkDatabase(server, onError),
    files: sealFiles(store, serverKeys.seal),
    scanner: config.scanner ? createMalwareScanner(config.scanner) : null,
    jobs,
    clock,
    log,
  }
  return {
    platform,
    async stop() {
      await jobs.stop()
      await db.destroy()
      await longReads.db.destroy()
      await stopPostgres()
    },
  }
}
