import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ConnectionSettings } from './database.ts'

const pollMs = 200

/**
 * Runs `work` while no other process changes the schema, the rights or the queues of jobs. A transaction of its own holds the
 * lock, idle and without a snapshot. Others ask again and again rather than wait in a statement, for which an index that
 * is made concurrently would wait in turn.
 */
export async function whileSchemaLocked<T>(
  owner: ConnectionSettings,
  say: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client(owner)
  client.on('error', () => {})
  await client.connect()
  const tryLock = async () => {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('schema', 0)) as locked`,
    )
    return rows[0]?.locked === true
  }
  try {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    if (!(await tryLock())) {
      say('another process brings the database up to date: waiting for it')
      while (!(await tryLock())) await pause(pollMs)
    }
    return await work()
  } finally {
    await client.end()
  }
}
