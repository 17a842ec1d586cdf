import { access } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import { readDataKeys } from '#server/platform/data-keys.ts'
import { openConnections } from '#server/platform/db/connections.ts'
import { openDatabase, type Db } from '#server/platform/db/database.ts'
import { isEmpty, readSchemaState } from '#server/platform/db/migrate.ts'
import { openFileStore } from '#server/platform/files/open-stores.ts'
import { sealFiles } from '#server/platform/files/sealed-files.ts'
import { createLog } from '#server/platform/log.ts'
import { parseDataKeys } from '#server/platform/seal.ts'
import { readSeal } from '#server/platform/server-keys.ts'
import { NotThere, reasonOf, type Installation } from './check.ts'

interface CheckOptions {
  isThorough: boolean
  allowsInsecureConnections: boolean
  clock?: () => Date
}

/** Opens once, however many checks need it. */
function once<T>(what: string, open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined
  return () =>
    (opening ??= open().catch((error: unknown) => {
      throw error instanceof NotThere ? error : new NotThere(what, reasonOf(error))
    }))
}

/** Opens an installation read-only: unlike a start it creates no keys, folders or tables. */
export function openInstallation(
  config: Config,
  { clock = () => new Date(), ...options }: CheckOptions,
): { installation: Installation; close(): Promise<void> } {
  const log = createLog(config.logLevel)
  let closeDatabase: (() => Promise<void>) | undefined
  const connection = once('database', async (): Promise<Db> => {
    // A mistyped DATA_DIR would create an embedded database there.
    if (!config.databaseUrl)
      await access(config.dataDir).catch(() => {
        throw new NotThere('database', `DATA_DIR ${config.dataDir} is not there: name the servers' own`)
      })
    const { server, stopPostgres } = await openConnections(config, log)
    const { db } = openDatabase(server, (error) => log.error({ err: error }, 'database connection'))
    closeDatabase = async () => {
      await db.destroy()
      await stopPostgres()
    }
    return db
  })
  const db = once('database', async (): Promise<Db> => {
    const opened = await connection()
    if (isEmpty(await readSchemaState(opened))) throw new NotThere('database', 'it has no tables yet')
    return opened
  })
  const seal = once('keys', async () => readSeal(await db(), parseDataKeys(await readDataKeys(config))))
  const files = once('store', async () => sealFiles(await openFileStore(config), await seal()))
  return {
    installation: { config, clock, ...options, connection, db, seal, files },
    close: async () => closeDatabase?.(),
  }
}
