import type { Db } from '#server/platform/db/database.ts'
import { BackupError } from './backup-error.ts'
import type { Destination } from './destination.ts'
import { selectTimeline } from './last-backup.queries.ts'
import { timelineOf, walNameOf } from './wal-names.ts'

/** ms without a new piece of its log after which an installation counts as gone; a server sends one every minute or two. */
export const goneAfterMs = 5 * 60_000

/**
 * Refuses a destination where another installation keeps its log: a restore goes on with the newest timeline there, and what the
 * other one wrote would be lost. One that was restored has a newer timeline than the one that it was restored from.
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

/** The same for an embedded database that serves. */
export async function refuseForeignDestination(destination: Destination, db: Db, now: Date): Promise<void> {
  const timeline = await selectTimeline(db)
  if (timeline !== null) await refuseOtherTimeline(destination, timeline, now)
}
