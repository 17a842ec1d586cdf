import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

export async function selectDatabaseState(db: Db): Promise<{ now: Date; lsn: string; migrations: string[] }> {
  const { rows } = await sql<{ now: Date; lsn: string; migrations: string[] }>`
    select clock_timestamp() as now,
      case when pg_is_in_recovery() then '' else pg_current_wal_lsn()::text end as lsn,
      (select coalesce(array_agg(name order by name), '{}') from kysely_migration) as migrations`.execute(db)
  if (!rows[0]) throw new Error('the database says nothing of itself')
  return rows[0]
}
