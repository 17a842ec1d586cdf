import pg from 'pg'
import type { ConnectionSettings } from './database.ts'

/**
 * What every connection of ours has. They belong to the role in this database, not to the start of a connection, because
 * PgBouncer refuses start-up parameters.
 */
const roleSettings = {
  TimeZone: 'UTC',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
} as const

/** Sets them where they differ. Connections that are open already keep what they have. */
export async function applyRoleSettings(connection: ConnectionSettings): Promise<void> {
  const client = new pg.Client(connection)
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
    for (const [name, value] of Object.entries(roleSettings))
      if (!present?.includes(`${name}=${value}`))
        await client.query(
          `alter role current_user in database ${pg.escapeIdentifier(database)} set ${name} = ${pg.escapeLiteral(value)}`,
        )
    await client.query('commit')
  } finally {
    await client.end()
  }
}
