import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'

const lastBackupKey = 'backup:last'

export const upsertLastBackup = (tx: Tx, content: string) =>
  tx
    .insertInto('settings')
    .values({ key: lastBackupKey, value: content })
    .onConflict((same) => same.column('key').doUpdateSet({ value: content }))
    .execute()

/** Null if there was none. */
export async function selectLastBackup(db: Db | Tx): Promise<unknown> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', lastBackupKey)
    .executeTakeFirst()
  return row?.value ?? null
}

/** The database's present timeline; each restore begins a new one. */
export async function selectTimeline(db: Db): Promise<number | null> {
  const { rows } = await sql<{ timeline: number }>`
    select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline`.execute(db)
  return rows[0]?.timeline ?? null
}
