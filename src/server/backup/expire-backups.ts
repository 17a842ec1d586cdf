import * as z from 'zod/mini'
import { namesBelow, type Destination } from './destination.ts'
import { listBases, putSealed, readSealed } from './manifest.ts'
import { documentObject, listSent } from './send-documents.ts'
import { isSegment, segmentNumber, walNameOf } from './wal-names.ts'

const dayMs = 24 * 60 * 60_000
const goneObject = 'gone'
/** Since when each document has been in no store. */
const gone = z.record(z.string(), z.iso.datetime())

async function removeBelow(destination: Destination, prefix: string): Promise<void> {
  for (const name of await namesBelow(destination, prefix)) await destination.remove(name)
}

/** Removes the objects of a killed backup. Requires the backup lock. */
export async function removeUnfinished(destination: Destination): Promise<void> {
  const names = await namesBelow(destination, 'base/')
  const whole = new Set(names.flatMap((name) => /^(base\/.*\/)manifest$/.exec(name)?.[1] ?? []))
  for (const name of names)
    if (!whole.has(name.slice(0, name.lastIndexOf('/') + 1))) await destination.remove(name)
}

/** Removes documents that have been in no store for the retention time: no kept backup needs them. */
async function expireDocuments(
  destination: Destination,
  key: Buffer,
  { present, before, now }: { present: ReadonlySet<string>; before: Date; now: Date },
): Promise<void> {
  const bytes = await readSealed(destination, key, goneObject)
  const known = bytes ? z.parse(gone, JSON.parse(bytes.toString())) : {}
  const noted: Record<string, string> = {}
  for (const name of (await listSent(destination)).keys()) {
    if (present.has(name)) continue
    const since = known[name] ?? now.toISOString()
    if (Date.parse(since) < before.getTime()) await destination.remove(documentObject(name))
    else noted[name] = since
  }
  await putSealed(destination, key, goneObject, Buffer.from(JSON.stringify(noted)))
}

/**
 * Removes backups that ended more than `keepDays` ago, except the newest and the one from which the first kept day is
 * restored; then the WAL before the kept ones, and documents that are long gone.
 */
export async function expireBackups(
  destination: Destination,
  key: Buffer,
  { keepDays, now, documents }: { keepDays: number; now: Date; documents: ReadonlySet<string> },
): Promise<void> {
  const before = new Date(now.getTime() - keepDays * dayMs)
  const bases = await listBases(destination, key)
  const isOld = (at: number) => {
    const next = bases[at + 1]
    return next !== undefined && Date.parse(next.manifest.finishedAt) < before.getTime()
  }
  const kept = bases.filter((_, at) => !isOld(at))
  for (const { prefix } of bases.filter((_, at) => isOld(at))) {
    // Without its manifest a half-removed backup does not count.
    await destination.remove(`${prefix}manifest`)
    await removeBelow(destination, prefix)
  }
  const starts = kept.flatMap(({ manifest: { cluster } }) =>
    cluster ? [segmentNumber(cluster.startSegment)] : [],
  )
  const first = Math.min(...starts)
  if (Number.isFinite(first))
    for (const object of await namesBelow(destination, 'wal/')) {
      const name = walNameOf(object)
      if (isSegment(name) && segmentNumber(name) < first) await destination.remove(object)
    }
  await expireDocuments(destination, key, { present: documents, before, now })
}
