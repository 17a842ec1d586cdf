import { sql } from 'kysely'
import type { Db } from './database.ts'
import { connectionName } from './migrations.ts'

/** Which other versions are connected to the database, by the name of their connections. */
export async function selectOtherVersions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and application_name like 'pabean %' and application_name <> ${connectionName}`.execute(db)
  return rows.map(({ name }) => name)
}
