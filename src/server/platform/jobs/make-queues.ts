import { createRequire } from 'node:module'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import * as z from 'zod/mini'
import { openPool, type ConnectionSettings } from '../db/database.ts'

export const jobSchema = 'jobs'
const scheduleQueue = '__pgboss__send-it'

const { schema: schemaVersion } = z
  .object({ schema: z.number() })
  .parse(createRequire(import.meta.url)('pg-boss/version.json'))

/** Whether pg-boss's schema is up to date and has these queues; then `makeQueues` has nothing to do. */
export async function hasQueues(pool: pg.Pool, names: readonly string[]): Promise<boolean> {
  const { rows: schemas } = await pool.query<{ isMade: boolean }>(
    `select to_regclass('${jobSchema}.queue') is not null as "isMade"`,
  )
  if (schemas[0]?.isMade !== true) return false
  const { rows } = await pool.query<{ isWhole: boolean }>(
    `select (select max(version) from ${jobSchema}.version) = $1
       and $2::text[] <@ array(select name from ${jobSchema}.queue) as "isWhole"`,
    [schemaVersion, [scheduleQueue, ...names]],
  )
  return rows[0]?.isWhole === true
}

/** Migrates pg-boss's schema and creates missing queues, as the owner of the database. */
export async function makeQueues(owner: ConnectionSettings, names: readonly string[]): Promise<void> {
  const pool = openPool({ ...owner, max: 1 }, () => {})
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobSchema,
    supervise: false,
    schedule: false,
  })
  try {
    await boss.start()
    const present = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const name of [scheduleQueue, ...names]) if (!present.has(name)) await boss.createQueue(name)
    await boss.stop({ graceful: false })
  } finally {
    await pool.end()
  }
}
