import { failedMails } from '#contract/rules/list-filters.ts'
import { readLastBackup } from '#server/backup/last-backup.ts'
import { countProblemsByState } from '#server/mail-problems/mail-problems.ts'
import { openRepliesOfAll } from '#server/messages/messages.ts'
import { countAllQueues, readMiscounted } from '#server/orders/counts.ts'
import { onConnection } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { unsentMails } from './mail-states.ts'
import { countMailsSince, selectJobQueues, selectUnsentMails } from './stored-figures.queries.ts'

const hourMs = 3_600_000

const ageOf = (at: Date, now: Date) => Math.max(0, (now.getTime() - at.getTime()) / 1000)
const agesOf = (at: Date | null, now: Date) => (at ? [ageOf(at, now)] : [])

/** Zero for each state of which there are none. */
const countsOf = <State extends string>(
  states: readonly State[],
  rows: readonly { state: State; count: number }[],
) => states.map((state) => ({ state, count: rows.find((row) => row.state === state)?.count ?? 0 }))

const oldestOf = (rows: readonly { oldest_at: Date }[]): Date | null =>
  rows.map(({ oldest_at }) => oldest_at).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null

/** What lies in the database, and is the same whichever server is asked. Ages are in seconds; none where nothing has an age. */
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
