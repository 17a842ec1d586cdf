import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/database.ts'
import { listErasedOrders, type ErasedOrder } from '#server/privacy/erased-orders.ts'
import { namesBelow, type Destination } from './destination.ts'
import { putSealed, readSealed } from './manifest.ts'

const prefix = 'erasures/'
/** ms that an erasure's transaction can take, and clocks of servers can differ: so far back is looked again. */
const overlapMs = 15 * 60_000

const entry = z.object({
  orderId: z.number(),
  part: z.enum(['all', 'disputed', 'details']),
  erasedAt: z.iso.datetime(),
})
const entries = z.array(entry)

/** Objects are named by the latest erasure in them. */
const timeOf = (name: string) => Date.parse(name.slice(prefix.length, prefix.length + 24))

async function readEntries(
  destination: Destination,
  key: Buffer,
  names: readonly string[],
): Promise<ErasedOrder[]> {
  const found: ErasedOrder[] = []
  for (const name of names) {
    const bytes = await readSealed(destination, key, name)
    const listed = bytes ? z.parse(entries, JSON.parse(bytes.toString())) : []
    found.push(...listed.map((it) => ({ ...it, erasedAt: new Date(it.erasedAt) })))
  }
  return found
}

const idOf = ({ orderId, part, erasedAt }: ErasedOrder) => `${orderId} ${part} ${erasedAt.toISOString()}`

/** Adds to the list what has been erased since. Several servers may do so: what is listed twice is erased once. */
export async function sendErasures(db: Db, destination: Destination, key: Buffer): Promise<number> {
  const names = await namesBelow(destination, prefix)
  const last = names.at(-1)
  const since = new Date(last === undefined ? 0 : timeOf(last) - overlapMs)
  const erased = await listErasedOrders(db, since)
  if (erased.length === 0) return 0
  const recent = names.filter((name) => timeOf(name) >= since.getTime())
  const known = new Set((await readEntries(destination, key, recent)).map(idOf))
  const added = erased.filter((it) => !known.has(idOf(it)))
  const latest = added.at(-1)
  if (!latest) return 0
  const name = `${prefix}${latest.erasedAt.toISOString()}-${randomUUID()}`
  await putSealed(destination, key, name, Buffer.from(JSON.stringify(added)))
  return added.length
}

/** The whole list. */
export const readErasures = async (destination: Destination, key: Buffer): Promise<ErasedOrder[]> =>
  readEntries(destination, key, await namesBelow(destination, prefix))
