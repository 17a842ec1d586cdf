import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

const newestBy = (tx: Tx, column: 'email' | 'traveller_email', email: string, most: number) =>
  tx
    .selectFrom((db) =>
      db
        .selectFrom('orders')
        .select(['order_id', 'landing_domain', 'language', 'travel_date', 'created_at'])
        // As the indexes orders_email and orders_traveller_email have it.
        .where(sql<boolean>`lower(btrim(${sql.ref(column)})) = lower(btrim(${email}))`)
        .where('process_status', '<>', 'Deleted')
        .orderBy('created_at', 'desc')
        .limit(most)
        .as('newest'),
    )
    .selectAll()

/** The newest orders whose e-mail, or whose traveller's, this is; those deleted are not among them. */
export const newestOrdersOf = (tx: Tx, email: string, most: number) =>
  newestBy(tx, 'email', email, most)
    .union(newestBy(tx, 'traveller_email', email, most))
    .orderBy('created_at', 'desc')
    .orderBy('order_id', 'desc')
    .limit(most)
    .execute()
