import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'

/** Takes an advisory lock of each name, in this order, until the transaction ends. */
export const lockByNames = (tx: Tx, names: readonly string[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
    tx,
  )

export const lockByName = (tx: Tx, name: string) => lockByNames(tx, [name])

async function tryLockByName(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

/**
 * Runs `work`, of any duration, under the lock of this name, or `busy` where another process holds it. A separate
 * transaction holds the lock, idle and without a snapshot; the lock ends with its process.
 */
export const whileLocked = <T>(
  db: Db,
  name: string,
  busy: () => T | Promise<T>,
  work: () => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    return (await tryLockByName(tx, name)) ? work() : busy()
  })
