import * as z from 'zod/mini'
import { namesBelow, type Destination } from './destination.ts'
import { putSealed, readSealed } from './manifest.ts'

const prefix = 'keys/'
const kept = z.object({ dataKeys: z.string() })

async function readAll(destination: Destination, key: Buffer): Promise<string[]> {
  const all: string[] = []
  for (const name of await namesBelow(destination, prefix)) {
    const bytes = await readSealed(destination, key, name)
    if (bytes) all.push(z.parse(kept, JSON.parse(bytes.toString())).dataKeys)
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
  if (latest === dataKeys) return
  await putSealed(
    destination,
    key,
    `${prefix}${now.toISOString()}`,
    Buffer.from(JSON.stringify({ dataKeys })),
  )
}

/**
 * All data keys that were ever kept, the latest first, as DATA_KEYS has them: an earlier time needs keys that have been taken
 * out since, and a later one those that have come.
 */
export async function readKeys(destination: Destination, key: Buffer): Promise<string | null> {
  const lists = await readAll(destination, key)
  const keys = lists.toReversed().flatMap((list) => list.split(',').map((it) => it.trim()))
  return keys.length === 0 ? null : [...new Set(keys)].join(',')
}
