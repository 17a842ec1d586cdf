import { randomUUID } from 'node:crypto'
import { request, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelExport, readExport } from '#contract/export-runs.ts'
import type { ExportFormat } from '#contract/rules/export-formats.ts'
import { insertManyOrders } from '../support/many-orders.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

/** More than the buffers of a connection take. */
const orderCount = 40_000

let app: TestApp
/** Another server over the same database. */
let other: TestApp
let token: string

beforeAll(async () => {
  const oneServerBecause = 'the tests tell the server that sends an export from another'
  app = await startTestApp({ oneServerBecause })
  other = await startTestApp({ sharedWith: app, oneServerBecause })
  token = await app.signInAs('Admin')
  await insertManyOrders(app.owner, orderCount)
})
afterAll(async () => {
  await other.stop()
  await app.stop()
})

interface Begun {
  id: string
  answer: IncomingMessage
  /** Reads on to the end; how many bytes came, and whether the file is whole. */
  finish(): Promise<{ length: number; isWhole: boolean }>
}

/** Begins an export and reads nothing of it yet. */
const begin = (format: ExportFormat = 'csv', acceptEncoding = 'identity') =>
  new Promise<Begun>((resolve, reject) => {
    const id = randomUUID()
    const url = `${app.url}/api/admin/export/allOrder?format=${format}&exportId=${id}`
    const headers = { authorization: token, 'accept-encoding': acceptEncoding }
    const asked = request(url, { headers, agent: false }, (answer) => {
      let length = 0
      answer.on('data', (chunk: Buffer) => (length += chunk.length))
      answer.on('error', () => {})
      answer.pause()
      const closed = new Promise((ended) => answer.once('close', ended))
      const finish = async () => {
        answer.resume()
        await closed
        return { length, isWhole: answer.complete }
      }
      resolve({ id, answer, finish })
    })
    asked.on('error', reject).end()
  })

const read = async (id: string, from = app) =>
  (await from.call(readExport, { params: { exportId: id } }, { token })).body.data
const cancel = async (id: string, at = app) =>
  (await at.call(cancelExport, { params: { exportId: id } }, { token })).http

/** Process ids of connections, those that read for a list or an export or those that are free. */
const connections = async (are: 'reading' | 'free') => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and (xact_start is not null) = ${are === 'reading'}`.execute(app.owner)
  return rows.map(({ pid }) => pid)
}

// A member has one at a time, and what is cancelled ends a moment after it is told so.
beforeEach(() => expect.poll(() => connections('reading')).toEqual([]))

test('an export says how many rows of how many it has sent, on other servers that it runs, and at last that it is done', async () => {
  const { id, finish } = await begin()
  await expect.poll(async () => (await read(id)).rows).toBeGreaterThan(0)
  const underWay = await read(id)
  expect(underWay).toMatchObject({ state: 'running', total: orderCount, reason: null })
  expect(underWay.rows).toBeLessThan(orderCount)
  expect(await read(id, other)).toEqual({ state: 'running', rows: null, total: null, reason: null })

  expect(await finish()).toMatchObject({ isWhole: true })
  await expect
    .poll(() => read(id))
    .toEqual({ state: 'done', rows: orderCount, total: orderCount, reason: null })
  expect(await read(id, other)).toMatchObject({ state: 'unknown' })
  expect(await cancel(id)).toBe(404)
})

test.each([
  ['csv', 'identity', 'the server that sends it'],
  ['csv', 'gzip', 'another server'],
  ['xlsx', 'identity', 'the server that sends it'],
  ['xlsx', 'identity', 'another server'],
] as const)(
  'a %s export (%s) that %s cancels is no whole file, and its read ends',
  async (format, encoding, where) => {
    const { id, finish } = await begin(format, encoding)
    expect(await cancel(id, where === 'another server' ? other : app)).toBe(200)
    await expect.poll(() => connections('reading')).toEqual([])
    expect(await finish()).toMatchObject({ isWhole: false })
    await expect
      .poll(async () => (await read(id)).state)
      .toBe(where === 'another server' ? 'failed' : 'cancelled')
    expect(await cancel(id)).toBe(404)
  },
)

test('an export that is cancelled where it is sent leaves its connection for the next one', async () => {
  const { id, finish } = await begin()
  const reading = await connections('reading')
  expect(reading).toHaveLength(1)
  expect(await cancel(id)).toBe(200)
  expect(await connections('free')).toEqual(expect.arrayContaining(reading))
  await finish()
})

test('a cancelled export ends the statement that it waits for', async () => {
  const change = await app.owner.startTransaction().execute()
  await sql`lock table orders in access exclusive mode`.execute(change)
  const id = randomUUID()
  const asked = fetch(`${app.url}/api/admin/export/allOrder?exportId=${id}`, {
    headers: { authorization: token },
  }).catch(() => 'broken off')
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        app.owner,
      )
    ).rows.length
  await expect.poll(waiting).toBe(1)
  expect(await read(id)).toMatchObject({ state: 'running', rows: 0, total: null })
  expect(await cancel(id)).toBe(200)
  await expect.poll(waiting).toBe(0)
  expect(await asked).toBe('broken off')
  const askedAgain = await fetch(`${app.url}/api/admin/export/allOrder?exportId=${id}`, {
    headers: { authorization: token },
  })
  expect(askedAgain.status).toBe(409)
  expect(await read(id)).toMatchObject({ state: 'cancelled' })
  await change.rollback().execute()
})

test('a second export of a member is refused with its reason, and the first goes on', async () => {
  const { id, finish } = await begin()
  const second = randomUUID()
  const refused = await fetch(`${app.url}/api/admin/export/newOrder?exportId=${second}`, {
    headers: { authorization: token },
  })
  expect(refused.status).toBe(429)
  await expect
    .poll(() => read(second))
    .toMatchObject({ state: 'failed', reason: 'Another long list or export of yours is still open.' })
  expect(await read(id)).toMatchObject({ state: 'running' })
  expect(await cancel(id)).toBe(200)
  await finish()
})

test("an export is nobody else's to see or to end", async () => {
  const { id, finish } = await begin()
  const manager = { token: await app.signInAs('Manager') }
  for (const server of [app, other]) {
    const seen = await server.call(readExport, { params: { exportId: id } }, manager)
    expect(seen.body.data).toMatchObject({ state: 'unknown' })
    expect((await server.call(cancelExport, { params: { exportId: id } }, manager)).http).toBe(404)
  }
  expect(await read(id)).toMatchObject({ state: 'running' })
  expect(await cancel(id)).toBe(200)
  await finish()
})
