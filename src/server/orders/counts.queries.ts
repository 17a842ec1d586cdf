import { sql } from 'kysely'
import { urgencies, type Urgency } from '#contract/rules/list-order.ts'
import { countedQueueNames, type CountedQueueName, type QueueName } from '#contract/rules/queues.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { onlyRow } from '#server/platform/db/only-row.ts'
import { hasUrgency } from './list-filters.queries.ts'
import { inQueue, isPromised, type View } from './queue-condition.queries.ts'

/** Over rows of `order_counts`. */
export const queueTotal = (queue: QueueName, view: View) =>
  sql<number>`coalesce(sum(n) filter (where ${inQueue(queue, view)}), 0)::bigint`

/** One pass over the signed rows. A single JSON column spares `pg` a column for each queue. */
export async function countQueues(
  db: Db,
  viewer: { memberId: number; today: string },
): Promise<Record<CountedQueueName, number>> {
  const view = { ...viewer, seesRestricted: true }
  const counts = countedQueueNames.map((queue) => sql`${sql.lit(queue)}, ${queueTotal(queue, view)}`)
  const { rows } = await sql<{ counts: Record<CountedQueueName, number> }>`
    select json_build_object(${sql.join(counts)}) as counts from order_counts`.execute(db)
  return onlyRow(rows).counts
}

export async function countUrgencies(
  db: Db,
  queue: QueueName,
  { today, now, ...view }: View & { now: Date },
): Promise<Record<Urgency, number>> {
  const counts = urgencies.map(
    (urgency) => sql`count(*) filter (where ${hasUrgency[urgency](today, now)}) as ${sql.ref(urgency)}`,
  )
  const { rows } = await sql<Record<Urgency, number>>`
    select ${sql.join(counts)} from orders where ${inQueue(queue, { today, ...view })} and ${isPromised}
  `.execute(db)
  return onlyRow(rows)
}

/** Future orders by the month in which their window opens; a month without orders is absent. */
export const countFutureMonths = (db: Db, view: View) =>
  db
    .selectFrom('order_counts')
    .select([
      sql<number>`extract(month from window_opens_on)::int`.as('month'),
      sql<number>`sum(n)::bigint`.as('count'),
    ])
    .where(inQueue('futureOrder', view))
    .groupBy(sql`1`)
    .execute()

/** Below this number of signed rows compaction costs more than it saves. */
const compactionThreshold = 300

/**
 * Replaces the signed rows by their sums; a window that opened before `today` loses its date, which no query needs.
 * Rows of uncommitted transactions are not visible and stay; concurrent compactions process different rows.
 */
export const compactCounts = (tx: Tx, today: string, threshold = compactionThreshold) =>
  sql`
    with busy as (select count(*) > ${threshold} as enough from order_counts),
    taken as (
      delete from order_counts
      where id in (select id from order_counts where (select enough from busy) for update skip locked)
      returning process_status, assignee_id, processing_mode,
        case when window_opens_on >= ${today} then window_opens_on end as opens_on, n
    )
    insert into order_counts (process_status, assignee_id, processing_mode, window_opens_on, n)
    select process_status, assignee_id, processing_mode, opens_on, sum(n)
    from taken
    group by 1, 2, 3, 4
    having sum(n) <> 0
  `.execute(tx)

export const compactMonths = (tx: Tx, threshold = compactionThreshold) =>
  sql`
    with busy as (
      select count(*) - count(distinct (process_status, month)) > ${threshold} as enough from order_months
    ),
    taken as (
      delete from order_months
      where id in (select id from order_months where (select enough from busy) for update skip locked)
      returning process_status, month, n
    )
    insert into order_months (process_status, month, n)
    select process_status, month, sum(n)
    from taken
    group by 1, 2
    having sum(n) <> 0
  `.execute(tx)
