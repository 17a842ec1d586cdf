import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '#server/platform/db/database.ts'
import type { TestApp } from './test-app.ts'

/**
 * Calls while another transaction has made a change and not committed it. That commits once the call waits for it, or
 * was answered without waiting: a race whose order is certain.
 */
export async function duringChange<T>(
  { platform: { db } }: TestApp,
  change: (tx: Tx) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  const { answer } = await inTransaction(db, async (tx) => {
    await change(tx)
    let isAnswered = false
    const answer = call().finally(() => (isAnswered = true))
    await untilWaitedFor(db, tx, () => isAnswered)
    return { answer }
  })
  return answer
}

/** Resolves once another connection waits for a lock of the transaction, or `isDone` says that none will. */
export async function untilWaitedFor(db: Db, tx: Tx, isDone = () => false): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  while (!isDone() && !(await isWaitedFor(db, rows[0]?.pid ?? 0))) await pause(10)
}

/** Asks of those alone that wait: who blocks a connection is found out under locks that hold all others up. */
async function isWaitedFor(db: Db, pid: number): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and ${pid} = any(pg_blocking_pids(pid))`.execute(
    db,
  )
  return rows.length > 0
}
