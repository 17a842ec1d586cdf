import { sql } from 'kysely'
import { unsentMails, type UnsentMail } from './mail-states.ts'
import type { Db } from '#server/platform/db/database.ts'
import { jobSchema } from '#server/platform/jobs/make-queues.ts'

/** Mails that are to be sent or are being sent; those of restricted orders wait on purpose. */
export const selectUnsentMails = (db: Db) =>
  db
    .selectFrom('mails as m')
    .leftJoin('orders as o', 'o.order_id', 'm.order_id')
    .select(['m.state', ({ fn }) => fn.countAll<number>().as('count')])
    .select(({ fn }) => fn.min('m.created_at').as('oldest_at'))
    .where('m.state', 'in', unsentMails)
    .where('o.restricted_at', 'is', null)
    .groupBy('m.state')
    .$narrowType<{ state: UnsentMail }>()
    .execute()

/** Mails that were queued since, by what became of them. */
export const countMailsSince = (db: Db, since: Date) =>
  db
    .selectFrom('mails')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('created_at', '>=', since)
    .groupBy('state')
    .execute()

interface QueueOfJobs {
  queue: string
  waiting: number
  active: number
  failed: number
  /** Since when the one that is due longest has waited, in seconds; null where none is due. */
  oldest_due_seconds: number | null
}

/** Each queue of pg-boss, which deletes what has ended after some hours. */
export async function selectJobQueues(db: Db): Promise<QueueOfJobs[]> {
  const { rows } = await sql<QueueOfJobs>`
    select q.name as queue,
      count(*) filter (where j.state < 'active') as waiting,
      count(*) filter (where j.state = 'active') as active,
      count(*) filter (where j.state = 'failed') as failed,
      extract(epoch from now() - min(j.start_after) filter (where j.state < 'active' and j.start_after <= now()))::float8
        as oldest_due_seconds
    from ${sql.table(`${jobSchema}.queue`)} q left join ${sql.table(`${jobSchema}.job`)} j on j.name = q.name
    group by q.name`.execute(db)
  return rows
}
