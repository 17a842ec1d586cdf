import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { getOrder } from '#contract/order-details.ts'
import { productTitles } from '#contract/sites.ts'
import { downloadDocument, downloadHistory } from '#contract/visitor.ts'
import { createTestOrder } from '../support/orders.ts'
import { storedDocument } from '../support/stored-files.ts'
import { behindProxy, forwardedFor, moveOrder, openOrder, uploadDocumentTo } from './visitor-requests.ts'
import { useTestApp } from '../support/use-test-app.ts'

const minute = 60_000
let now = Date.parse('2026-11-20T02:00:00Z')
let token: string
let orderId: number
let cookie: string
let file1: string
let bytes: Buffer

const email = 'buyer@example.com'
const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const visitorOptions = () => ({ cookie, headers: { ...forwardedFor('203.0.113.7'), 'user-agent': phone } })

const app = useTestApp({ clock: () => new Date(now), env: behindProxy })
beforeAll(async () => {
  token = await app.signInAs('Team')
})

beforeEach(async () => {
  orderId = await createTestOrder(app, {
    email,
    arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
    arrival_doa: '2026-11-23',
  })
  ;({ file1, bytes } = await uploadDocumentTo(app, orderId))
  cookie = await openOrder({ app, orderId, email })
})

const loadHistory = (options: object = visitorOptions()) =>
  app.call(downloadHistory, { body: { orderId } }, options)
const recordDownload = (options: object = visitorOptions(), body: object = {}) =>
  app.call(downloadDocument, { body: { orderId, customername: 'x', file1, ...body } }, options)
