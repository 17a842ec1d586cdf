import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

const newestOrdersByColumn = (tx: Tx, column: 'email' | 'traveller_email', email: string, limit: number) =>
  tx
    .selectFrom((db) =>
      db
        .selectFrom('orders')
        .select(['order_id', 'landing_domain', 'language', 'travel_date', 'created_at'])
        .select((eb) => eb.ref(column).$notNull().as('address'))
        // As the indexes orders_email and orders_traveller_email have it.
        .where(sql<boolean>`lower(btrim(${sql.ref(column)})) = lower(btrim(${email}))`)
        // The index's lower case is Unicode's, which takes other addresses for this one.
        .where(
          sql<boolean>`lower(btrim(${sql.ref(column)}) collate "C") = lower(btrim(${email}) collate "C")`,
        )
        .where('process_status', '<>', 'Deleted')
        .orderBy('created_at', 'desc')
        .limit(limit)
        .as('newest'),
    )
    .selectAll()

/** The newest orders whose e-mail, or whose traveller's, this is; those deleted are not among them. */
export const selectNewestOrders = (tx: Tx, email: string, limit: number) =>
  newestOrdersByColumn(tx, 'email', email, limit)
    .union(newestOrdersByColumn(tx, 'traveller_email', email, limit))
    .orderBy('created_at', 'desc')
    .orderBy('order_id', 'desc')
    .limit(limit)
    .execute()
