import { setTimeout as pause, setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import PgBoss from 'pg-boss'
import type pg from 'pg'
import type { Logger } from 'pino'
import { CompiledQuery } from 'kysely'
import { isPrimaryAway, type Tx } from '../db/database.ts'
import { describeError } from '../log.ts'
import type { Seal } from '../seal.ts'
import type { Loop } from './loop.ts'
import { hasQueues, jobSchema } from './make-queues.ts'
import { createPace, type Pace } from './pace.ts'
import { watchQueues } from './queue-watch.ts'
import { openPayload, sealPayload } from './sealed-payload.ts'

export interface JobOptions {
  isSealed?: boolean
  startAfter?: number
  /** Number of retries, with growing pauses. */
  retries?: number
  /** Seconds after which the job counts as failed. */
  timeoutSeconds?: number
}

export interface JobHandling {
  /** A cron line, for a scheduled job. */
  every?: string
  timeoutSeconds?: number
}

interface Handler extends JobHandling {
  name: string
  work: (payload: unknown) => Promise<void>
}

export interface Jobs {
  add(tx: Tx, name: string, payload: object, options?: JobOptions): Promise<void>
  handle(handler: Handler): void
  /** Declares a loop before `start`, for work with a queue elsewhere. */
  addLoop(name: string, start: (pace: Pace) => Loop): void
  /** To be called for each call, which may queue jobs. */
  markActive(): void
  start(): Promise<void>
  /** The queue of each running job. A job still running at the limit is retried by another server. */
  underWay(): string[]
  /** Waits for running jobs, and returns those that run after the limit to their queues. Repeatable. */
  stop(): Promise<void>
}

/** The queue watch wakes workers; polling covers its failures. */
const pollingSeconds = 60
const usualStopLimitMs = 15_000
/** For statements still running at the limit. */
const settleMs = 2000
/** ms between two attempts of a statement while the database is away. */
const awayPollMs = 500

interface JobsSettings {
  pool: pg.Pool
  log: Logger
  seal: Seal
  /** Creates missing queues, with rights that `pool` may lack. */
  makeQueues: (names: string[]) => Promise<void>
  worker: boolean
  stopLimitMs?: number
}

export function createJobs({
  pool,
  log,
  seal,
  makeQueues,
  worker,
  stopLimitMs = usualStopLimitMs,
}: JobsSettings): Jobs {
  // pg-boss stops without waiting for a running fetch or for the statement that completes a job.
  const pending = createPendingWork()
  let isStopping = false
  let hasStopped = false
  /**
   * pg-boss does not await the statement that ends a job, so its failure would end the process. While the database is
   * away, statements wait.
   */
  async function executeSql(text: string, values: unknown[]): Promise<pg.QueryResult> {
    for (;;) {
      // pg-boss may still start a statement, and its rejection would be unhandled: it never settles.
      if (hasStopped) return new Promise(() => {})
      try {
        return await pool.query(text, values)
      } catch (error) {
        if (isStopping || !isPrimaryAway(error)) throw error
        log.error({ err: error }, 'jobs')
        await pause(awayPollMs)
      }
    }
  }
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pending.track(executeSql(text, values)) },
    schema: jobSchema,
    migrate: false,
    // A killed worker's job runs again soon, because it expires quickly and is checked often.
    expireInSeconds: 10,
    maintenanceIntervalSeconds: 5,
    supervise: worker,
    schedule: worker,
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  const handlers: Handler[] = []
  const loops: { name: string; start: (pace: Pace) => Loop }[] = []
  const atWork: string[] = []
  const pace = createPace()
  let running: { name: string; loop: Loop }[] = []
  const stoppingLoops = new Set<string>()

  const workers = new Map<string, string>()
  async function workQueue(queue: string, work: Handler['work']) {
    const id = await boss.work<unknown>(queue, { pollingIntervalSeconds: pollingSeconds }, async ([job]) => {
      if (!job) return
      atWork.push(queue)
      await pending
        .track(work(openPayload(seal, queue, job.data)))
        .catch((error: unknown) => {
          log.error({ err: error, job: queue }, 'a job failed')
          // pg-boss stores the thrown error with the job, and PostgreSQL's errors quote rows.
          throw new Error(describeError(error))
        })
        .finally(() => atWork.splice(atWork.indexOf(queue), 1))
    })
    workers.set(queue, id)
  }
  const watch = () =>
    watchQueues({
      pool,
      queues: [...workers.keys()],
      pace,
      onDue: (queue) => boss.notifyWorker(workers.get(queue) ?? ''),
      onError: (error) => log.error({ err: error }, 'jobs'),
    })

  async function workHandlers() {
    const schedules = await boss.getSchedules()
    for (const { name, work, every, timeoutSeconds } of handlers) {
      await workQueue(name, work)
      if (!every) continue
      const options = timeoutSeconds === undefined ? {} : { expireInSeconds: timeoutSeconds }
      const known = schedules.find((schedule) => schedule.name === name)
      // Each write is a commit.
      if (known?.cron !== every || !isDeepStrictEqual(known.options, options))
        await boss.schedule(name, every, {}, options)
    }
  }

  return {
    async add(tx, name, payload, options = {}) {
      await boss.send(name, options.isSealed ? sealPayload(seal, name, payload) : payload, {
        ...(options.startAfter !== undefined && { startAfter: options.startAfter }),
        ...(options.timeoutSeconds !== undefined && { expireInSeconds: options.timeoutSeconds }),
        retryLimit: options.retries ?? 0,
        retryDelay: 2,
        retryBackoff: true,
        db: {
          executeSql: async (text: string, values: unknown[]) => {
            const result = await tx.executeQuery(CompiledQuery.raw(text, values))
            return { rows: result.rows, rowCount: Number(result.numAffectedRows ?? result.rows.length) }
          },
        },
      })
    },
    handle(handler) {
      handlers.push(handler)
    },
    addLoop(name, start) {
      loops.push({ name, start })
    },
    underWay: () => [...atWork, ...stoppingLoops],
    markActive: pace.markActive,
    async start() {
      const names = handlers.map(({ name }) => name)
      if (!(await hasQueues(pool, names))) await makeQueues(names)
      await boss.start()
      if (!worker) return
      await workHandlers()
      running = [{ name: 'queues', start: watch }, ...loops].map(({ name, start }) => ({
        name,
        loop: start(pace),
      }))
    },
    async stop() {
      isStopping = true
      const settleBy = Date.now() + stopLimitMs + settleMs
      const stopLoop = async ({ name, loop }: (typeof running)[number]) => {
        stoppingLoops.add(name)
        await loop.stop()
        stoppingLoops.delete(name)
      }
      await Promise.all([
        ...running.map(stopLoop),
        boss.stop({ graceful: true, wait: true, timeout: stopLimitMs }),
      ])
      await pending.settled(settleBy - Date.now())
      hasStopped = true
    },
  }
}

interface PendingWork {
  track<Result>(promise: Promise<Result>): Promise<Result>
  /** Resolves once nothing is pending, follow-up work included, or after `limitMs`. */
  settled(limitMs: number): Promise<void>
}

function createPendingWork(): PendingWork {
  const pending = new Set<Promise<unknown>>()

  async function settleAll() {
    while (pending.size > 0) {
      await Promise.allSettled(pending)
      await nextTurn()
    }
  }

  return {
    track(promise) {
      pending.add(promise)
      const remove = () => pending.delete(promise)
      promise.then(remove, remove)
      return promise
    },
    async settled(limitMs) {
      await Promise.race([settleAll(), pause(limitMs, undefined, { ref: false })])
    },
  }
}
