import { sql } from 'kysely'
import { failedMails } from '#contract/rules/list-filters.ts'
import { readLastBackup } from '#server/backup/last-backup.ts'
import { countProblemsByState } from '#server/mail-problems/mail-problems.ts'
import { openRepliesOfAll } from '#server/messages/messages.ts'
import { countAllQueues, readMiscounted } from '#server/orders/counts.ts'
import { onConnection, type Db } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { jobSchema } from '#server/platform/jobs/make-queues.ts'
import type { MailState } from '#server/platform/db/tables.ts'

const hourMs = 3_600_000

const ageOf = (at: Date, now: Date) => Math.max(0, (now.getTime() - at.getTime()) / 1000)
const agesOf = (at: Date | null, now: Date) => (at ? [ageOf(at, now)] : [])

/** Zero for absent states. */
const countsOf = <State extends string>(
  states: readonly State[],
  rows: readonly { state: State; count: number }[],
) => states.map((state) => ({ state, count: rows.find((row) => row.state === state)?.count ?? 0 }))

const oldestOf = (rows: readonly { oldest_at: Date }[]): Date | null =>
  rows.map(({ oldest_at }) => oldest_at).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null

/**
 * The figures of the database, the same on every server. Ages are in seconds; absent if there is nothing to measure.
 */
export const readStoredFigures = ({ db, clock }: Pick<Platform, 'db' | 'clock'>) =>
  onConnection(db, async (one) => {
    const now = clock()
    const [queues, unsent, problems, lastHour, replies, jobs, backup, miscounted] = await Promise.all([
      countAllQueues(one, now),
      selectUnsentMails(one),
      countProblemsByState(one, now),
      countMailsSince(one, new Date(now.getTime() - hourMs)),
      openRepliesOfAll(one),
      selectJobQueues(one),
      readLastBackup(one),
      readMiscounted(one),
    ])
    return {
      queues,
      mails: [...countsOf(unsentMails, unsent), ...countsOf(failedMails, problems)],
      oldestMailAges: agesOf(oldestOf(unsent), now),
      mailsOfLastHour: lastHour,
      replies: replies.count,
      oldestReplyAges: agesOf(replies.oldest_at, now),
      jobs,
      miscounted,
      backupAges: agesOf(backup === 'unreadable' || !backup ? null : new Date(backup.finishedAt), now),
    }
  })

export type StoredFigures = Awaited<ReturnType<typeof readStoredFigures>>

/** Mails that are queued or being sent; those of restricted orders wait on purpose. */
const selectUnsentMails = (db: Db) =>
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

/** Mails queued since, by state. */
const countMailsSince = (db: Db, since: Date) =>
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
  /** Age of the longest due job in seconds; null if none is due. */
  oldest_due_seconds: number | null
}

/** The queues of pg-boss, which deletes ended jobs after some hours. */
async function selectJobQueues(db: Db): Promise<QueueOfJobs[]> {
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

const unsentMails = ['queued', 'sending'] as const satisfies readonly MailState[]
type UnsentMail = (typeof unsentMails)[number]
