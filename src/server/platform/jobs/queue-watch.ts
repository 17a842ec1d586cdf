import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Loop } from './loop.ts'
import { jobSchema } from './make-queues.ts'
import type { Pace } from './pace.ts'

interface QueueWatch {
  pool: Pick<pg.Pool, 'query'>
  queues: readonly string[]
  pace: Pace
  /** A queue has a job that is due. */
  onDue: (queue: string) => void
  onError: (error: unknown) => void
}

/** pg-boss's index of waiting jobs holds no others. */
const dueQueues = `
  select distinct name from ${jobSchema}.job
  where name = any($1) and state < 'active' and start_after < now()`

/** Asks for all queues at once which have a job that is due: a worker that polls for each is a query for each. */
export function watchQueues({ pool, queues, pace, onDue, onError }: QueueWatch): Loop {
  const stopping = new AbortController()

  async function run() {
    while (!stopping.signal.aborted) {
      await pool.query<{ name: string }>(dueQueues, [queues]).then(({ rows }) => {
        for (const { name } of rows) onDue(name)
      }, onError)
      await pause(pace.idleMs(), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const ended = run()
  return {
    stop() {
      stopping.abort()
      return ended
    },
  }
}