const fileUrl = (name = `${orderId}_${file1}`) => `${app.url}/uploads/docs/${name}`
const fetchFile = (init: RequestInit & { name?: string } = {}) => {
  const { name, headers, ...rest } = init
  const own = { ...visitorOptions().headers, cookie }
  return fetch(fileUrl(name), { ...rest, headers: { ...own, ...(headers as Record<string, string>) } })
}
const loadRecords = () =>
  app.platform.db
    .selectFrom('downloads')
    .select(['ip', 'timezone', 'browser', 'os', 'bytes_sent', 'completed'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
/** Waits for the records, because sent bytes are recorded after the response. */
const expectRecords = (expected: object[]) => expect.poll(loadRecords).toEqual(expected)
const expectedRecord = { ip: '203.0.113.7', timezone: '', browser: 'Chrome', os: 'Android' }
const orderDetails = async () =>
  (await app.call(getOrder, { params: { orderId } }, { token })).body.orderDetails

test('get-download-history answers the order in visitor terms, with the path of its document (product §5)', async () => {
  const { http, body } = await loadHistory()
  expect(http).toBe(200)
  expect(body).toMatchObject({
    data: [],
    path: 'uploads/docs',
    mainResult: {
      order_id: orderId,
      customer_name: 'Nguyễn Thị Ánh Tuyết',
      email,
      order_type: 'Arrival',
      process_status: 'Approved',
      stage: 'ready',
      landing_domain: 'arrival.pabean.example',
      travel_date: '2026-11-23',
      application_email: `${orderId}@mail.pabean.example`,
      documents: [
        {
          file1,
          customer_name: 'Nguyễn Thị Ánh Tuyết',
          name: 'approved.pdf',
          content_type: 'application/pdf',
          size: bytes.length,
          created_at: '2026-11-20T02:00:00Z',
        },
      ],
    },
  })
})

test("the steps have the dates of the order's events", async () => {
  const received = new Date(now).toISOString().replace('.000Z', 'Z')
  orderId = await createTestOrder(app, { email })
  now += 60 * minute
  await moveOrder(app, orderId, 'AwaitingGovt')
  const sent = new Date(now).toISOString().replace('.000Z', 'Z')
  cookie = await openOrder({ app, orderId, email })
  const { mainResult } = (await loadHistory()).body
  expect(mainResult.process_status).toBe('With customs')
  expect(mainResult.documents).toEqual([])
  expect(mainResult.steps).toEqual([
    { key: 'received', state: 'done', at: received },
    { key: 'preparing', state: 'done', at: sent },
    { key: 'customs', state: 'now', at: sent },
    { key: 'ready', state: 'todo', at: null },
  ])
})

test('a dispute and a refund are not visible', async () => {
  const words = []
  for (const status of ['ChargeBack', 'Refunds'] as const) {
    await moveOrder(app, orderId, status)
    const { mainResult } = (await loadHistory()).body
    expect(mainResult.documents).toHaveLength(1)
    words.push(mainResult.process_status)
  }
  expect(new Set(words).size).toBe(1)
})

const protectedCalls = {
  history: async (options: object) => (await loadHistory(options)).http,
  announcement: async (options: object) => (await recordDownload(options)).http,
  file: async ({ cookie = '' }: { cookie?: string }) => (await fetchFile({ headers: { cookie } })).status,
  'name of no file': async ({ cookie = '' }: { cookie?: string }) =>
    (await fetchFile({ name: `${orderId}_nothing.pdf`, headers: { cookie } })).status,
}

test.each(Object.entries(protectedCalls))(
  'the %s is refused without the cookie of this order',
  async (_, callName) => {
    expect(await callName({})).toBe(403)
    const another = await createTestOrder(app, { email })
    const foreign = await openOrder({ app, orderId: another, email })
    expect(await callName({ cookie: foreign })).toBe(403)
    const secret = foreign.split('=')[1]
    expect(await callName({ cookie: `pabean_order_${orderId}=${secret}` })).toBe(403)
  },
)

test('the cookie of a member is enough for the file alone; the other calls need the header', async () => {
  const token = await app.signInAs('Team')
  const options = { cookie: await app.sessionCookie('Team') }
  expect(await protectedCalls.file(options)).toBe(200)
  expect(await protectedCalls.history(options)).toBe(403)
  expect(await protectedCalls.announcement(options)).toBe(403)
  expect(await protectedCalls.history({ token })).toBe(200)
})

test.each(Object.entries(protectedCalls))(
  'the cookie is accepted for the %s for thirty minutes',
  async (name, callName) => {
    const open = name === 'name of no file' ? 404 : 200
    now += 29 * minute
    expect(await callName({ cookie })).toBe(open)
    now += 1 * minute
    expect(await callName({ cookie })).toBe(403)
  },
)

test.each(Object.entries(protectedCalls))(
  'the %s is refused once the order is deleted',
  async (_, callName) => {
    await moveOrder(app, orderId, 'Deleted')
    expect(await callName({ cookie })).toBe(403)
  },
)

test('a download is asked for when it is announced, and whole once its bytes went (spec §3, product §6)', async () => {
  const { http, body } = await recordDownload(visitorOptions(), { timezone: 'Asia/Jakarta' })
  expect({ http, status: body.status }).toEqual({ http: 200, status: 1 })
  const row = {
    order_id: orderId,
    create_ts: new Date(now).toISOString().replace('.000Z', 'Z'),
    ip: '203.0.113.7',
    timezone: 'Asia/Jakarta',
    browser: 'Chrome',
    os: 'Android',
    received: 'asked',
    repeats: 0,
  }
  expect((await loadHistory()).body.data).toEqual([row])
  const before = await orderDetails()
  expect(before.downloadHistory).toEqual([row])
  expect(before.events.map(({ action }) => action)).not.toContain('downloaded')
  const noted = { ...expectedRecord, timezone: 'Asia/Jakarta' }
  expect(await loadRecords()).toEqual([{ ...noted, bytes_sent: null, completed: false }])

  const response = await fetchFile()
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
  await expectRecords([{ ...noted, bytes_sent: bytes.length, completed: true }])
  const after = await orderDetails()
  expect(after.downloadHistory).toEqual([{ ...row, received: 'whole' }])
  expect(after.events[0]).toMatchObject({ action: 'downloaded', by: 'Visitor' })
  expect((await loadHistory()).body.data).toEqual(after.downloadHistory)
})

test('an invalid time zone is left out, and the download succeeds', async () => {
  expect((await recordDownload(visitorOptions(), { timezone: 'Mars/Olympus' })).http).toBe(200)
  expect((await loadRecords())[0]?.timezone).toBe('')
})

test('a GET without a recorded download creates its own record', async () => {
  await (await fetchFile()).arrayBuffer()
  await expectRecords([{ ...expectedRecord, bytes_sent: bytes.length, completed: true }])
  await (await fetchFile()).arrayBuffer()
  await untilWhole([true, true])
  expect((await orderDetails()).events.filter(({ action }) => action === 'downloaded')).toHaveLength(2)
})

const get = async (init: RequestInit = {}) => (await fetchFile(init)).arrayBuffer()
const untilWhole = (wholes: boolean[]) =>
  expect.poll(async () => (await loadRecords()).map(({ completed }) => completed)).toEqual(wholes)

test("a visit's requests are one download until its bytes went whole; the next announcement is a new one", async () => {
  for (let n = 0; n < 3; n++) await recordDownload()
  await untilWhole([false])
  await Promise.all([get(), get()])
  await untilWhole([true])
  // The rest of a file that is there already is no download.
  await get({ headers: { range: 'bytes=5-' } })
  await recordDownload()
  await untilWhole([true, false])
  await get()
  await untilWhole([true, true])
  expect((await orderDetails()).events.filter(({ action }) => action === 'downloaded')).toHaveLength(2)
})

test('a phone that changes its address stays one download; two visitors of one address are two', async () => {
  const mobile = forwardedFor('203.0.113.99')
  await recordDownload()
  await get({ headers: { ...mobile, range: 'bytes=0-99' } })
  await expect.poll(loadRecords).toMatchObject([{ ip: '203.0.113.99', bytes_sent: 100 }])
  await get({ headers: { range: 'bytes=100-' } })
  await untilWhole([true])

  await recordDownload()
  cookie = await openOrder({ app, orderId, email })
  await get()
  await untilWhole([true, false, true])
})

test('a download is of one document', async () => {
  await recordDownload()
  ;({ file1 } = await uploadDocumentTo(app, orderId, { name: 'second.pdf' }))
  await get()
  await untilWhole([false, true])
})

test('the response has the file name, length and security headers', async () => {
  const { headers } = await fetchFile()
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="approved.pdf"; filename*=UTF-8''approved.pdf`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  })
})

test('HEAD answers the size and records no download', async () => {
  const response = await fetchFile({ method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  expect(await response.text()).toBe('')
  expect(await loadRecords()).toEqual([])
  expect((await fetchFile({ method: 'HEAD', name: `${orderId}_nothing.pdf` })).status).toBe(404)
})

test('a download in two ranges is one record', async () => {
  const first = await fetchFile({ headers: { range: 'bytes=0-99' } })
  expect(first.status).toBe(206)
  expect(first.headers.get('content-range')).toBe(`bytes 0-99/${bytes.length}`)
  const start = Buffer.from(await first.arrayBuffer())
  await expectRecords([{ ...expectedRecord, bytes_sent: 100, completed: false }])

  const rest = await fetchFile({
    headers: { range: 'bytes=100-', 'if-range': first.headers.get('etag') ?? '' },
  })
  expect(rest.status).toBe(206)
  expect(Buffer.concat([start, Buffer.from(await rest.arrayBuffer())])).toEqual(bytes)
  await expectRecords([{ ...expectedRecord, bytes_sent: bytes.length, completed: true }])
})

test('an aborted download is recorded as incomplete', async () => {
  ;({ file1, bytes } = await uploadDocumentTo(app, orderId, { padding: 15_000_000 }))
  const stop = new AbortController()
  const response = await fetchFile({ signal: stop.signal })
  await response.body?.getReader().read()
  stop.abort()
  await expect.poll(loadRecords).toMatchObject([{ bytes_sent: expect.any(Number), completed: false }])
  const [record] = await loadRecords()
  expect(record?.bytes_sent).toBeGreaterThan(0)
  expect(record?.bytes_sent).toBeLessThan(bytes.length)
})

test('a download aborted before the first byte is recorded as such', async () => {
  const { db } = app.platform
  const holder = await db.startTransaction().execute()
  await sql`lock table downloads in exclusive mode`.execute(holder)
  const leaving = new AbortController()
  const asked = fetchFile({ signal: leaving.signal })
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length
    })
    .toBe(1)
  leaving.abort()
  await expect(asked).rejects.toThrow('aborted')
  await app.call(productTitles)
  await holder.rollback().execute()
  await expect.poll(loadRecords).toMatchObject([{ bytes_sent: expect.any(Number), completed: false }])
})

test('a range request without the first bytes is recorded, too', async () => {
  const response = await fetchFile({ headers: { range: 'bytes=-10' } })
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes.subarray(-10))
  expect(await loadRecords()).toHaveLength(1)
})

test('a range beyond the end is refused, and one with an outdated validator is ignored', async () => {
  const beyond = await fetchFile({ headers: { range: `bytes=${bytes.length}-` } })
  expect(beyond.status).toBe(416)
  expect(beyond.headers.get('content-range')).toBe(`bytes */${bytes.length}`)
  expect(await loadRecords()).toEqual([])
  const changed = await fetchFile({ headers: { range: 'bytes=5-', 'if-range': '"another"' } })
  expect(changed.status).toBe(200)
  await changed.arrayBuffer()
})

const fetchInline = (query: string, headers: Record<string, string>) =>
  fetch(`${fileUrl()}${query}`, { headers })

test("a member's inline view records no download", async () => {
  const staff = { token }
  expect((await recordDownload(staff)).http).toBe(200)
  expect((await loadHistory(staff)).body.mainResult.order_id).toBe(orderId)
  const plain = await fetchInline('', { authorization: token })
  expect(plain.headers.get('content-disposition')).toMatch(/^attachment;/)
  await plain.arrayBuffer()
  const sessionCookie = await app.sessionCookie('Team')
  const bySessionCookie = await fetchInline('?inline=1', { cookie: sessionCookie })
  expect(bySessionCookie.headers.get('content-disposition')).toMatch(/^inline;/)
  await bySessionCookie.arrayBuffer()
  const withBoth = await fetchInline('?inline=1', { cookie: `${sessionCookie}; ${cookie}` })
  expect(withBoth.headers.get('content-disposition')).toMatch(/^inline;/)
  await withBoth.arrayBuffer()
  expect(await loadRecords()).toEqual([])
})

test('a visitor gets no inline view, and a member who tracked the order downloads as its visitor (product §6)', async () => {
  const inline = await fetchInline('?inline=1', { cookie })
  expect(inline.headers.get('content-disposition')).toMatch(/^attachment;/)
  await inline.arrayBuffer()
  await recordDownload({ cookie: `${await app.sessionCookie('Team')}; ${cookie}` })
  await untilWhole([true, false])
  expect((await orderDetails()).events[0]).toMatchObject({ action: 'downloaded', by: 'Visitor' })
})

test.each([
  ['another name', () => `${orderId}_AAAAAAAAAAAAAAAAAAAAAAAA.pdf`],
  ['no document', () => String(orderId)],
  ['a way out of the folder', () => `${orderId}_..%2f..%2fkeys%2fdata-keys`],
])('a guessed file name answers 404: %s', async (_, name) => {
  expect((await fetchFile({ name: name() })).status).toBe(404)
})

test('a file that was changed or cut off in the store is not sent', async () => {
  ;({ file1, bytes } = await uploadDocumentTo(app, orderId, { padding: 300_000 }))
  const { name } = await storedDocument(app, file1)
  const path = join(app.dataDir, 'documents', name.slice(0, 2), name)
  const stored = await readFile(path)
  await writeFile(path, Buffer.from(stored.map((byte, at) => (at === 200_000 ? byte ^ 1 : byte))))
  // What comes before the change may have been sent; the answer breaks off, and is no complete download.
  await expect(fetchFile().then((answer) => answer.arrayBuffer())).rejects.toThrow('terminated')
  const part = await fetchFile({ headers: { range: 'bytes=0-99' } })
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(0, 100))).toBe(true)
  await expect.poll(loadRecords).toMatchObject([{ completed: false }])
  await writeFile(path, stored.subarray(0, 65_552))
  expect((await fetchFile()).status).toBe(404)
})

test("a document under another order's id answers 404", async () => {
  const another = await createTestOrder(app, { email })
  cookie = await openOrder({ app, orderId: another, email })
  expect((await fetchFile({ name: `${another}_${file1}` })).status).toBe(404)
})

test('a withdrawn document answers 404 at once (product §3)', async () => {
  const replacement = await uploadDocumentTo(app, orderId, { name: 'corrected.pdf', replaces: file1 })
  expect((await fetchFile()).status).toBe(404)
  expect((await recordDownload()).http).toBe(404)
  expect(await loadRecords()).toEqual([])
  const { documents } = (await loadHistory()).body.mainResult
  expect(documents.map(({ name }) => name)).toEqual(['corrected.pdf'])
  expect((await fetchFile({ name: `${orderId}_${replacement.file1}` })).status).toBe(200)
})
