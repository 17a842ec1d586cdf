import { expressionBuilder, sql } from 'kysely'
import type { EventAction } from '#contract/rules/order-events.ts'
import { promisedStatuses } from '#contract/rules/promise.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/** More are no traveller's. */
const maxOtherOrders = 5

/**
 * Other open orders of a passport and the travel date of an order, which the statement around it has as `o`, with the keys of the
 * travellers that both have, in hexadecimal.
 */
export const otherOrders = (seesRestricted: boolean) =>
  expressionBuilder<Tables>()
    .selectFrom('orders as n')
    .select([
      'n.order_id',
      sql<string[]>`array(
        select encode(shared, 'hex') from unnest(o.traveller_keys) shared where shared = any(n.traveller_keys)
      )`.as('shared'),
    ])
    .where('n.traveller_keys', '&&', sql<Buffer[]>`o.traveller_keys`)
    .where('n.order_id', '<>', sql<number>`o.order_id`)
    // As the partial index has it: with parameters it would not be used.
    .where(sql<boolean>`n.process_status in (${sql.join(promisedStatuses.map((status) => sql.lit(status)))})`)
    .where(({ or, eb }) => or([eb('n.restricted_at', 'is', null), sql<boolean>`${seesRestricted}::boolean`]))
    .orderBy('n.order_id')
    .limit(maxOtherOrders)

export const selectOtherOrders = (tx: Tx, orderId: number, seesRestricted: boolean) =>
  tx
    .selectFrom('orders as o')
    .innerJoinLateral(
      () => otherOrders(seesRestricted).as('other'),
      (join) => join.onTrue(),
    )
    .select(['other.order_id', 'other.shared'])
    .where('o.order_id', '=', orderId)
    .execute()

const settlingActions: EventAction[] = ['finding settled', 'finding opened again', 'corrected']

/** The events that say whether a finding is settled, the newest first. */
export const selectSettlingEvents = (db: Db, orderId: number) =>
  db
    .selectFrom('order_events')
    .select(['action', 'details', 'sealed_details'])
    .where('order_id', '=', orderId)
    .where('action', 'in', settlingActions)
    .orderBy('id', 'desc')
    .execute()
