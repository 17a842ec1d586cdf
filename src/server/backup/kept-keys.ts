import * as z from 'zod/mini'
import { dataKeyId, splitList } from '#server/settings.ts'
import { namesBelow, type Destination } from './destination.ts'
import { putSealed, readSealed } from './manifest.ts'

const prefix = 'keys/'
const kept = z.object({ dataKeys: z.string() })

interface KeptKeys {
  sentAt: number
  dataKeys: string
}

/** The oldest first. */
async function readAll(destination: Destination, key: Buffer): Promise<KeptKeys[]> {
  const all: KeptKeys[] = []
  for (const name of await namesBelow(destination, prefix)) {
    const bytes = await readSealed(destination, key, name)
    if (!bytes) continue
    const { dataKeys } = z.parse(kept, JSON.parse(bytes.toString()))
    all.push({ sentAt: Date.parse(name.slice(prefix.length)), dataKeys })
  }
  return all
}

/** Keeps DATA_KEYS, sealed, unless the latest that are kept are the same. */
export async function sendKeys(
  destination: Destination,
  key: Buffer,
  dataKeys: string,
  now: Date,
): Promise<void> {
  const latest = (await readAll(destination, key)).at(-1)
  if (latest?.dataKeys === dataKeys) return
  await putSealed(
    destination,
    key,
    `${prefix}${now.toISOString()}`,
    Buffer.from(JSON.stringify({ dataKeys })),
  )
}

/**
 * All data keys that were ever kept, the latest first, as DATA_KEYS has them: an earlier time needs keys that have been taken
 * out since, and a later one those that have come. Of two with the same id, of which one is another installation's, it is
 * that one which a backup that began then (ms since 1970) was made with; before destinations had an owner, two could write there.
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
