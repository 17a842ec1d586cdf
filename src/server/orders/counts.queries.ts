import { sql } from 'kysely'
import { queueNames, type QueueName } from '#contract/rules/queues.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { inQueue, type View } from './queue-condition.queries.ts'

const queueTotal = (queue: QueueName, view: View) =>
  sql<number>`coalesce(sum(n) filter (where ${inQueue(queue, view)}), 0)::bigint`

/** Every queue's count in one pass over the signed rows: exact in the snapshot of `tx`. */
export async function countQueues(tx: Tx, view: View): Promise<Record<QueueName, number>> {
  const counts = queueNames.map((queue) => queueTotal(queue, view).as(queue))
  return tx.selectFrom('order_counts').select(counts).executeTakeFirstOrThrow()
}

export const countQueue = async (tx: Tx, queue: QueueName, view: View): Promise<number> =>
  (await tx.selectFrom('order_counts').select(queueTotal(queue, view).as('n')).executeTakeFirstOrThrow()).n

/** Future orders by the month in which their window opens; months without any are absent. */
export const countFutureMonths = (tx: Tx, view: View) =>
  tx
    .selectFrom('order_counts')
    .select([
      sql<number>`extract(month from window_opens_on)::int`.as('month'),
      sql<number>`sum(n)::bigint`.as('count'),
    ])
    .where(inQueue('futureOrder', view))
    .groupBy(sql`1`)
    .execute()

/** With fewer signed rows compaction costs more than it saves. */
const compactionThreshold = 300

/**
 * Replaces the signed rows by their sums; a window that opened before `today` is no day any more, since nothing asks for
 * which. Rows of uncommitted transactions are not visible and stay; two concurrent compactions process different rows.
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

/** The same for the counts by month. */
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
