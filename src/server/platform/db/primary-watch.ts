import { setTimeout as pause } from 'node:timers/promises'
import { openPool, PrimaryAway, type ConnectionSettings, type Pool } from './database.ts'
import { parseLogPosition, type LogPosition } from './log-position.ts'

/** ms between two polls; shorter while the primary is away. */
const pollMs = 1000
const awayPollMs = 250
/** ms after which an unanswered poll counts as away: a lost machine sends nothing at all. */
const answerMs = 2000
/** Log positions in memory, one a second. */
const maxPositions = 600

export interface PrimaryWatch {
  isAway(): boolean
  /** Runs `work`. Rejects with `PrimaryAway` once the primary is away, also while `work` waits. */
  unlessAway<T>(work: () => Promise<T>): Promise<T>
  watchPool(pool: Pool): void
  positions: readonly LogPosition[]
  stop(): Promise<void>
}

interface Answer {
  isReplica: boolean
  at: Date
  position: string | null
}

/** The time is read before the position, so that the position covers all commits until then. */
const question = `select clock_timestamp() as at, pg_is_in_recovery() as "isReplica",
  case when not pg_is_in_recovery() then pg_current_wal_lsn()::text end as position`

const noWaiter = () => {}

interface WatchSettings {
  primary: ConnectionSettings
  /** Repeats a poll that timed out before the primary counts as away; for servers without a replica. */
  asksAgain: boolean
}

export function watchPrimary(
  { primary: settings, asksAgain }: WatchSettings,
  tell: (isAway: boolean, reason: unknown) => void,
): PrimaryWatch {
  const pool = openPool(
    { ...settings, max: 1, connectionTimeoutMillis: answerMs, query_timeout: answerMs },
    // The poll reports this error.
    () => {},
  )
  const positions: LogPosition[] = []
  const waiting = new Set<() => void>()
  const watchedPools = new Set<Pool>()
  const stopping = new AbortController()
  let isAway = false

  async function ask(): Promise<Answer> {
    const client = await pool.connect()
    try {
      const { rows } = await client.query<Answer>(question)
      const [answer] = rows
      if (!answer || answer.isReplica) throw new Error('the primary answers as a replica')
      client.release()
      return answer
    } catch (error) {
      // The connection may lead to a former primary.
      client.release(true)
      throw error
    }
  }

  function become(away: boolean, reason: unknown): void {
    if (away === isAway || stopping.signal.aborted) return
    isAway = away
    tell(away, reason)
    if (!away) return
    for (const end of waiting) end()
    // A lost machine never answers, and TCP reports that only after a quarter of an hour.
    for (const one of watchedPools) one.destroyConnections()
  }

  /** Repeats a poll that failed at once: the error may concern this connection only. */
  async function askOrAgain(): Promise<Answer> {
    const askedAt = performance.now()
    return ask().catch((error: unknown) => {
      const isSilence = performance.now() - askedAt > answerMs / 2
      if (isAway || (isSilence && !asksAgain)) throw error
      return ask()
    })
  }

  async function watch() {
    while (!stopping.signal.aborted) {
      await askOrAgain().then(
        ({ at, position }) => {
          become(false, null)
          if (position === null) return
          positions.push({ at, position: parseLogPosition(position) })
          if (positions.length > maxPositions) positions.shift()
        },
        (error: unknown) => become(true, error),
      )
      await pause(isAway ? awayPollMs : pollMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const watched = watch()

  return {
    positions,
    isAway: () => isAway,
    watchPool(watchedPool) {
      watchedPools.add(watchedPool)
      watchedPool.once('end', () => watchedPools.delete(watchedPool))
    },
    async unlessAway(work) {
      if (isAway) throw new PrimaryAway()
      let end = noWaiter
      const lost = new Promise<never>((_resolve, reject) => {
        end = () => reject(new PrimaryAway())
      })
      waiting.add(end)
      const done = work()
      // Avoids an unhandled rejection if the primary is lost first.
      done.catch(() => {})
      return Promise.race([done, lost]).finally(() => waiting.delete(end))
    },
    async stop() {
      stopping.abort()
      await watched
      await pool.end()
    },
  }
}
