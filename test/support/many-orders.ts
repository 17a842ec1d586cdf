import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/**
 * Inserts rows like those of a busy agency, generated in SQL: most Completed, some thousand New, distinct names and
 * e-mails. Their sealed part is empty, so they serve lists, counts and searches only.
 */
export async function insertManyOrders(db: Db, count: number, firstId = 3_000_000): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The limit of the server's own statements is not meant for this one.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
    insert into orders (order_id, landing_domain, process_status, processing_mode, assignee_id, created_at, travel_date,
      window_opens_on, process_month, processing_date, processed_by, refund_date, prefix, full_name, email,
      traveller_email, phone_code, phone_number, departure_time, nationality, country_name, country_iso2,
      transport_type, search_text, sealed, due_at)
    select ${firstId}::bigint + n, 'arrival.pabean.example',
      case when n % 100 < 82 then 'Completed' when n % 100 < 86 then 'Deleted' when n % 100 < 89 then 'Refunds'
        when n % 100 < 91 then 'Awaiting' when n % 100 < 93 then 'AwaitingGovt' when n % 100 < 94 then 'ChargeBack'
        when n % 100 < 95 then 'Contact Customer' when n % 100 < 96 then 'Customer Called' else 'New' end,
      case when n % 50 = 49 then 'future' when n % 50 = 48 then 'priority' else 'standard' end,
      case when n % 100 >= 96 and n % 300 < 100 then (select min(id) + n % 5 from members) end,
      timestamptz '2026-11-20 12:00+00' - n * interval '5 minutes',
      date '2026-11-20' + (n % 400)::int - 20,
      date '2026-11-20' + (n % 400)::int - 23,
      to_char(date '2026-11-20' + (n % 400)::int - 23, 'YYYY-MM'),
      case when n % 100 < 82 then timestamptz '2026-11-20 12:00+00' - n * interval '4 minutes' end,
      case when n % 100 < 82 then (select min(id) + n % 5 from members) end,
      case when n % 200 between 86 and 88 then timestamptz '2026-11-20 12:00+00' - n * interval '3 minutes' end,
      'arrival', 'Traveller ' || md5(n::text), 'b' || n || '@example.com', 't' || n || '@example.com',
      '62', (81200000000 + n)::text, '', 'IDN', 'INDONESIA', 'ID', 'Air and Sea',
      (${firstId}::bigint + n) || ' traveller ' || md5(n::text) || ' b' || n || '@example.com t' || n || '@example.com 62'
        || (81200000000 + n),
      '\\x00',
      case when n % 1000 > 0 then timestamptz '2026-11-20 12:00+00' + (n % 4000 - 2000) * interval '5 minutes' end
    from generate_series(1, ${count}::int) n
  `.execute(tx)
  })
  await sql`analyze orders`.execute(db)
  await sql`vacuum orders`.execute(db)
}
