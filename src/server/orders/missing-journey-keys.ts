import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { openCustomerData } from './customer-data.ts'
import { journeyKeys } from './journey-keys.ts'
import { selectOrdersWithoutKeys, setJourneyKeys } from './missing-journey-keys.queries.ts'

const batchSize = 200

/** Computes the keys of orders of a version without them; false when there was none left. */
export const setMissingJourneyKeys = ({ db, seal }: Pick<Platform, 'db' | 'seal'>): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const orders = await selectOrdersWithoutKeys(tx, batchSize)
    await Promise.all(
      orders.map((order) => {
        const { order_id: orderId, travel_date: travelDate, email } = order
        const customer = openCustomerData({ seal }, order)
        return setJourneyKeys(tx, orderId, journeyKeys(seal, { travelDate, email, customer }))
      }),
    )
    return orders.length > 0
  })
