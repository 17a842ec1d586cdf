import type { Db } from '#server/platform/db/database.ts'
import { readLastBackup } from './last-backup.ts'
import { selectTimeline } from './base-backup.queries.ts'

const hourMs = 60 * 60_000

/** A backup is due if the last one is too old or was made before a restore. */
export async function isBackupDue(
  db: Db,
  { everyHours, now, isEmbedded }: { everyHours: number; now: Date; isEmbedded: boolean },
): Promise<boolean> {
  if (everyHours === 0) return false
  const last = await readLastBackup(db)
  if (last === null || last === 'unreadable') return true
  const timeline = isEmbedded ? await selectTimeline(db) : null
  return last.timeline !== timeline || now.getTime() - Date.parse(last.finishedAt) >= everyHours * hourMs
}
