import type { Db } from '#server/platform/db/database.ts'
import { BackupError } from './backup-error.ts'
import type { Destination } from './destination.ts'
import { selectTimeline } from './base-backup.queries.ts'
import { timelineOf, walNameOf } from './wal-names.ts'

/** ms without new WAL after which an installation counts as stopped; a server sends WAL every minute or two. */
export const goneAfterMs = 5 * 60_000

/**
 * Refuses a destination in which another installation keeps its WAL: a restore follows the newest timeline, so the
 * other installation's data would be lost. A restored installation has a newer timeline than its origin.
 */
export async function refuseOtherTimeline(
  destination: Destination,
  timeline: number,
  now: Date,
): Promise<void> {
  for await (const { name, writtenAt } of destination.list('wal/')) {
    const other = timelineOf(walNameOf(name))
    if (other > timeline)
      throw new BackupError(
        'an installation that was restored from this one keeps its backups there: give this one another place',
      )
    if (other < timeline && now.getTime() - writtenAt.getTime() < goneAfterMs)
      throw new BackupError(
        `the installation that this one was restored from keeps its backups there: give this one another place, or wait ${goneAfterMs / 60_000} minutes from its end on`,
      )
  }
}

/** The same check with the timeline of a running embedded database. */
export async function refuseForeignDestination(destination: Destination, db: Db, now: Date): Promise<void> {
  const timeline = await selectTimeline(db)
  if (timeline !== null) await refuseOtherTimeline(destination, timeline, now)
}
