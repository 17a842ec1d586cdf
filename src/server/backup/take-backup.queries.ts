import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'

const lastBackupKey = 'backup:last'

export interface LastBackup {
  finishedAt: string
  /** Of the write-ahead log; null where the database is a provider's. */
  timeline: number | null
}

export const saveLastBackup = (tx: Tx, content: LastBackup) =>
  tx
    .insertInto('settings')
    .values({ key: lastBackupKey, value: JSON.stringify(content) })
    .onConflict((same) => same.column('key').doUpdateSet({ value: JSON.stringify(content) }))
    .execute()

/** What was noted of the last backup (null: there was none), and on which timeline the embedded database writes now. */
export async function selectLastBackup(
  db: Db,
  isEmbedded: boolean,
): Promise<{ note: unknown; timeline: number | null }> {
  const timeline = isEmbedded
    ? sql`('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int`
    : sql`null::int`
  const { rows } = await sql<{ note: unknown; timeline: number | null }>`
    select (select value from settings where key = ${lastBackupKey}) as note, ${timeline} as timeline`.execute(
    db,
  )
  return rows[0] ?? { note: null, timeline: null }
}

export async function selectDatabaseState(db: Db): Promise<{ now: Date; lsn: string; migrations: string[] }> {
  const { rows } = await sql<{ now: Date; lsn: string; migrations: string[] }>`
    select clock_timestamp() as now,
      case when pg_is_in_recovery() then '' else pg_current_wal_lsn()::text end as lsn,
      (select coalesce(array_agg(name order by name), '{}') from kysely_migration) as migrations`.execute(db)
  if (!rows[0]) throw new Error('the database says nothing of itself')
  return rows[0]
}
