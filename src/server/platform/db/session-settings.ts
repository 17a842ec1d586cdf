import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { SettingError } from '#server/settings.ts'
import { errorCode, errorMessage } from '../error-code.ts'
import type { ConnectionSettings } from './database.ts'
import { connectionName } from './migrations.ts'

/** Settings that change what statements mean or answer. */
const meanings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
}

const limits = {
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '1min',
  lock_timeout: '0',
  idle_session_timeout: '0',
  // From PostgreSQL 17 on.
  transaction_timeout: '0',
}

/** The tables lie in `public`, and the operators of pg_trgm where its extension lies. */
const searchPath = `concat_ws(', ', 'public', (
  select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'pg_trgm' and n.nspname <> 'public'))`

const selectDifferences = `
  select name, wanted, present from (
    select name, wanted, current_setting(name, true) as present
    from unnest($1::text[], $2::text[]) as w(name, wanted)
    union all
    select 'search_path', ${searchPath}, current_setting('search_path')
  ) s
  where present <> wanted`

interface Difference {
  name: string
  wanted: string
  present: string
}

async function readDifferences(client: pg.Client): Promise<Difference[]> {
  const wanted = { ...meanings, ...limits }
  const { rows } = await client.query<Difference>(selectDifferences, [
    Object.keys(wanted),
    Object.values(wanted),
  ])
  return rows
}

const endIdleConnections = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where usename = current_user and datname = current_database() and state = 'idle' and pid <> pg_backend_pid()`

async function withClient<T>(
  connection: ConnectionSettings,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // Named, because a pooler keeps the connection afterwards.
  const client = new pg.Client({ ...connection, application_name: connectionName })
  // A connection that ends itself, or is lost, fails its statement.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Gives the role in this database every setting of a connection that is another in effect. They belong to the role,
 * because PgBouncer refuses start-up parameters. Open connections keep the former values: `isPooled` ends the idle ones
 * and the connection of this statement.
 */
export const applyRoleSettings = (
  connection: ConnectionSettings,
  { isPooled }: { isPooled: boolean },
): Promise<void> =>
  withClient(connection, async (client) => {
    await client.query('begin')
    // Serializes servers that start at once: the role's row takes one change at a time.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('role settings', 0))`)
    const { rows } = await client.query<{ database: string }>(`select current_database() as database`)
    const database = pg.escapeIdentifier(rows[0]?.database ?? '')
    const different = await readDifferences(client)
    for (const { name, wanted } of different) {
      // A list of names, each quoted where it has to be.
      const value = name === 'search_path' ? wanted : pg.escapeLiteral(wanted)
      await client.query(`alter role current_user in database ${database} set ${name} = ${value}`)
    }
    await client.query('commit')
    if (different.length === 0 || !isPooled) return
    await client.query(endIdleConnections)
    await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
  })

export const readOnlyCure =
  'it is a standby, or was closed, as providers do when its disk is full (default_transaction_read_only); lead to the primary, or make room and open it'

interface Session {
  role: string
  isReadOnly: boolean
  /** Where pg_trgm lies, if the role may not use that schema. */
  closedTrigrams: string | null
  /** The schema with tables of Pabean, if it is not `public`. */
  otherSchema: string | null
}

const selectClosedTrigrams = `
  select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'pg_trgm' and not has_schema_privilege(n.oid, 'usage')`
/** The schema where pg_trgm lies, if the role may not use it. */
export const closedTrigrams = sql.raw<string | null>(selectClosedTrigrams)

const selectSession = `
  select current_user as role, current_setting('transaction_read_only') = 'on' as "isReadOnly", (${selectClosedTrigrams}) as "closedTrigrams", (
    select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relname = 'kysely_migration' and to_regclass('public.kysely_migration') is null
      and exists (select from pg_class o where o.relname = 'orders' and o.relnamespace = n.oid)
    limit 1) as "otherSchema"`

function faultOf({ role, isReadOnly, closedTrigrams, otherSchema }: Session): string | null {
  if (isReadOnly) return `takes no writes: ${readOnlyCure}`
  if (otherSchema !== null)
    return `has the tables in schema ${otherSchema}, and they belong into public: move them there (alter table … set schema public), or name another database`
  if (closedTrigrams !== null)
    return `has pg_trgm in schema ${closedTrigrams}, which ${role} may not use: grant usage on schema ${closedTrigrams} to ${role}, or alter extension pg_trgm set schema public`
  return null
}

/**
 * Makes the connections of a role what statements expect, and throws a `SettingError` with cause and cure where they
 * cannot be: `setting` is the name of their address.
 */
export async function fitSessions(
  setting: string,
  connection: ConnectionSettings,
  { isPooled }: { isPooled: boolean },
  log: Logger,
): Promise<void> {
  const { session, isFit } = await withClient(connection, async (client) => {
    const { rows } = await client.query<Session>(selectSession)
    return { session: rows[0], isFit: (await readDifferences(client)).length === 0 }
  })
  const fault = session && faultOf(session)
  if (fault) throw new SettingError(`${setting} ${fault}`)
  if (isFit) return
  const refused = await applyRoleSettings(connection, { isPooled }).then(
    () => null,
    (error: unknown) => errorMessage(error),
  )
  const rest = await withClient(connection, readDifferences)
  const changed = rest.find(({ name }) => name in meanings || name === 'search_path')
  if (changed)
    throw new SettingError(
      `${setting} has ${changed.name} = ${changed.present} and not ${changed.wanted}: take it out of the address or the pooler${refused ? `, or let ${session?.role} set it (${refused})` : ''}`,
    )
  for (const { name, wanted, present } of rest)
    log.warn({ why: refused }, `${setting} has ${name} = ${present} and not ${wanted}`)
}

const pidOf = async (client: pg.Client) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

/** ms after which a pooler has no further connection. */
const silentMs = 2000

/**
 * Whether a statement that a connection has prepared is there for its next transaction. Not behind a pooler in
 * transaction mode that passes names on: PgBouncer before 1.21, or with `max_prepared_statements` 0.
 */
export const keepsPrepared = (setting: string, connection: ConnectionSettings): Promise<boolean> =>
  withClient(connection, (one) =>
    withClient({ ...connection }, async (other) => {
      const first = await pidOf(one)
      await other.query('begin').catch((error: unknown) => {
        if (errorCode(error) !== '08P01') throw error
        throw new SettingError(`${setting} leads to a pooler in statement mode: set pool_mode = transaction`)
      })
      const taken = await pidOf(other)
      // A pooler with one connection has none for this, and waits.
      const second = first === taken ? undefined : await Promise.race([pidOf(one), pause(silentMs)])
      if (first === second) return true
      const name = 'pabean_probe'
      const isKnownByName = await other
        .query({ name, text: 'select $1::int', values: [1] })
        .then(() =>
          other.query<{ is: boolean }>(
            `select exists (select from pg_prepared_statements where name = '${name}') as is`,
          ),
        )
        .then(({ rows }) => rows[0]?.is !== false)
        .catch(() => true)
      if (isKnownByName) await other.query(`deallocate ${name}`).catch(() => {})
      await other.query('rollback')
      return !isKnownByName
    }),
  )
