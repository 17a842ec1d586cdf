import PgBoss from 'pg-boss'
import type pg from 'pg'
import type { Logger } from 'pino'
import { CompiledQuery } from 'kysely'
import type { Tx } from '../db/database.ts'

interface JobOptions {
  /** Seconds before it is first tried. */
  startAfter?: number
  /** How often a failed one is tried again, with a growing pause. */
  retries?: number
  /** Seconds after which it counts as failed, its worker as dead. */
  most?: number
}

/** Work that goes on until it is stopped; stopping lets what runs end. */
export interface Loop {
  stop(): Promise<void>
}

/** Work after the answer. A job is added in the caller's transaction: it exists if and only if that commits. */
export interface Jobs {
  add(tx: Tx, name: string, data: object, options?: JobOptions): Promise<void>
  /** Declares a job before `start`. `every` is a cron line for one that needs no caller. */
  handle<T extends object>(
    name: string,
    work: (data: T) => Promise<unknown>,
    options?: { every?: string; atOnce?: number; most?: number },
  ): void
  /** Declares a loop of its own before `start`, for work that keeps its own queue. */
  alongside(start: () => Loop): void
  start(): Promise<void>
  /** Lets running jobs end. */
  stop(): Promise<void>
}

/** Jobs in PostgreSQL (pg-boss). With `worker: false` they can be added but none is worked here. */
export function createJobs(pool: pg.Pool, log: Logger, { worker = true } = {}): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    // A killed worker's job comes again soon: it expires quickly and is looked for often.
    expireInSeconds: 10,
    maintenanceIntervalSeconds: 5,
    supervise: worker,
    schedule: worker,
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  const handlers: {
    name: string
    work: (data: object) => Promise<unknown>
    every?: string
    atOnce: number
    most?: number
  }[] = []

  const loops: (() => Loop)[] = []
  let running: Loop[] = []

  return {
    async add(tx, name, data, options = {}) {
      await boss.send(name, data, {
        ...(options.startAfter !== undefined && { startAfter: options.startAfter }),
        ...(options.most !== undefined && { expireInSeconds: options.most }),
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
    handle(name, work, options = {}) {
      handlers.push({ name, work: (data) => work(data as Parameters<typeof work>[0]), atOnce: 1, ...options })
    },
    alongside(start) {
      loops.push(start)
    },
    async start() {
      await boss.start()
      for (const { name, work, every, atOnce, most } of handlers) {
        await boss.createQueue(name)
        if (!worker) continue
        for (let lane = 0; lane < atOnce; lane++) {
          await boss.work(name, { pollingIntervalSeconds: 0.5 }, async ([job]) => {
            if (!job) return
            await work(job.data ?? {}).catch((error: unknown) => {
              log.error({ err: error, job: name }, 'a job failed')
              throw error
            })
          })
        }
        if (every) await boss.schedule(name, every, {}, most === undefined ? {} : { expireInSeconds: most })
      }
      if (worker) running = loops.map((begin) => begin())
    },
    async stop() {
      await Promise.all(running.map((loop) => loop.stop()))
      await boss.stop({ graceful: true, wait: true, timeout: 15_000 })
    },
  }
}
