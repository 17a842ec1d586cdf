import * as z from 'zod/mini'
import type { Db, Tx } from '#server/platform/db/database.ts'

const lastBackup = z.object({
  finishedAt: z.iso.datetime(),
  /** The WAL timeline; null for an external database. */
  timeline: z.nullable(z.number()),
})
type LastBackup = z.infer<typeof lastBackup>

const settingKey = 'backup:last'

export function saveLastBackup(tx: Tx, content: LastBackup) {
  const value = JSON.stringify(content)
  return tx
    .insertInto('settings')
    .values({ key: settingKey, value })
    .onConflict((same) => same.column('key').doUpdateSet({ value }))
    .execute()
}

/** Null if there was no backup. */
export async function readLastBackup(db: Db | Tx): Promise<LastBackup | 'unreadable' | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', settingKey).executeTakeFirst()
  if (!row) return null
  const parsed = lastBackup.safeParse(row.value)
  return parsed.success ? parsed.data : 'unreadable'
}
