import type { AwsAccess } from '#server/config.ts'
import type { BackupAddress } from '#server/settings.ts'
import type { Destination } from './destination.ts'
import { openDestination } from './open-destination.ts'
import { refuseOtherTimeline } from './other-timeline.ts'
import { claimDestination } from './destination-owner.ts'

/** ms for which a check of the destination holds. */
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

/** Answers the destination, if this installation may write there; else rejects with a `BackupError`. */
export function createOwnDestination(
  { id, clock, access, key, readTimeline }: Installation,
  address: BackupAddress,
): () => Promise<Destination> {
  let opened: Promise<Destination> | undefined
  let timeline: number | null | undefined
  let last = { at: -Infinity, result: Promise.resolve() }

  async function check(destination: Destination): Promise<void> {
    await claimDestination(destination, key, id)
    // It stays the same while the database runs, and is needed once more after its end.
    timeline ??= await readTimeline()
    if (timeline !== null) await refuseOtherTimeline(destination, timeline, clock())
  }
  return async () => {
    const destination = await (opened ??= openDestination(address, { access }))
    const now = performance.now()
    if (now - last.at > holdsMs) last = { at: now, result: check(destination) }
    await last.result
    return destination
  }
}
