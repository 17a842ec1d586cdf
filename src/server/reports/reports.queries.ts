import { sql, type RawBuilder } from 'kysely'
import type { CountryRow, ProcessedRow, PromiseGroup, PromiseRow } from '#contract/reports.ts'
import type { Mode } from '#contract/rules/queues.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** Half-open; an absent end is open. */
export interface Period {
  from: Date | null
  to: Date | null
}

/** Absent ends are left out rather than compared, so that the planner sees how much of the index is read. */
const within = (column: string, { from, to }: Period): RawBuilder<boolean> =>
  sql`${sql.join(
    [
      sql`${sql.ref(column)} is not null`,
      ...(from ? [sql`${sql.ref(column)} >= ${from}`] : []),
      ...(to ? [sql`${sql.ref(column)} < ${to}`] : []),
    ],
    sql` and `,
  )}`

const modeCount = (mode: Mode) =>
  sql<number>`count(*) filter (where processing_mode = ${sql.lit(mode)})`.as(`${mode}_count`)

/** Orders created in the period, all but Deleted. The condition is written out, so that the partial index fits. */
export const countByCountry = (tx: Tx, period: Period): Promise<CountryRow[]> =>
  tx
    .selectFrom('orders')
    .select([
      'country_name as arrival_nationality',
      sql<number>`count(*)`.as('count'),
      modeCount('standard'),
      modeCount('priority'),
      modeCount('future'),
    ])
    .where(sql<boolean>`process_status <> 'Deleted'`)
    .where(within('created_at', period))
    .groupBy('country_name')
    .orderBy('count', 'desc')
    .orderBy('country_name')
    .execute()

/** Orders processed in the period, by the member who did it: under the name they have now, or had last. */
export const countByProcessor = (tx: Tx, period: Period): Promise<ProcessedRow[]> =>
  tx
    .selectFrom((orders) =>
      orders
        .selectFrom('orders')
        .select(['processed_by', sql<number>`count(*)`.as('count')])
        .where(within('processing_date', period))
        .groupBy('processed_by')
        .as('o'),
    )
    .leftJoin('members as m', 'm.id', 'o.processed_by')
    .select(({ fn, val }) => [fn.coalesce('m.name', val('-')).as('processed_by'), 'o.count'])
    .orderBy('count', 'desc')
    .orderBy('m.name')
    .orderBy('m.id')
    .execute()

/** What orders are grouped by, and what the group is called; a day is EST's. */
const promiseNames: Record<PromiseGroup, { key: RawBuilder<unknown>; name: RawBuilder<string> }> = {
  day: {
    key: sql`(processing_date at time zone interval '-05:00')::date`,
    name: sql<string>`o.key::text`,
  },
  mode: { key: sql`processing_mode`, name: sql<string>`o.key` },
  member: {
    key: sql`processed_by`,
    name: sql<string>`coalesce((select m.name from members m where m.id = o.key), '-')`,
  },
}

/** Orders processed in the period that had a promise, by whether it was kept; in the order of their groups' names. */
export async function countPromises(tx: Tx, period: Period, by: PromiseGroup): Promise<PromiseRow[]> {
  const { key, name } = promiseNames[by]
  const { rows } = await sql<PromiseRow>`
    select ${name} as name, o.kept, o.late
    from (
      select ${key} as key, count(*) filter (where processing_date <= due_at) as kept,
        count(*) filter (where processing_date > due_at) as late
      from orders
      where ${within('processing_date', period)} and due_at is not null
      group by 1
    ) o
    order by 1`.execute(tx)
  return rows
}
