import { setTimeout as pause } from 'node:timers/promises'
import { openPool, PrimaryAway, type ConnectionSettings, type Pool } from './database.ts'
import { parseLogPosition, type LogPosition } from './log-position.ts'

/** ms between two questions; shorter while it is away. */
const pollMs = 1000
const awayPollMs = 250
/** ms for an answer, after which it counts as away: a connection whose machine has gone says nothing at all. */
const answerMs = 2000
/** Positions of its log that are remembered: so many seconds. */
const maxPositions = 600

/** Whether the primary answers and takes writes. */
export interface PrimaryWatch {
  isAway(): boolean
  /** Runs `work`; rejects with `PrimaryAway` once the primary is found to be away, also where `work` waits on. */
  unlessAway<T>(work: () => Promise<T>): Promise<T>
  /** From now on the connections of the pool are given up once the primary is found to be away. */
  watchPool(pool: Pool): void
  /** Positions of its log, the newest last. */
  positions: readonly LogPosition[]
  stop(): Promise<void>
}

interface Answer {
  isReplica: boolean
  at: Date
  position: string | null
}

/** The time is taken first: what was committed until then is before the position. */
const question = `select clock_timestamp() as at, pg_is_in_recovery() as "isReplica",
  case when not pg_is_in_recovery() then pg_current_wal_lsn()::text end as position`

const noWaiter = () => {}

interface WatchSettings {
  primary: ConnectionSettings
  /** Whether silence is asked again before it counts as away: nothing else answers meanwhile. */
  asksAgain: boolean
}

/** Asks the primary each second, on a connection of its own. */
export function watchPrimary(
  { primary: settings, asksAgain }: WatchSettings,
  tell: (isAway: boolean, reason: unknown) => void,
): PrimaryWatch {
  const pool = openPool(
    { ...settings, max: 1, connectionTimeoutMillis: answerMs, query_timeout: answerMs },
    // Found out by the question itself.
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
      if (!answer || answer.isReplica) throw new Error('who answers for the primary is a replica')
      client.release()
      return answer
    } catch (error) {
      // It may be one to a node that is not the primary any more.
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
    // A machine that has gone answers nothing that was asked of it, and does not say so for a quarter of an hour.
    for (const one of watchedPools) one.destroyConnections()
  }

  /** Once more where an error came at once, which may be of this connection alone. */
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
      // Nobody hears of it where the primary was lost before.
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
