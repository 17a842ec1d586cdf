import { sql } from 'kysely'
import type { Db } from './database.ts'
import { connectionName } from './migrations.ts'

/**
 * Who of another version is connected to the database: by the name of its connections, or without one, as versions before
 * had none, as the role that serves.
 */
export async function selectOtherVersions(db: Db, servingRole: string | null): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and (application_name like 'pabean %' and application_name <> ${connectionName}
        or application_name = '' and usename = coalesce(${servingRole}::text, current_user))`.execute(db)
  return rows.map(({ name }) => name || 'a version without a name')
}
