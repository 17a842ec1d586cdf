import PgBoss from 'pg-boss'
import { openDatabase, type ConnectionSettings } from '../db/database.ts'
import { schemaLockTimeoutMs } from '../db/schema-lock.ts'

/** pg-boss's schema, as `jobs.ts` reads it. */
export const jobSchema = 'jobs'
/** pg-boss's own queue, in which scheduled jobs are. */
const scheduleQueue = '__pgboss__send-it'

/** Brings pg-boss's schema up to date and makes the queues that are missing, as the owner of the database. */
export async function makeQueues(owner: ConnectionSettings, names: readonly string[]): Promise<void> {
  const { db, pool } = openDatabase({ ...owner, max: 1 }, () => {})
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobSchema,
    supervise: false,
    schedule: false,
  })
  try {
    await pool.query(`set lock_timeout = ${schemaLockTimeoutMs}`)
    await boss.start()
    const present = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const name of [scheduleQueue, ...names]) if (!present.has(name)) await boss.createQueue(name)
    await boss.stop({ graceful: false })
  } finally {
    await db.destroy()
  }
}
