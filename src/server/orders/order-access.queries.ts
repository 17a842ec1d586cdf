import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { Guard } from './guards.queries.ts'

const isAmong = (orderIds: readonly number[]) => sql<boolean>`order_id = any(${orderIds}::bigint[])`

const selectAccess = (db: Db, orderIds: readonly number[]) =>
  db
    .selectFrom('orders')
    .select(['order_id', 'erased_at', 'restricted_at'])
    .where(isAmong(orderIds))
    .orderBy('order_id')

/** Those of these orders whose data are erased, or whose processing is restricted. */
export const selectClosedOrders = (db: Db, orderIds: readonly number[]) =>
  selectAccess(db, orderIds)
    .where(({ or, eb }) => or([eb('erased_at', 'is not', null), eb('restricted_at', 'is not', null)]))
    .execute()

/** Those of these orders that there are, locked in the order of their ids. */
export const lockOrderAccess = (tx: Db, orderIds: readonly number[]) =>
  selectAccess(tx, orderIds).forNoKeyUpdate().execute()

/** The same with all that they hold. */
export const lockOrderRows = (tx: Tx, orderIds: readonly number[]): Promise<OrderRow[]> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where(isAmong(orderIds))
    .orderBy('order_id')
    // As strong as an update of the row, so that rows which refer to the order can still be written meanwhile.
    .forNoKeyUpdate()
    .execute()

/** A guard, and that the row is neither erased nor, to most, restricted. */
export const guardAccess = (guard: Guard, hidesRestricted: boolean): Guard =>
  hidesRestricted
    ? sql`erased_at is null and restricted_at is null and ${guard}`
    : sql`erased_at is null and ${guard}`
