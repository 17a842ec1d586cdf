import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './database.ts'

const askEveryMs = 2000
/** ms by which two machines' clocks may well differ. */
const unremarkableMs = 2000

/** The present time of the database, and what stops asking for it. */
export interface DatabaseClock {
  now: () => Date
  stop: () => void
}

/**
 * The database's clock, by which all servers agree about what has waited long enough and what has expired. It is asked every
 * two seconds; in between time passes by a clock that nobody sets.
 */
export async function followDatabaseClock(
  db: Db,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<DatabaseClock> {
  let offset = Date.now() - performance.now()
  const ask = async () => {
    const before = performance.now()
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
    const now = rows[0]?.now ?? new Date()
    return now.getTime() - (before + performance.now()) / 2
  }
  offset = await ask()
  const timer = setInterval(() => {
    ask().then(
      (found) => {
        if (Math.abs(found - offset) > unremarkableMs)
          log.warn({ seconds: Math.round((found - offset) / 1000) }, 'the clock of the database was set')
        offset = found
      },
      // While it is away, time passes all the same.
      () => {},
    )
  }, askEveryMs).unref()
  return { now: () => new Date(performance.now() + offset), stop: () => clearInterval(timer) }
}
