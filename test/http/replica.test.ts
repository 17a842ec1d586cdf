import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getOrder } from '#contract/order-details.ts'
import { folderCounts, listOrders } from '#contract/orders.ts'
import { addRemark } from '#contract/remarks.ts'
import { countryOrderCount, exportCountryOrderCount } from '#contract/reports.ts'
import { downloadDocument, downloadHistory } from '#contract/visitor.ts'
import { request } from '../support/call.ts'
import { startCuttableDatabase, type CuttableDatabase } from '../support/cuttable-database.ts'
import { directServerUrlOf } from '../support/database.ts'
import { createTestOrder } from '../support/orders.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { openOrder, uploadDocumentTo } from './visitor-requests.ts'

const email = 'buyer@example.com'

let whole: TestApp
let primary: CuttableDatabase
let app: TestApp
let token: string
let orderId: number
let file: { file1: string; bytes: Buffer }
let cookie: string

/** The same database, whose transactions write nothing, stands for the replica. */
function replicaUrl(url: string): string {
  const replica = new URL(directServerUrlOf(url))
  replica.searchParams.set('options', '-c default_transaction_read_only=on')
  return replica.href
}

beforeAll(async () => {
  whole = await startTestApp()
  primary = await startCuttableDatabase(whole.serverUrl)
  app = await startTestApp({
    sharedWith: whole,
    worker: true,
    env: { DATABASE_URL: primary.url, READ_DATABASE_URL: replicaUrl(whole.databaseUrl) },
  })
  token = await app.signInAs('Team')
  orderId = await createTestOrder(app, { email })
  file = await uploadDocumentTo(app, orderId)
  cookie = await openOrder({ app, orderId, email })
})
afterEach(() => primary.join())
afterAll(async () => {
  await app.stop()
  await primary.stop()
  await whole.stop()
})

const isAway = () => app.platform.replica?.primary.isAway()
async function cutPrimary() {
  primary.cut()
  await expect.poll(isAway, { timeout: 10_000 }).toBe(true)
}
const ageOf = (body: object) => ('asOf' in body ? body.asOf : undefined)
const anAge = { at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), secondsBehind: expect.any(Number) }

test('a report and its file say how old they are, a list does not', async () => {
  const report = await app.call(countryOrderCount, { body: {} }, { token })
  expect(ageOf(report.body)).toEqual(anAge)
  const saved = await request(app.url, exportCountryOrderCount, { query: { format: 'csv' } }, { token })
  expect(saved.headers.get('content-disposition')).toMatch(/country-order-list-as-of-[\dT-]+Z\.csv/)
  const list = await app.call(listOrders, { params: { orderName: 'completedOrder' } }, { token })
  expect(list.http).toBe(200)
  expect(ageOf(list.body)).toBeUndefined()
})

test('while the primary is away lists and counts are read from the replica, the rest is refused', async () => {
  await cutPrimary()
  const list = await app.call(listOrders, { params: { orderName: 'completedOrder' } }, { token })
  expect(list.http).toBe(200)
  expect(ageOf(list.body)).toEqual(anAge)
  expect((await app.call(folderCounts, { query: {} }, { token })).http).toBe(200)
  for (const refused of [
    await app.call(getOrder, { params: { orderId } }, { token }),
    await app.call(addRemark, { body: { orderId, remark: 'away' } }, { token }),
    await app.call(downloadHistory, { body: { orderId } }, { token }),
  ]) {
    expect(refused.http).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
  }
  const ready = await fetch(`${app.url}/readyz`)
  expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('ready, but the primary')])
})

test('a call that waits for a primary that goes away is answered by the replica', async () => {
  const answers = Array.from({ length: 20 }, () => app.call(folderCounts, { query: {} }, { token }))
  primary.cut()
  expect(new Set((await Promise.all(answers)).map(({ http }) => http))).toEqual(new Set([200]))
})

test('a visitor who was let in downloads meanwhile, and the record follows once', async () => {
  await cutPrimary()
  const history = await app.call(downloadHistory, { body: { orderId } }, { cookie })
  expect([history.http, history.body.data]).toEqual([200, []])
  const body = { orderId, customername: 'x', file1: file.file1 }
  expect((await app.call(downloadDocument, { body }, { cookie })).http).toBe(200)
  const before = Date.now()
  const answer = await fetch(`${app.url}/uploads/docs/${orderId}_${file.file1}`, { headers: { cookie } })
  expect(Buffer.from(await answer.arrayBuffer()).equals(file.bytes)).toBe(true)
  const after = Date.now()

  primary.join()
  const records = () =>
    whole.platform.db
      .selectFrom('downloads')
      .select(['at', 'claimed', 'completed', 'bytes_sent'])
      .where('order_id', '=', orderId)
      .execute()
  await expect.poll(records, { timeout: 15_000 }).toHaveLength(1)
  const [record] = await records()
  expect(record).toMatchObject({ claimed: true, completed: true, bytes_sent: file.bytes.length })
  expect(record?.at.getTime()).toBeGreaterThanOrEqual(before)
  expect(record?.at.getTime()).toBeLessThanOrEqual(after)
  const { body: seen } = await whole.call(getOrder, { params: { orderId } }, { token })
  expect(seen.orderDetails.events.filter(({ action }) => action === 'downloaded')).toHaveLength(1)
})
