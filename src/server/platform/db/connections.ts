import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { SettingError } from '#server/settings.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { openDatabase, type ConnectionSettings } from './database.ts'
import { isOfVersionBefore1, migrateToLatest } from './migrate.ts'
import { applyRoleSettings } from './role-settings.ts'
import { selectOtherVersions } from './running-versions.ts'
import { whileSchemaLocked } from './schema-lock.ts'
import { createServerRole, grantServerRights, readSession, serverRole } from './server-role.ts'

/** The two ways to the database; the same where one role does both. */
export interface Connections {
  /** Changes the schema, before serving. */
  owner: ConnectionSettings
  server: ConnectionSettings
  /** Role of `server`, where it is another one than the owner's. */
  serverRole: string | null
  /** It belongs to this folder, and to no server elsewhere. */
  isEmbedded: boolean
  /** Ends the embedded database. */
  stopPostgres(): Promise<void>
}

/** What an older version uses is not taken away while it runs. */
class OtherVersionsError extends Error {
  constructor(versions: readonly string[]) {
    super(`stop the servers of other versions first: ${versions.join(', ')}`)
  }
}

const stopNothing = async () => {}

const reach = (setting: string, connectionString: string) =>
  readSession({ connectionString }).catch((error: NodeJS.ErrnoException) => {
    const reason = [error.code, error.message].filter(Boolean).join(' ')
    throw new SettingError(`${setting} cannot be reached: ${reason}`)
  })

async function connectionsByUrl(databaseUrl: string, migrationUrl: string | undefined): Promise<Connections> {
  const server = { connectionString: databaseUrl }
  const serving = await reach('DATABASE_URL', databaseUrl)
  if (!migrationUrl)
    return { owner: server, server, serverRole: null, isEmbedded: false, stopPostgres: stopNothing }
  const owning = await reach('MIGRATION_DATABASE_URL', migrationUrl)
  if (owning.database !== serving.database)
    throw new SettingError('MIGRATION_DATABASE_URL names another database than DATABASE_URL')
  return {
    owner: { connectionString: migrationUrl },
    server,
    serverRole: owning.role === serving.role ? null : serving.role,
    isEmbedded: false,
    stopPostgres: stopNothing,
  }
}

/** Throws before anything of it is changed. */
async function refuseVersionBefore1(owner: ConnectionSettings, name: string): Promise<void> {
  const { db } = openDatabase({ ...owner, max: 1 }, () => {})
  try {
    if (await isOfVersionBefore1(db))
      throw new Error(`${name} is of a version before 1.0 and is left as it was: choose an empty one`)
  } finally {
    await db.destroy()
  }
}

/**
 * Starts the embedded database where no other is set; `onLaunched` is called while that is under way. Throws a
 * `SettingError` where one cannot be reached.
 */
export async function openConnections(
  config: Config,
  log: Logger,
  onLaunched?: () => void,
): Promise<Connections> {
  if (config.databaseUrl) {
    const connections = await connectionsByUrl(config.databaseUrl, config.migrationDatabaseUrl)
    await refuseVersionBefore1(connections.owner, 'the database')
    return connections
  }
  const { connection: owner, stop } = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    log: (line) => log.info(line),
    archives: config.backup.to !== undefined,
    ...(onLaunched && { onLaunched }),
  })
  try {
    await refuseVersionBefore1(owner, `the database in DATA_DIR ${config.dataDir}`)
    await createServerRole(owner)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    owner,
    server: { ...owner, user: serverRole },
    serverRole,
    isEmbedded: true,
    stopPostgres: stop,
  }
}

/** Gives the role that serves its rights, where it is not the owner. */
export const grantRights = async ({ owner, serverRole: role }: Connections): Promise<void> => {
  if (role !== null) await grantServerRights(owner, role)
}

/** Runs `work`, which changes the schema, the rights or the queues, while nobody else does. */
export const onSchema = <T>({ owner }: Connections, log: Logger, work: () => Promise<T>): Promise<T> =>
  whileSchemaLocked(owner, (line) => log.info(line), work)

/**
 * Brings the schema up to date as its owner, before anything is served. What older versions use is taken away where none is
 * connected to the embedded database, or `contracts` says so, which throws while one is.
 */
export const prepareSchema = (
  connections: Connections,
  log: Logger,
  { contracts = false }: { contracts?: boolean | undefined } = {},
): Promise<void> =>
  onSchema(connections, log, async () => {
    const { owner, server, isEmbedded } = connections
    await Promise.all(
      [...new Set([owner, server])].map((one) =>
        // The owner's connections go by no pooler: whoever else works as the owner keeps theirs.
        applyRoleSettings(one, { isPooled: one === server }).catch((error: unknown) =>
          log.warn({ err: error }, 'the settings of the database role could not be set'),
        ),
      ),
    )
    const { db } = openDatabase({ ...owner, max: 1 }, (error) =>
      log.error({ err: error }, 'database connection'),
    )
    try {
      const others = contracts || isEmbedded ? await selectOtherVersions(db) : []
      if (contracts && others.length > 0) throw new OtherVersionsError(others)
      // A command of this version may run beside an older server of the embedded database.
      const isAlone = isEmbedded && others.length === 0
      await migrateToLatest(db, { contracts: contracts || isAlone, say: (line) => log.info(line) })
    } finally {
      await db.destroy()
    }
    await grantRights(connections)
  })
