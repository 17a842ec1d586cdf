import * as z from 'zod/mini'
import { dataKeyId, splitList } from '#server/settings.ts'
import { namesBelow, type Destination } from './destination.ts'
import { putSealed, readSealed } from './manifest.ts'
import { momentName, momentOf } from './moment-names.ts'

const prefix = 'keys/'
const kept = z.object({ dataKeys: z.string() })

interface KeptKeys {
  sentAt: number
  dataKeys: string
}

/** Oldest first. */
async function readAll(destination: Destination, key: Buffer): Promise<KeptKeys[]> {
  const all: KeptKeys[] = []
  for (const name of await namesBelow(destination, prefix)) {
    const bytes = await readSealed(destination, key, name)
    if (!bytes) continue
    const { dataKeys } = z.parse(kept, JSON.parse(bytes.toString()))
    all.push({ sentAt: momentOf(name.slice(prefix.length)), dataKeys })
  }
  return all
}

/** Stores DATA_KEYS, sealed, unless they are the latest stored ones. */
export async function sendKeys(
  destination: Destination,
  key: Buffer,
  dataKeys: string,
  now: Date,
): Promise<void> {
  const latest = (await readAll(destination, key)).at(-1)
  if (latest?.dataKeys === dataKeys) return
  await putSealed(destination, key, `${prefix}${momentName(now)}`, Buffer.from(JSON.stringify({ dataKeys })))
}

/**
 * All data keys ever stored, latest first, in the form of DATA_KEYS: an earlier time needs removed keys, a later one
 * added keys. Of two keys with one id, the one stored last before `startedAt` (ms since 1970) wins: before
 * destinations had an owner, two installations could write to one.
 */
export async function readKeys(
  destination: Destination,
  key: Buffer,
  startedAt: number,
): Promise<string | null> {
  const lists = await readAll(destination, key)
  const own = lists.findLast(({ sentAt }) => sentAt <= startedAt)
  const byId = new Map<string, string>()
  for (const { dataKeys } of lists.toReversed())
    for (const dataKey of splitList(dataKeys))
      if (!byId.has(dataKeyId(dataKey))) byId.set(dataKeyId(dataKey), dataKey)
  if (own) for (const dataKey of splitList(own.dataKeys)) byId.set(dataKeyId(dataKey), dataKey)
  return byId.size === 0 ? null : [...byId.values()].join(',')
}
