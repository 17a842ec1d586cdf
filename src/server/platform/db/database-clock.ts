import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './database.ts'

const askEveryMs = 2000
const unremarkableMs = 2000

export interface DatabaseClock {
  now: () => Date
  stop: () => void
}

/**
 * The database's clock, by which all servers agree on deadlines and expiry. It is read every two seconds; a monotonic
 * clock fills the time between.
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
      // Time continues while the database is away.
      () => {},
    )
  }, askEveryMs).unref()
  return { now: () => new Date(performance.now() + offset), stop: () => clearInterval(timer) }
}
