import pg from 'pg'
import type { ConnectionSettings } from './database.ts'
import { connectionName } from './migrations.ts'

/**
 * What every connection of ours has. They belong to the role in this database, not to the start of a connection, because
 * PgBouncer refuses start-up parameters.
 */
const roleSettings = {
  TimeZone: 'UTC',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
} as const

/** Connections of the role that do nothing now; a pooler or a pool makes another one when it needs it. */
const endIdleConnections = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where usename = current_user and datname = current_database() and state = 'idle' and pid <> pg_backend_pid()`

/**
 * Sets them where they differ. Connections that are open already keep what they have, and a pooler has some: with
 * `isPooled` those that are idle are ended, and that of this statement too.
 */
export async function applyRoleSettings(
  connection: ConnectionSettings,
  { isPooled }: { isPooled: boolean },
): Promise<void> {
  // Named, since a pooler keeps the connection when this is done with it.
  const client = new pg.Client({ ...connection, application_name: connectionName })
  // Its own end, below.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    // Of servers that start at once, one changes the role's row at a time.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('role settings', 0))`)
    const { rows } = await client.query<{ database: string; present: string[] | null }>(`
      select current_database() as database, (
        select s.setconfig from pg_db_role_setting s
        join pg_database d on d.oid = s.setdatabase and d.datname = current_database()
        join pg_roles r on r.oid = s.setrole and r.rolname = current_user
      ) as present`)
    const { database = '', present } = rows[0] ?? {}
    const different = Object.entries(roleSettings).filter(
      ([name, value]) => !present?.includes(`${name}=${value}`),
    )
    for (const [name, value] of different)
      await client.query(
        `alter role current_user in database ${pg.escapeIdentifier(database)} set ${name} = ${pg.escapeLiteral(value)}`,
      )
    await client.query('commit')
    if (different.length === 0 || !isPooled) return
    await client.query(endIdleConnections)
    await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
  } finally {
    await client.end()
  }
}
