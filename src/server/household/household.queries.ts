import { expressionBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/** More are an agency's rather than a household's. */
const maxOthers = 20

/** The other orders of the journey of an order, which the statement around it has as `o`; deleted ones are left out. */
export const othersOfHousehold = (seesRestricted: boolean) =>
  expressionBuilder<Tables>()
    .selectFrom('orders as h')
    .select(['h.order_id', 'h.full_name', 'h.process_status', 'h.due_at', 'h.window_opens_on'])
    .select(['h.travel_date', 'h.processing_date'])
    .where('h.household_keys', '&&', sql<Buffer[]>`o.household_keys`)
    .where('h.order_id', '<>', sql<number>`o.order_id`)
    .where('h.process_status', '<>', 'Deleted')
    .where(({ or, eb }) => or([eb('h.restricted_at', 'is', null), sql<boolean>`${seesRestricted}::boolean`]))
    .orderBy('h.due_at')
    .orderBy('h.order_id')
    .limit(maxOthers)

export const selectOthersOfHousehold = (tx: Tx, orderId: number, seesRestricted: boolean) =>
  tx
    .selectFrom('orders as o')
    .innerJoinLateral(
      () => othersOfHousehold(seesRestricted).as('other'),
      (join) => join.onTrue(),
    )
    .select(['other.order_id', 'other.process_status'])
    .where('o.order_id', '=', orderId)
    .execute()
