import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getOrder } from '#contract/order-details.ts'
import { folderCounts, listOrders } from '#contract/orders.ts'
import { createRequest, eraseOrders, planErasure } from '#contract/privacy.ts'
import { addRemark } from '#contract/remarks.ts'
import { countryOrderCount, exportCountryOrderCount } from '#contract/reports.ts'
import { downloadDocument, downloadHistory } from '#contract/visitor.ts'
import { runErasures } from '#server/privacy/erasures.ts'
import { request } from '../support/call.ts'
import { startCuttableDatabase, type CuttableDatabase } from '../support/cuttable-database.ts'
import { directServerUrlOf } from '../support/database.ts'
import { createTestOrder } from '../support/orders.ts'
import { openOrder, uploadDocumentTo } from './visitor-requests.ts'
import { useTestApp } from '../support/use-test-app.ts'

const email = 'buyer@example.com'

let primary: CuttableDatabase
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

afterAll(async () => {
  await primary.stop()
})
const whole = useTestApp()
beforeAll(async () => {
  primary = await startCuttableDatabase(whole.serverUrl)
})
const app = useTestApp(() => ({
  sharedWith: whole,
  worker: true,
  env: { DATABASE_URL: primary.url, READ_DATABASE_URL: replicaUrl(whole.databaseUrl) },
}))
beforeAll(async () => {
  token = await app.signInAs('Team')
  orderId = await createTestOrder(app, { email })
  file = await uploadDocumentTo(app, orderId)
  cookie = await openOrder({ app, orderId, email })
})
afterEach(() => primary.join())

const isAway = () => app.platform.primary?.isAway()
async function cutPrimary() {
  primary.cut()
  await expect.poll(isAway).toBe(true)
}
const ageOf = (body: object) => ('asOf' in body ? body.asOf : undefined)
const anAge = { at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), secondsBehind: expect.any(Number) }

test('a report and its file have the age of the data, and a list has not', async () => {
  const report = await app.call(countryOrderCount, { body: {} }, { token })
  expect(ageOf(report.body)).toEqual(anAge)
  const saved = await request(app.url, exportCountryOrderCount, { query: { format: 'csv' } }, { token })
  expect(saved.headers.get('content-disposition')).toMatch(/country-order-list-as-of-[\dT-]+Z\.csv/)
  const list = await app.call(listOrders, { params: { orderName: 'completedOrder' } }, { token })
  expect(list.http).toBe(200)
  expect(ageOf(list.body)).toBeUndefined()
})

test('without the primary, lists and counts are read from the replica, and other calls are refused (product §10)', async () => {
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

test('a call waiting for a primary that fails is answered by the replica', async () => {
  const answers = Array.from({ length: 20 }, () => app.call(folderCounts, { query: {} }, { token }))
  primary.cut()
  expect(new Set((await Promise.all(answers)).map(({ http }) => http))).toEqual(new Set([200]))
})

const recordsOf = (id: number) =>
  whole.platform.db
    .selectFrom('downloads')
    .select(['at', 'timezone', 'completed', 'bytes_sent'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()

/** A visitor's browser: the announcement, and the file with the cookies that it was answered with. */
async function download(id: number, { file1, bytes }: typeof file, visit: string) {
  const body = { orderId: id, customername: 'x', file1, timezone: 'Asia/Jakarta' }
  const announced = await app.call(downloadDocument, { body }, { cookie: visit })
  expect(announced.http).toBe(200)
  const cookies = [visit, ...announced.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ')
  const answer = await fetch(`${app.url}/uploads/docs/${id}_${file1}`, { headers: { cookie: cookies } })
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
}

const lateFolder = () => join(app.dataDir, 'late-records')
/** Records of downloads that have ended. */
const lateFiles = async () =>
  (await readdir(lateFolder()).catch(() => [])).filter((name) => name.endsWith('.ended'))

test('a visitor with access downloads without the primary, and the record is written once afterwards', async () => {
  await cutPrimary()
  const history = await app.call(downloadHistory, { body: { orderId } }, { cookie })
  expect([history.http, history.body.data]).toEqual([200, []])
  const before = Date.now()
  await download(orderId, file, cookie)
  const after = Date.now()

  primary.join()
  const records = () => recordsOf(orderId)
  await expect.poll(records).toHaveLength(1)
  const [record] = await records()
  expect(record).toMatchObject({
    timezone: 'Asia/Jakarta',
    completed: true,
    bytes_sent: file.bytes.length,
  })
  expect(record?.at.getTime()).toBeGreaterThanOrEqual(before)
  expect(record?.at.getTime()).toBeLessThanOrEqual(after)
  const { body: seen } = await whole.call(getOrder, { params: { orderId } }, { token })
  expect(seen.orderDetails.events.filter(({ action }) => action === 'downloaded')).toHaveLength(1)
})

test('a download announced before the outage is one record, even if it is written twice', async () => {
  const [first] = await recordsOf(orderId)
  const headers = { cookie }
  const body = { orderId, customername: 'x', file1: file.file1, timezone: 'Asia/Tokyo' }
  expect((await app.call(downloadDocument, { body }, headers)).http).toBe(200)
  const [, announced] = await recordsOf(orderId)
  await cutPrimary()
  await (await fetch(`${app.url}/uploads/docs/${orderId}_${file.file1}`, { headers })).arrayBuffer()
  await expect.poll(lateFiles).toHaveLength(1)
  const [name = ''] = await lateFiles()
  const kept = await readFile(join(lateFolder(), name))
  primary.join()
  await expect.poll(lateFiles).toEqual([])
  const written = await recordsOf(orderId)
  expect(written).toEqual([
    first,
    { ...announced, at: expect.any(Date), completed: true, bytes_sent: file.bytes.length },
  ])
  expect(written[1]?.at.getTime()).toBeGreaterThan(announced?.at.getTime() ?? 0)

  // As a server that ended between the commit and the removal.
  await writeFile(join(lateFolder(), name), kept)
  await expect.poll(lateFiles).toEqual([])
  expect(await recordsOf(orderId)).toEqual(written)
})

test('a download record of an order erased meanwhile is dropped', async () => {
  const buyer = 'erased@example.com'
  const erased = await createTestOrder(app, { email: buyer })
  const document = await uploadDocumentTo(app, erased)
  const visit = await openOrder({ app, orderId: erased, email: buyer })
  await cutPrimary()
  await download(erased, document, visit)
  await expect.poll(lateFiles).toHaveLength(1)
  const [name = ''] = await lateFiles()
  const admin = { token: await whole.signInAs('Admin') }
  const asked = { email: buyer, kinds: ['erasure' as const], channel: 'e-mail' as const }
  const { id } = (await whole.call(createRequest, { body: asked }, admin)).body.data
  const { plan } = (await whole.call(planErasure, { params: { id } }, admin)).body.data
  expect((await whole.call(eraseOrders, { params: { id }, body: { plan } }, admin)).http).toBe(200)
  await runErasures(whole.platform, Date.now() + 30_000)
  expect(await lateFiles()).toEqual([name])
  primary.join()
  await expect.poll(() => readdir(lateFolder())).toEqual([])
  expect(await recordsOf(erased)).toEqual([])
})
