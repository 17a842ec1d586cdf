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

const seal = createSeal(parseDataKeys(newDataKeys()))
const log = pino({ level: 'silent' })
const payload = z.object({ documentId: z.number() })
const older = defineJob('look-at-document', payload)
const renamed = defineJob('preview-document', payload, { formerNames: ['look-at-document', 'never-used'] })

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

/** A version's jobs, started; `got` are the payloads that it works. */
async function run(job: typeof renamed, { worker }: { worker: boolean }, every?: string) {
  const owner = { connectionString: database.url }
  const jobs = createJobs({
    pool: opened.pool,
    log,
    seal,
    worker,
    makeQueues: (names) => makeQueues(owner, names),
  })
  const got: number[] = []
  job.handle(
    jobs,
    async ({ documentId }) => {
      got.push(documentId)
    },
    every === undefined ? {} : { every },
  )
  await jobs.start()
  return { jobs, got }
}
const queue = ({ jobs }: Awaited<ReturnType<typeof run>>, job: typeof renamed, documentId: number) =>
  inTransaction(opened.db, (tx) => job.queue({ jobs, tx }, { documentId }))
const namesIn = async (table: 'queue' | 'schedule') => {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(`jobs.${table}`)}`.execute(
    opened.db,
  )
  return rows.map(({ name }) => name)
}
const statesOf = async (documentId: string) => {
  const { rows } = await sql<{ state: string }>`
    select state from jobs.job where name = ${renamed.name} and data->>'documentId' = ${documentId}
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

test('a renamed job works what an older version left, and what one beside it still adds', async () => {
  const before = await run(older, { worker: true }, '0 0 1 1 *')
  await before.jobs.stop()
  const beside = await run(older, { worker: false })
  await queue(beside, older, 1)
  const after = await run(renamed, { worker: true }, '0 0 1 1 *')
  await queue(after, renamed, 2)
  await expect.poll(() => after.got.toSorted()).toEqual([1, 2])
  await queue(beside, older, 3)
  await expect.poll(() => after.got.toSorted()).toEqual([1, 2, 3])
  expect(await namesIn('schedule')).toEqual(['preview-document'])
  expect(await namesIn('queue')).not.toContain('never-used')
  await beside.jobs.stop()
  await after.jobs.stop()
})

test('a job whose payload does not fit fails and is not worked', async () => {
  const now = await run(renamed, { worker: true })
  await inTransaction(opened.db, (tx) => now.jobs.add(tx, renamed.name, { documentId: 'four' }))
  await expect.poll(() => statesOf('four')).toEqual(['failed'])
  expect(now.got).toEqual([])
  await now.jobs.stop()
})

test('stopping waits for the fetch that is under way, and its job is worked and completed', async () => {
  using query = vi.spyOn(opened.pool, 'query')
  const fetches = (state: 'incomplete' | 'fulfilled') =>
    query.mock.settledResults.filter(({ type }, i) => {
      const [text, values] = query.mock.calls[i] as unknown as [string, unknown[] | undefined]
      return type === state && text.includes('SKIP LOCKED') && values?.[0] === renamed.name
    }).length
  const stopping = await run(renamed, { worker: true })
  await expect.poll(() => fetches('fulfilled')).toBe(1)
  await inTransaction(opened.db, (tx) =>
    stopping.jobs.add(tx, renamed.name, { documentId: 5 }, { startAfter: 3600 }),
  )
  const { stopped } = await inTransaction(opened.db, async (tx) => {
    await sql`lock table only jobs.job in exclusive mode`.execute(tx)
    await makeDue(renamed.name)
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

test('a job that has not ended in time is given back, and another server works it (product §10)', async () => {
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
    renamed.handle(jobs, ({ documentId }) => work(documentId))
    await jobs.start()
    return jobs
  }
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const stuck = await start(() => released, 1000)
  await inTransaction(opened.db, (tx) =>
    renamed.queue({ jobs: stuck, tx }, { documentId: 6 }, { retries: 1, timeoutSeconds: 600 }),
  )
  await expect.poll(() => stuck.underWay()).toEqual([renamed.name])
  await stuck.stop()
  expect(stuck.underWay()).toEqual([renamed.name])
  expect(await statesOf('6')).toEqual(['retry'])
  const got: number[] = []
  const other = await start(async (documentId) => void got.push(documentId))
  await expect.poll(() => got).toEqual([6])
  release()
  await other.stop()
})
