import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'

export interface CountFault {
  places: number
  orders: number
}

/**
 * Appends the differences between the orders and the signed rows. One snapshot for both: rows that others append
 * meanwhile are neither missed nor counted twice.
 */
export async function mendCounts(tx: Tx, today: string): Promise<CountFault> {
  await sql`set local statement_timeout = 0`.execute(tx)
  const { rows } = await sql<CountFault>`
    with places as (
      select process_status, assignee_id, processing_mode,
        case when window_opens_on >= ${today}::date then window_opens_on end as opens_on, sum(sign * n) as n
      from (
        select 1 as sign, b.process_status, b.assignee_id, b.processing_mode, b.window_opens_on, count(*) as n
        from orders o,
          lateral order_bucket(o.process_status, o.assignee_id, o.processing_mode, o.window_opens_on) b
        group by 2, 3, 4, 5
        union all
        select -1, process_status, assignee_id, processing_mode, window_opens_on, n from order_counts
      ) compared
      group by 1, 2, 3, 4
      having sum(sign * n) <> 0
    ), months as (
      select process_status, month, sum(sign * n) as n
      from (
        select 1 as sign, process_status, date_trunc('month', created_at at time zone 'UTC')::date as month, count(*) as n
        from orders group by 2, 3
        union all
        select -1, process_status, month, n from order_months
      ) compared
      group by 1, 2
      having sum(sign * n) <> 0
    ), mended as (
      insert into order_counts (process_status, assignee_id, processing_mode, window_opens_on, n)
      select process_status, assignee_id, processing_mode, opens_on, n from places
    ), mended_months as (
      insert into order_months (process_status, month, n) select process_status, month, n from months
    )
    select (select count(*) from places)::bigint + (select count(*) from months)::bigint as places,
      (select coalesce(sum(abs(n)), 0) from places)::bigint + (select coalesce(sum(abs(n)), 0) from months)::bigint as orders
  `.execute(tx)
  return rows[0] ?? { places: 0, orders: 0 }
}

const faultKey = 'orders miscounted'

export const saveCountFault = (tx: Tx, { orders }: CountFault, now: Date) => {
  const value = JSON.stringify({ orders, at: now.toISOString() })
  return tx
    .insertInto('settings')
    .values({ key: faultKey, value })
    .onConflict((same) => same.column('key').doUpdateSet({ value }))
    .execute()
}

/** Empty before the first recount. */
export async function selectMiscounted(tx: Db): Promise<number[]> {
  const row = await tx
    .selectFrom('settings')
    .select(sql<number>`(value ->> 'orders')::int`.as('orders'))
    .where('key', '=', faultKey)
    .executeTakeFirst()
  return row ? [row.orders] : []
}
