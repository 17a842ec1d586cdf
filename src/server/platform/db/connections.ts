import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { sql } from 'kysely'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import { SettingError } from '#server/settings.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { isDatabaseAway, openDatabase, type ConnectionSettings, type Db } from './database.ts'
import { isOfVersionBefore1, migrateToLatest } from './migrate.ts'
import { prepareNothing } from './prepared-client.ts'
import { createServerRole, grantServerRights, readSession, serverRole } from './server-role.ts'
import { connectionName } from './migrations.ts'
import { fitSessions, keepsPrepared } from './session-settings.ts'

export interface Connections {
  owner: ConnectionSettings
  server: ConnectionSettings
  /** The role of `server`; null where it is the owner's. */
  serverRole: string | null
  /** The database belongs to this data folder and serves no other server. */
  isEmbedded: boolean
  stopPostgres(): Promise<void>
}

class OtherVersionsError extends Error {
  constructor(versions: readonly string[]) {
    super(`stop the servers of other versions first: ${versions.join(', ')}`)
  }
}

const stopNothing = async () => {}

const reach = (setting: string, connectionString: string) =>
  readSession({ connectionString }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === '53300') throw error
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
 * Starts the embedded database where no other is set; `onLaunched` is called while it starts. Throws a `SettingError`
 * where a database cannot be reached.
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
    log: (line) => log.warn(line),
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

/**
 * Makes the connections of both roles what statements expect, before anything else uses them. Throws a `SettingError` with
 * cause and cure where they cannot be.
 */
export async function fitConnections(
  { owner, server, isEmbedded }: Connections,
  config: Config,
  log: Logger,
) {
  // The owner's connections use no pooler; other work as the owner keeps its connections.
  const roles = new Map([
    [server, config.databaseUrl ? 'DATABASE_URL' : 'the embedded database'],
    ...(owner === server ? [] : [[owner, 'MIGRATION_DATABASE_URL'] as const]),
  ])
  const isPrepared = isEmbedded || (await twiceIfLost(() => keepsPrepared('DATABASE_URL', server)))
  for (const [one, setting] of roles)
    await twiceIfLost(() => fitSessions(setting, one, { isPooled: one === server }, log))
  if (isPrepared) return
  prepareNothing()
  log.warn(
    'DATABASE_URL leads to a pooler that keeps no prepared statements, so calls take longer: PgBouncer from 1.21 on with max_prepared_statements',
  )
}

/** Another start at the same moment ends idle connections, so that they get the settings. */
const twiceIfLost = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (!isDatabaseAway(error)) throw error
    return work()
  })

export const grantRights = async ({ owner, serverRole: role }: Connections): Promise<void> => {
  if (role !== null) await grantServerRights(owner, role)
}

export const onSchema = <T>({ owner }: Connections, log: Logger, work: () => Promise<T>): Promise<T> =>
  whileSchemaLocked(owner, (line) => log.info(line), work)

/**
 * Migrates the schema as its owner, before serving. Contracting migrations run where no other version is connected to
 * the embedded database, or with `contracts`, which throws while one is.
 */
export const prepareSchema = (
  connections: Connections,
  log: Logger,
  { contracts = false }: { contracts?: boolean | undefined } = {},
): Promise<void> =>
  onSchema(connections, log, async () => {
    const { owner, isEmbedded } = connections
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

/** Other versions that are connected to the database, by the name of their connections. */
export async function selectOtherVersions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and application_name like 'pabean %' and application_name <> ${connectionName}`.execute(db)
  return rows.map(({ name }) => name)
}

const pollMs = 200

/**
 * Runs `work` while no other process changes the schema, the rights or the queues of jobs. A separate transaction holds
 * the lock, idle and without a snapshot. Other processes poll: a waiting statement would block `create index
 * concurrently`.
 */
export async function whileSchemaLocked<T>(
  owner: ConnectionSettings,
  say: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...owner, application_name: connectionName })
  client.on('error', () => {})
  await client.connect()
  const tryLock = async () => {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('schema', 0)) as locked`,
    )
    return rows[0]?.locked === true
  }
  try {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    if (!(await tryLock())) {
      say('another process brings the database up to date: waiting for it')
      while (!(await tryLock())) await pause(pollMs)
    }
    return await work()
  } finally {
    await client.end()
  }
}
