import type { BackupAddress } from '#server/config/backup.ts'
import type { Platform } from '#server/platform/work.ts'
import type { Destination } from './destination.ts'
import { selectTimeline } from './last-backup.queries.ts'
import { openDestination } from './open-destination.ts'
import { refuseOtherTimeline } from './other-timeline.ts'

/** ms for which what was found of the place holds. */
const holdsMs = 30_000

/** Answers the place of the backups, where it is this installation's to write to; rejects with a `BackupError` elsewhere. */
export function createOwnDestination(
  { config, db, clock }: Pick<Platform, 'config' | 'db' | 'clock'>,
  address: BackupAddress,
): () => Promise<Destination> {
  let destination: Promise<Destination> | undefined
  let timeline: number | null | undefined
  let last = { at: -Infinity, result: Promise.resolve() }

  async function check(place: Destination): Promise<void> {
    if (config.databaseUrl !== undefined) return
    // It stays the same while the database runs, and is needed once more after its end.
    timeline ??= await selectTimeline(db)
    if (timeline !== null) await refuseOtherTimeline(place, timeline, clock())
  }
  return async () => {
    const place = await (destination ??= openDestination(address, config.backup))
    const now = performance.now()
    if (now - last.at > holdsMs) last = { at: now, result: check(place) }
    await last.result
    return place
  }
}
