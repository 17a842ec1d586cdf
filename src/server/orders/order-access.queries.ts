import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** Those of these orders whose data are erased, or whose processing is restricted. */
export const selectClosedOrders = (db: Db, orderIds: readonly number[]) =>
  db
    .selectFrom('orders')
    .select(['order_id', 'erased_at', 'restricted_at'])
    .where(sql<boolean>`order_id = any(${[...orderIds]}::bigint[])`)
    .where(({ or, eb }) => or([eb('erased_at', 'is not', null), eb('restricted_at', 'is not', null)]))
    .orderBy('order_id')
    .execute()
