import type { Tx } from '#server/platform/db/database.ts'
import type { JourneyKeys } from './journey-keys.ts'
import { isPromised } from './queue-condition.queries.ts'

/** Orders that wait for their document without keys, at most `limit`; those that somebody changes now are left for later. */
export const selectOrdersWithoutKeys = (tx: Tx, limit: number) =>
  tx
    .selectFrom('orders')
    .select(['order_id', 'travel_date', 'email', 'sealed'])
    .where('household_keys', 'is', null)
    .where('erased_at', 'is', null)
    .where(isPromised)
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()

export const setJourneyKeys = (tx: Tx, orderId: number, keys: JourneyKeys) =>
  tx
    .updateTable('orders')
    .set({ ...keys })
    .where('order_id', '=', orderId)
    .execute()
