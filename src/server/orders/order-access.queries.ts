import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { Guard } from './guards.queries.ts'
import { statement, type PlaceOf } from '#server/platform/db/statement.ts'

interface Values {
  orderIds: readonly number[]
}

const selectAccess = (valueOf: PlaceOf<Values>, db: Db) =>
  db
    .selectFrom('orders')
    .select(['order_id', 'erased_at', 'restricted_at'])
    .where(sql<boolean>`order_id = any(${valueOf('orderIds')}::bigint[])`)
    .orderBy('order_id')

const selectClosed = statement((valueOf: PlaceOf<Values>, db) =>
  selectAccess(valueOf, db).where(({ or, eb }) =>
    or([eb('erased_at', 'is not', null), eb('restricted_at', 'is not', null)]),
  ),
)

/** Those of these orders whose data are erased, or whose processing is restricted. */
export const selectClosedOrders = (db: Db, orderIds: readonly number[]) => selectClosed(db, { orderIds })

const lockAccess = statement((valueOf: PlaceOf<Values>, db) => selectAccess(valueOf, db).forNoKeyUpdate())

/** Those of these orders that there are, locked in the order of their ids. */
export const lockOrderAccess = (tx: Db, orderIds: readonly number[]) => lockAccess(tx, { orderIds })

const lockWhole = statement((valueOf: PlaceOf<Values>, db) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where(sql<boolean>`order_id = any(${valueOf('orderIds')}::bigint[])`)
    .orderBy('order_id')
    // As strong as an update of the row, so that rows which refer to the order can still be written meanwhile.
    .forNoKeyUpdate(),
)

/** The same with all that they hold. */
export const lockOrderRows = (tx: Tx, orderIds: readonly number[]): Promise<OrderRow[]> =>
  lockWhole(tx, { orderIds })

/** A guard, and that the row is neither erased nor, to most, restricted. */
export const guardAccess = (guard: Guard, hidesRestricted: boolean): Guard =>
  hidesRestricted
    ? sql`erased_at is null and restricted_at is null and ${guard}`
    : sql`erased_at is null and ${guard}`
