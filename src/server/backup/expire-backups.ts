import * as z from 'zod/mini'
import { namesBelow, type Destination } from './destination.ts'
import { listBases, putSealed, readSealed } from './manifest.ts'
import { documentObject, listSent } from './send-documents.ts'
import { isSegment, segmentNumber, walNameOf } from './wal-names.ts'

const dayMs = 24 * 60 * 60_000
const goneObject = 'gone'
/** Since when a document has been in no store. */
const gone = z.record(z.string(), z.iso.datetime())

async function removeBelow(destination: Destination, prefix: string): Promise<void> {
  for (const name of await namesBelow(destination, prefix)) await destination.remove(name)
}

/** Removes what a backup that was killed left. No other may run. */
export async function removeUnfinished(destination: Destination): Promise<void> {
  const names = await namesBelow(destination, 'base/')
  const whole = new Set(names.flatMap((name) => /^(base\/.*\/)manifest$/.exec(name)?.[1] ?? []))
  for (const name of names)
    if (!whole.has(name.slice(0, name.lastIndexOf('/') + 1))) await destination.remove(name)
}

/** A document goes once it has been in no store for the time that backups are kept, since none needs it then. */
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
 * Removes what no backup needs that is to be kept: those that ended more than `keepDays` ago, except the newest and the one
 * by which the first kept day can be restored; the log before them; documents that have long been gone.
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
    // Without its manifest it is no backup any more, whatever of it is left.
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
