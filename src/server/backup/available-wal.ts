import type { Destination, ListedObject } from './destination.ts'
import { BackupError } from './backup-error.ts'
import type { ClusterCopy } from './manifest.ts'
import { isSegment, segmentNumber, walNameOf } from './wal-names.ts'

export interface AvailableWal {
  /** When the last segment before a gap came; null where nothing is missing up to the last one. */
  endsAt: Date | null
}

/** Whether the log goes on from a copy without a gap. Throws where even the copy's own part of it is not whole. */
export async function findAvailableWal(
  destination: Destination,
  { startSegment, stopSegment }: ClusterCopy,
): Promise<AvailableWal> {
  const segments = new Map<number, ListedObject>()
  for await (const object of destination.list('wal/')) {
    const name = walNameOf(object.name)
    if (isSegment(name) && segmentNumber(name) >= segmentNumber(startSegment))
      segments.set(segmentNumber(name), object)
  }
  let next = segmentNumber(startSegment)
  while (segments.has(next)) next += 1
  if (next <= segmentNumber(stopSegment))
    throw new BackupError(`the write-ahead log lacks a segment that the backup needs (number ${next})`)
  const last = Math.max(...segments.keys())
  return { endsAt: next > last ? null : (segments.get(next - 1)?.writtenAt ?? null) }
}
