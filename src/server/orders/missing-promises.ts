import { dueAt } from '#contract/rules/promise.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { selectUnpromised, setPromises } from './missing-promises.queries.ts'

const batchSize = 500

/**
 * Sets the promises of orders that have none: those of a version without promises, and finished ones of it that were
 * restored. False when there was none left.
 */
export const setMissingPromises = ({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const orders = await selectUnpromised(tx, batchSize)
    if (orders.length === 0) return false
    const promises = orders.map((order) => ({
      orderId: order.order_id,
      dueAt: dueAt(
        {
          createdAt: order.created_at,
          mode: order.processing_mode,
          windowOpensOn: order.window_opens_on,
          travelDate: order.travel_date,
        },
        config.schedule.promiseHours,
      ),
    }))
    await setPromises(tx, promises)
    return true
  })
