import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/database.ts'
import { selectLastBackup } from './take-backup.queries.ts'

const hourMs = 60 * 60_000

const note = z.object({ finishedAt: z.iso.datetime(), timeline: z.nullable(z.number()) })

/** Whether a backup is to be made: the last one is too long ago, or of before a restore. */
export async function isBackupDue(
  db: Db,
  { everyHours, now, isEmbedded }: { everyHours: number; now: Date; isEmbedded: boolean },
): Promise<boolean> {
  if (everyHours === 0) return false
  const last = await selectLastBackup(db, isEmbedded)
  const parsed = note.safeParse(last.note)
  if (!parsed.success) return true
  const { finishedAt, timeline } = parsed.data
  return timeline !== last.timeline || now.getTime() - Date.parse(finishedAt) >= everyHours * hourMs
}
