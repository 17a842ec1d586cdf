import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { statement, type PlaceOf } from '#server/platform/db/statement.ts'

/** Those of these orders whose data are erased, or whose processing is restricted. */
export const selectClosedOrders = (db: Db, orderIds: readonly number[]) => selectClosed(db, { orderIds })

const selectClosed = statement((valueOf: PlaceOf<{ orderIds: readonly number[] }>, db) =>
  db
    .selectFrom('orders')
    .select(['order_id', 'erased_at', 'restricted_at'])
    .where(sql<boolean>`order_id = any(${valueOf('orderIds')}::bigint[])`)
    .where(({ or, eb }) => or([eb('erased_at', 'is not', null), eb('restricted_at', 'is not', null)]))
    .orderBy('order_id'),
)
