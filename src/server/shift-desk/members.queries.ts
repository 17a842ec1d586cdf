import { sql } from 'kysely'
import { markMinutes } from '#contract/shift-desk.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** Every member by name, also removed ones, and whether a session of theirs was active since. */
export const selectMembers = (tx: Tx, { activeSince, now }: { activeSince: Date; now: Date }) =>
  tx
    .selectFrom('members as m')
    .select(['m.id', 'm.name', 'm.removed_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions as s')
          .select('s.id')
          .whereRef('s.member_id', '=', 'm.id')
          .where('s.revoked_at', 'is', null)
          .where('s.expires_at', '>', now)
          .where('s.last_seen_at', '>', activeSince),
      )
        .$castTo<boolean>()
        .as('is_here'),
    )
    .orderBy(sql`lower(m.name)`)
    .orderBy('m.id')
    .execute()

export interface MarkRow {
  member_id: number
  /** From the beginning of the day. */
  minute: number
  completed: number
  moved: number
}

/**
 * What members did in the day that begins at `from`, by member and minutes. Completions are the orders that say so now, as in
 * the reports, so that one that was undone is none; moves are the events of it, those to Completed left out.
 */
export async function selectMarks(tx: Tx, from: Date, to: Date): Promise<MarkRow[]> {
  const minuteOf = (column: 'processing_date' | 'at') =>
    sql`floor(extract(epoch from ${sql.ref(column)} - ${from}::timestamptz) / ${sql.lit(60 * markMinutes)})::int * ${sql.lit(markMinutes)}`
  const { rows } = await sql<MarkRow>`
    select member_id, minute, sum(completed)::bigint as completed, sum(moved)::bigint as moved
    from (
      select processed_by as member_id, ${minuteOf('processing_date')} as minute, 1 as completed, 0 as moved
      from orders
      where processing_date is not null and processing_date >= ${from} and processing_date < ${to}
        and processed_by is not null
      union all
      select member_id, ${minuteOf('at')}, 0, 1
      from order_events
      where at >= ${from} and at < ${to} and member_id is not null and action in ('moved', 'refunded', 'deleted')
        and after ->> 'process_status' <> 'Completed'
    ) done
    group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}
