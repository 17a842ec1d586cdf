import { actorNames } from '#contract/rules/actor-names.ts'
import type { ErasedPart } from '#contract/rules/privacy.ts'
import { inTransaction, type Db } from '#server/platform/db/database.ts'
import { backgroundCall, type Platform } from '#server/platform/work.ts'
import { eraseOrder } from './erase-order.ts'
import { removeErasedFiles } from './erased-files.ts'
import { selectErasedOrders } from './erased-orders.queries.ts'

/** An erasure as it is repeated in a database of an earlier time. */
export interface ErasedOrder {
  orderId: number
  part: ErasedPart
  erasedAt: Date
}

/** Erasures from a time on, the oldest first; one an order, the latest. */
export const listErasedOrders = async (db: Db, since: Date): Promise<ErasedOrder[]> =>
  (await selectErasedOrders(db, since)).map(({ order_id: orderId, part, erased_at: erasedAt }) => ({
    orderId,
    part,
    erasedAt,
  }))

/** As an order's history names it. */
const restore = { kind: 'job', name: actorNames.restore } as const

/** Erases what a list names and the database does not know of; answers how many orders that were. */
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
