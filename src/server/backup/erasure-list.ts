import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/database.ts'
import { listErasedOrders, type ErasedOrder } from '#server/privacy/erased-orders.ts'
import { namesBelow, type Destination } from './destination.ts'
import { putSealed, readSealed } from './manifest.ts'
import { momentName, momentOf } from './moment-names.ts'

const prefix = 'erasures/'
/** ms that cover the transaction of an erasure and the difference of server clocks. */
const overlapMs = 15 * 60_000

const entry = z.object({
  orderId: z.number(),
  part: z.enum(['all', 'disputed', 'details']),
  erasedAt: z.iso.datetime(),
})
const entries = z.array(entry)

/** An object is named after the latest erasure in it. */
const timeOf = (name: string) => momentOf(name.slice(prefix.length))

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

/** Adds new erasures to the list. Several servers may add the same erasure, which is then repeated harmlessly. */
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
  const name = `${prefix}${momentName(latest.erasedAt)}-${randomUUID()}`
  await putSealed(destination, key, name, Buffer.from(JSON.stringify(added)))
  return added.length
}

export const readErasures = async (destination: Destination, key: Buffer): Promise<ErasedOrder[]> =>
  readEntries(destination, key, await namesBelow(destination, prefix))
