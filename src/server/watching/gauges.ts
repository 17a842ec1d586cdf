import { statfs } from 'node:fs/promises'
import { findWaitingLog } from '#server/backup/waiting-log.ts'
import type { Platform } from '#server/platform/work.ts'
import type { StoredFigures } from './stored-figures.ts'

/** A value with its labels. */
type Sample = [labels: Record<string, string>, value: number]

/** A gauge, whose samples are read from `Figures` at each scrape. */
export interface GaugeDefinition<Figures> {
  name: `pabean_${string}`
  help: string
  labels: readonly string[]
  samples: (figures: Figures) => readonly Sample[]
}

const alone = (value: number): Sample => [{}, value]

/** Of what lies in the database. */
export const storedGauges: readonly GaugeDefinition<StoredFigures>[] = [
  {
    name: 'pabean_orders',
    help: 'Orders by queue',
    labels: ['queue'],
    samples: ({ queues }) => Object.entries(queues).map(([queue, count]) => [{ queue }, count]),
  },
  {
    name: 'pabean_orders_miscounted',
    help: 'Orders that the last nightly recount found miscounted, and mended; absent before the first',
    labels: [],
    samples: ({ miscounted }) => miscounted.map(alone),
  },
  {
    name: 'pabean_mails',
    help: 'Mails that are to be sent, are being sent, or were not delivered and wait for a member, by state',
    labels: ['state'],
    samples: ({ mails }) => mails.map(({ state, count }) => [{ state }, count]),
  },
  {
    name: 'pabean_oldest_unsent_mail_seconds',
    help: 'Age of the oldest mail that is to be sent or is being sent',
    labels: [],
    samples: ({ oldestMailAges }) => oldestMailAges.map(alone),
  },
  {
    name: 'pabean_mails_of_last_hour',
    help: 'Mails that were queued within the last hour, by what became of them',
    labels: ['state'],
    samples: ({ mailsOfLastHour }) => mailsOfLastHour.map(({ state, count }) => [{ state }, count]),
  },
  {
    name: 'pabean_open_replies',
    help: 'Mails of customers that nobody has answered or marked as handled',
    labels: [],
    samples: ({ replies }) => [alone(replies)],
  },
  {
    name: 'pabean_oldest_open_reply_seconds',
    help: 'Age of the oldest of them',
    labels: [],
    samples: ({ oldestReplyAges }) => oldestReplyAges.map(alone),
  },
  {
    name: 'pabean_jobs',
    help: 'Jobs by queue and state; failed ones of the last hours',
    labels: ['queue', 'state'],
    samples: ({ jobs }) =>
      jobs.flatMap(({ queue, waiting, active, failed }) =>
        Object.entries({ waiting, active, failed }).map(([state, count]): Sample => [
          { queue, state },
          count,
        ]),
      ),
  },
  {
    name: 'pabean_oldest_due_job_seconds',
    help: 'Since when the job that is due longest has waited, by queue',
    labels: ['queue'],
    samples: ({ jobs }) =>
      jobs.flatMap(({ queue, oldest_due_seconds: age }): Sample[] =>
        age === null ? [] : [[{ queue }, age]],
      ),
  },
  {
    name: 'pabean_backup_age_seconds',
    help: 'Since when the last backup was finished; absent where none was made',
    labels: [],
    samples: ({ backupAges }) => backupAges.map(alone),
  },
]

/** What a server has of its own. */
export async function readOwnFigures({ config, pools, clock }: Pick<Platform, 'config' | 'pools' | 'clock'>) {
  const [disk, { since }] = await Promise.all([statfs(config.dataDir), findWaitingLog(config)])
  return {
    unsentLogSeconds: since ? Math.max(0, (clock().getTime() - since.getTime()) / 1000) : 0,
    pools: Object.entries(pools),
    disk: { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize },
  }
}
type OwnFigures = Awaited<ReturnType<typeof readOwnFigures>>

export const ownGauges: readonly GaugeDefinition<OwnFigures>[] = [
  {
    name: 'pabean_unsent_log_seconds',
    help: "Since when the oldest piece of the embedded database's log has waited to reach BACKUP_TO; 0 where none waits",
    labels: [],
    samples: ({ unsentLogSeconds }) => [alone(unsentLogSeconds)],
  },
  {
    name: 'pabean_pool_connections',
    help: 'Connections to the database by pool: busy, idle, and requests that wait for one',
    labels: ['pool', 'state'],
    samples: ({ pools }) =>
      pools.flatMap(([pool, { totalCount, idleCount, waitingCount }]) =>
        Object.entries({ busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }).map(
          ([state, count]): Sample => [{ pool, state }, count],
        ),
      ),
  },
  {
    name: 'pabean_pool_max_connections',
    help: 'The most connections that a pool may have',
    labels: ['pool'],
    samples: ({ pools }) => pools.map(([pool, { options }]) => [{ pool }, options.max]),
  },
  {
    name: 'pabean_disk_free_bytes',
    help: 'Free on the disk of DATA_DIR',
    labels: [],
    samples: ({ disk }) => [alone(disk.free)],
  },
  {
    name: 'pabean_disk_size_bytes',
    help: 'Size of the disk of DATA_DIR',
    labels: [],
    samples: ({ disk }) => [alone(disk.size)],
  },
]
