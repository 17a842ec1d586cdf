import type { AwsAccess } from '#server/config.ts'
import type { BackupAddress } from '#server/settings.ts'
import type { Destination } from './destination.ts'
import { openDestination } from './open-destination.ts'
import { refuseOtherTimeline } from './other-timeline.ts'
import { claimPlace } from './place-owner.ts'

/** ms for which what was found of the place holds. */
export const holdsMs = 30_000

interface Installation {
  id: string
  clock: () => Date
  access: AwsAccess | undefined
  /** Of the backups. */
  key: Buffer
  /** Of the embedded database; null for another, which sends no log. */
  readTimeline: () => Promise<number | null>
}

/** Answers the place of the backups, where it is this installation's to write to; rejects with a `BackupError` elsewhere. */
export function createOwnDestination(
  { id, clock, access, key, readTimeline }: Installation,
  address: BackupAddress,
): () => Promise<Destination> {
  let destination: Promise<Destination> | undefined
  let timeline: number | null | undefined
  let last = { at: -Infinity, result: Promise.resolve() }

  async function check(place: Destination): Promise<void> {
    await claimPlace(place, key, id)
    // It stays the same while the database runs, and is needed once more after its end.
    timeline ??= await readTimeline()
    if (timeline !== null) await refuseOtherTimeline(place, timeline, clock())
  }
  return async () => {
    const place = await (destination ??= openDestination(address, { access }))
    const now = performance.now()
    if (now - last.at > holdsMs) last = { at: now, result: check(place) }
    await last.result
    return place
  }
}
