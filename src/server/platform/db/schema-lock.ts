import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isLockTimeout, type ConnectionSettings } from './database.ts'

interface Say {
  info(message: string): void
  warn(facts: object, message: string): void
}

/** ms that a statement which changes the schema waits for a table: whoever comes after it waits behind it. */
export const schemaLockTimeoutMs = 3000
const firstPauseMs = 500
const longestPauseMs = 15_000
const giveUpAfterMs = 10 * 60_000

const lockKey = `hashtextextended('schema', 0)`

/**
 * Runs `work` while no other start and no `npm run migrate` changes the schema, the queues of jobs or rights; waits for one
 * that does. A transaction holds the lock, idle and without a snapshot, so that PgBouncer keeps it too and it ends with the
 * process that dies.
 */
export async function whileSchemaLocked<T>(
  owner: ConnectionSettings,
  log: Say,
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client(owner)
  // A connection that is lost gives the lock back; what `work` does then fails by itself.
  client.on('error', (error) => log.warn({ err: error }, 'the lock of the schema was lost'))
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('set local statement_timeout = 0')
    const { rows } = await client.query<{ isLocked: boolean }>(
      `select pg_try_advisory_xact_lock(${lockKey}) as "isLocked"`,
    )
    if (rows[0]?.isLocked !== true) {
      log.info('waits for another process that brings the database up to date')
      await client.query(`select pg_advisory_xact_lock(${lockKey})`)
    }
    return await work()
  } finally {
    await client.end()
  }
}

/** The transactions that have been open longest, which are what a lock is waited for: their processes and seconds. */
async function readOpenTransactions(owner: ConnectionSettings): Promise<unknown[]> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(`
      select pid, state, extract(epoch from clock_timestamp() - xact_start)::int as seconds
      from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
      order by xact_start limit 3`)
    return rows
  } finally {
    await client.end()
  }
}

/**
 * Repeats `work`, whose statements have `schemaLockTimeoutMs`, with a growing pause while it gets a lock not in time: those
 * who wait behind it go on meanwhile. Throws as `work` does after ten minutes.
 */
export async function untilUnlocked<T>(
  owner: ConnectionSettings,
  log: Say,
  work: () => Promise<T>,
): Promise<T> {
  const until = Date.now() + giveUpAfterMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error) || Date.now() > until) throw error
      log.warn(
        { open: await readOpenTransactions(owner), pauseMs },
        'a change of the schema waits for a table that an open transaction has, and is tried again',
      )
      await pause(pauseMs)
    }
  }
}
