import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Loop } from './loop.ts'
import { jobSchema } from './make-queues.ts'
import type { Pace } from './pace.ts'

interface QueueWatch {
  pool: Pick<pg.Pool, 'query'>
  queues: readonly string[]
  pace: Pace
  onDue: (queue: string) => void
  onError: (error: unknown) => void
}

/** Uses pg-boss's index of waiting jobs. */
const dueQueues = `
  select distinct name from ${jobSchema}.job
  where name = any($1) and state < 'active' and start_after < now()`

/** Polls all queues with one query; pg-boss's workers would need one each. */
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
