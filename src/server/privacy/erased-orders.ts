import { actorNames } from '#contract/rules/actor-names.ts'
import type { ErasedPart } from '#contract/rules/privacy.ts'
import { inTransaction, type Db } from '#server/platform/db/database.ts'
import { backgroundCall, type Platform } from '#server/platform/work.ts'
import { eraseOrder } from './erase-order.ts'
import { removeErasedFiles } from './erased-files.ts'
import { selectErasedOrders } from './erased-orders.queries.ts'

/** An erasure as a restore of an earlier backup repeats it. */
export interface ErasedOrder {
  orderId: number
  part: ErasedPart
  erasedAt: Date
}

/** Oldest first; of each order the latest. */
export const listErasedOrders = async (db: Db, since: Date): Promise<ErasedOrder[]> =>
  (await selectErasedOrders(db, since)).map(({ order_id: orderId, part, erased_at: erasedAt }) => ({
    orderId,
    part,
    erasedAt,
  }))

/** The actor in an order's history. */
const restore = { kind: 'job', name: actorNames.restore } as const

/** Repeats the listed erasures that the database lacks; returns how many orders were erased. */
export async function repeatErasures(platform: Platform, erasures: readonly ErasedOrder[]): Promise<number> {
  const { db } = platform
  const known = new Map(
    (await listErasedOrders(db, new Date(0))).map(({ orderId, part }) => [orderId, part] as const),
  )
  const missing = erasures.filter(({ orderId, part }) => {
    const present = known.get(orderId)
    return present !== part && present !== 'all'
  })
  for (const { orderId, part } of missing) {
    const erased = await inTransaction(db, (tx) =>
      eraseOrder({ ...backgroundCall(platform, restore), tx }, orderId, () => part),
    )
    if (erased === 'postponed')
      throw new Error(`order ${orderId} could not be erased: a mail of it counts as on its way`)
  }
  await removeErasedFiles(platform)
  return missing.length
}
