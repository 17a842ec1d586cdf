import * as z from 'zod/mini'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { selectLastBackup, upsertLastBackup } from './last-backup.queries.ts'

const lastBackup = z.object({
  finishedAt: z.iso.datetime(),
  /** The WAL timeline; null for an external database. */
  timeline: z.nullable(z.number()),
})
type LastBackup = z.infer<typeof lastBackup>

export const saveLastBackup = (tx: Tx, content: LastBackup) => upsertLastBackup(tx, JSON.stringify(content))

/** Null if there was no backup. */
export async function readLastBackup(db: Db | Tx): Promise<LastBackup | 'unreadable' | null> {
  const note = await selectLastBackup(db)
  if (note === null) return null
  const parsed = lastBackup.safeParse(note)
  return parsed.success ? parsed.data : 'unreadable'
}
