import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { EndedRequest } from '#server/platform/http/request-watch.ts'
import type { SelfCheck } from '#server/platform/self-check.ts'
import type { Platform } from '#server/platform/work.ts'
import { findWaitingLog } from '#server/backup/waiting-log.ts'
import { readStoredFigures, type StoredFigures } from './stored-figures.ts'

/** Upper bounds, in seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const requestLabels = ['method', 'call', 'status'] as const

export interface Metrics {
  countRequest: (request: EndedRequest, isStream: boolean) => void
  /** Whether an authorization header has the configured token; compared in constant time. */
  mayRead: (authorization: string | undefined) => boolean
  /** Prometheus' text format; without the database's figures while it does not answer. */
  read: () => Promise<{ contentType: string; text: string }>
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const statusClass = (status: number | null) => (status === null ? 'left' : `${Math.floor(status / 100)}xx`)

/** Null without a token; the library is not loaded then. */
export async function createMetrics(platform: Platform, selfCheck: SelfCheck): Promise<Metrics | null> {
  const { metrics: config } = platform.config.watching
  if (!config) return null
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'pabean_requests_total',
    help: 'Requests by call and class of status; left: the client disconnected before the answer',
    labelNames: requestLabels,
    registers,
  })
  const durations = new Histogram({
    name: 'pabean_request_seconds',
    help: 'Time until the last byte of the answer was sent; event streams are not counted',
    labelNames: requestLabels,
    buckets: requestBuckets,
    registers,
  })
  const databaseUp = new Gauge({
    name: 'pabean_database_up',
    help: 'Whether the database answered this scrape',
    registers,
  })

  function createGauges<Figures>(definitions: readonly GaugeDefinition<Figures>[]) {
    const gauges = definitions.map(({ name, help, labels, samples }) => {
      const gauge = new Gauge({ name, help, labelNames: labels, registers })
      // A gauge without labels would report zero after a reset.
      return { gauge, samples, empty: () => (labels.length > 0 ? gauge.reset() : gauge.remove()) }
    })
    return (figures: Figures | null) => {
      for (const { gauge, samples, empty } of gauges) {
        empty()
        for (const [labels, value] of figures ? samples(figures) : []) gauge.set(labels, value)
      }
    }
  }
  const setStored = createGauges(storedGauges)
  const setOwn = createGauges(ownGauges)

  async function scrape() {
    const stored = await readStoredFigures(platform).catch((error: unknown) => {
      platform.log.error({ err: error }, 'the figures of the database could not be read')
      return null
    })
    databaseUp.set(stored ? 1 : 0)
    setStored(stored)
    setOwn({ ...(await readOwnFigures(platform)), parts: readParts(selfCheck) })
    return { contentType: registry.contentType, text: await registry.metrics() }
  }

  let scraping: ReturnType<typeof scrape> | undefined
  const expected = digest(`Bearer ${config.token}`)
  return {
    countRequest({ method, call, status, ms }, isStream) {
      const labels = { method, call: call ?? 'unknown address', status: statusClass(status) }
      requests.inc(labels)
      if (!isStream) durations.observe(labels, ms / 1000)
    },
    mayRead: (authorization) => timingSafeEqual(digest(authorization ?? ''), expected),
    // Concurrent requests share one scrape, so that they do not multiply the load on the database.
    read: () => (scraping ??= scrape().finally(() => (scraping = undefined))),
  }
}

type Sample = [labels: Record<string, string>, value: number]

interface GaugeDefinition<Figures> {
  name: `pabean_${string}`
  help: string
  labels: readonly string[]
  samples: (figures: Figures) => readonly Sample[]
}

const alone = (value: number): Sample => [{}, value]

const storedGauges: readonly GaugeDefinition<StoredFigures>[] = [
  {
    name: 'pabean_orders',
    help: 'Orders by queue',
    labels: ['queue'],
    samples: ({ queues }) => Object.entries(queues).map(([queue, count]) => [{ queue }, count]),
  },
  {
    name: 'pabean_orders_miscounted',
    help: 'Orders whose count the last nightly recount corrected; absent before the first',
    labels: [],
    samples: ({ miscounted }) => miscounted.map(alone),
  },
  {
    name: 'pabean_mails',
    help: 'Mails that are queued, being sent, or undelivered and waiting for a member, by state',
    labels: ['state'],
    samples: ({ mails }) => mails.map(({ state, count }) => [{ state }, count]),
  },
  {
    name: 'pabean_oldest_unsent_mail_seconds',
    help: 'Age of the oldest mail that is queued or being sent',
    labels: [],
    samples: ({ oldestMailAges }) => oldestMailAges.map(alone),
  },
  {
    name: 'pabean_mails_of_last_hour',
    help: 'Mails that were queued within the last hour, by state',
    labels: ['state'],
    samples: ({ mailsOfLastHour }) => mailsOfLastHour.map(({ state, count }) => [{ state }, count]),
  },
  {
    name: 'pabean_open_replies',
    help: 'Replies of customers that are neither answered nor marked as handled',
    labels: [],
    samples: ({ replies }) => [alone(replies)],
  },
  {
    name: 'pabean_oldest_open_reply_seconds',
    help: 'Age of the oldest open reply of a customer',
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
    help: 'Age of the longest due job, by queue',
    labels: ['queue'],
    samples: ({ jobs }) =>
      jobs.flatMap(({ queue, oldest_due_seconds: age }): Sample[] =>
        age === null ? [] : [[{ queue }, age]],
      ),
  },
  {
    name: 'pabean_backup_age_seconds',
    help: 'Time since the last backup was finished; absent before the first',
    labels: [],
    samples: ({ backupAges }) => backupAges.map(alone),
  },
]

export async function readOwnFigures({ config, pools, clock }: Pick<Platform, 'config' | 'pools' | 'clock'>) {
  const [disk, { since }] = await Promise.all([statfs(config.dataDir), findWaitingLog(config)])
  return {
    unsentLogSeconds: since ? Math.max(0, (clock().getTime() - since.getTime()) / 1000) : 0,
    pools: Object.entries(pools),
    disk: { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize },
  }
}

/** 1 where the last look at a part found it working, else 0. */
const readParts = (selfCheck: SelfCheck): [part: string, works: number][] => {
  const failed = new Set(selfCheck.faults().map(({ part }) => part))
  return selfCheck.parts.map((part) => [part, failed.has(part) ? 0 : 1])
}
type OwnFigures = Awaited<ReturnType<typeof readOwnFigures>> & { parts: ReturnType<typeof readParts> }

const ownGauges: readonly GaugeDefinition<OwnFigures>[] = [
  {
    name: 'pabean_part_works',
    help: 'Whether orders can be taken in, files stored, each mail provider opened: 1, or 0 by the last look of this server',
    labels: ['part'],
    samples: ({ parts }) => parts.map(([part, works]) => [{ part }, works]),
  },
  {
    name: 'pabean_unsent_log_seconds',
    help: 'Age of the oldest log segment of the embedded database that waits to reach BACKUP_TO; 0 if none waits',
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
    help: 'Maximum connections of a pool',
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
