import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { inTransaction, openDatabase } from '#server/platform/db/database.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { makeQueues } from '#server/platform/jobs/make-queues.ts'
import { createSeal, newDataKeys, parseDataKeys } from '#server/platform/seal.ts'
import { createTestDatabase, execute } from '../support/database.ts'

const seal = createSeal(parseDataKeys(newDataKeys()), randomBytes(32))
const log = pino({ level: 'silent' })
const payload = z.object({ documentId: z.number() })
const previewing = defineJob('preview-document', payload)

let database: Awaited<ReturnType<typeof createTestDatabase>>
let opened: ReturnType<typeof openDatabase>

beforeAll(async () => {
  database = await createTestDatabase()
  // The template has the queues of the product.
  await execute(database.url, 'drop schema jobs cascade')
  opened = openDatabase({ connectionString: database.url }, () => {})
  await migrateToLatest(opened.db)
})
afterAll(async () => {
  await opened.db.destroy()
  await database.drop()
})

/** A server's jobs, started; `got` are the payloads that it works. */
async function run() {
  const owner = { connectionString: database.url }
  const jobs = createJobs({
    pool: opened.pool,
    log,
    seal,
    worker: true,
    makeQueues: (names) => makeQueues(owner, names),
  })
  const got: number[] = []
  previewing.handle(jobs, async ({ documentId }) => {
    got.push(documentId)
  })
  await jobs.start()
  return { jobs, got }
}
const statesOf = async (documentId: string) => {
  const { rows } = await sql<{ state: string }>`
    select state from jobs.job where name = ${previewing.name} and data->>'documentId' = ${documentId}
  `.execute(opened.db)
  return rows.map(({ state }) => state)
}
/** Through the queue's own partition, which a lock of the parent alone leaves free. */
async function makeDue(name: string) {
  const { rows } = await sql<{ partition: string }>`
    select partition_name as partition from jobs.queue where name = ${name}
  `.execute(opened.db)
  await sql`update ${sql.table(`jobs.${rows[0]?.partition}`)} set start_after = now() where state = 'created'`.execute(
    opened.db,
  )
}

test('a job with an invalid payload fails without being run', async () => {
  const now = await run()
  await inTransaction(opened.db, (tx) => now.jobs.add(tx, previewing.name, { documentId: 'four' }))
  await expect.poll(() => statesOf('four')).toEqual(['failed'])
  expect(now.got).toEqual([])
  await now.jobs.stop()
})

test('stopping waits for the fetch under way, and its job is completed', async () => {
  using query = vi.spyOn(opened.pool, 'query')
  const fetches = (state: 'incomplete' | 'fulfilled') =>
    query.mock.settledResults.filter(({ type }, i) => {
      const [text, values] = query.mock.calls[i] as unknown as [string, unknown[] | undefined]
      return type === state && text.includes('SKIP LOCKED') && values?.[0] === previewing.name
    }).length
  const stopping = await run()
  await expect.poll(() => fetches('fulfilled')).toBe(1)
  await inTransaction(opened.db, (tx) =>
    stopping.jobs.add(tx, previewing.name, { documentId: 5 }, { startAfter: 3600 }),
  )
  const { stopped } = await inTransaction(opened.db, async (tx) => {
    await sql`lock table only jobs.job in exclusive mode`.execute(tx)
    await makeDue(previewing.name)
    await expect.poll(() => fetches('incomplete')).toBe(1)
    const stopped = stopping.jobs.stop()
    // Longer than stopping takes if it does not wait.
    await pause(1000)
    return { stopped }
  })
  await stopped
  expect(stopping.got).toEqual([5])
  expect(await statesOf('5')).toEqual(['completed'])
})

test('a job past its time limit is returned to the queue, and another server runs it (product §10)', async () => {
  const owner = { connectionString: database.url }
  const start = async (work: (documentId: number) => Promise<void>, stopLimitMs?: number) => {
    const jobs = createJobs({
      pool: opened.pool,
      log,
      seal,
      worker: true,
      makeQueues: (names) => makeQueues(owner, names),
      ...(stopLimitMs && { stopLimitMs }),
    })
    previewing.handle(jobs, ({ documentId }) => work(documentId))
    await jobs.start()
    return jobs
  }
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const stuck = await start(() => released, 1000)
  await inTransaction(opened.db, (tx) =>
    previewing.queue({ jobs: stuck, tx }, { documentId: 6 }, { retries: 1, timeoutSeconds: 600 }),
  )
  await expect.poll(() => stuck.underWay()).toEqual([previewing.name])
  await stuck.stop()
  expect(stuck.underWay()).toEqual([previewing.name])
  expect(await statesOf('6')).toEqual(['retry'])
  const got: number[] = []
  const other = await start(async (documentId) => void got.push(documentId))
  await expect.poll(() => got).toEqual([6])
  release()
  await other.stop()
})
