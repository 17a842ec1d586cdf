import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { filterFields, listOrders, searchOrders, type OrderRow } from '#contract/orders.ts'
import { addDays, jakartaToday } from '#contract/rules/dates.ts'
import { productTitles } from '#contract/sites.ts'
import { insertManyOrders } from '../support/many-orders.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

let token: string
let now = Date.parse('2026-11-21T03:00:00Z')

const app = useTestApp({ clock: () => new Date((now += 1000)) })
beforeAll(async () => {
  token = await app.signInAs('Admin')
})

const list = (
  query: Record<string, unknown> = {},
  orderName: 'newOrder' | 'allOrder' | 'completedOrder' | 'futureOrder' = 'allOrder',
) => app.call(listOrders, { params: { orderName }, query }, { token })
const search = (searchVal: string, more: object = {}) =>
  app.call(searchOrders, { body: { searchVal, folderName: 'allOrder', end: 50, ...more } }, { token })
const idsFound = async (text: string) => (await search(text)).body.data.map((row) => row.order_id)

describe('rows (spec §3; product §2)', () => {
  test("an order without a traveller's e-mail has the buyer's", async () => {
    const [email, none] = ['buyer@example.org', { arrival_full_name: '', arrival_email: '' }]
    const arrival = await createTestOrder(app, { email, arrival_email: '' })
    const departure = await createTestOrder(app, { email, ...none, departure_full_name: 'Leaving' })
    const { body } = await list()
    const row = (id: number) => body.data.find(({ order_id: orderId }) => orderId === id)
    expect(row(arrival)?.arrival_email).toBe(email)
    expect(row(departure)?.departure_contact_email_address).toBe(email)
  })

  test('an arrival fills exactly the specified row fields', async () => {
    const orderId = await createTestOrder(app, {
      arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
      arrival_doa: '2026-11-23',
      arrival_email: 'tuyet@example.com',
      arrival_phone_code: '84',
      arrival_phone_number: '912345678',
    })
    const { body } = await list({ limit: 1 })
    expect(body).toMatchObject({ status: 1, page: 1, limit: 1 })
    const [row] = body.data
    expect(row).toEqual({
      order_id: orderId,
      landing_domain: 'arrival.pabean.example',
      process_status: 'New',
      processing_mode: 'standard',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      refund_date: null,
      processing_date: null,
      process_month: '2026-11',
      travel_date: '2026-11-23',
      window_opens_on: '2026-11-20',
      due_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      assign_to: null,
      is_assigned_to_me: false,
      amount: null,
      currency: null,
      refund_amount: null,
      refund_currency: null,
      dispute_due_on: null,
      dispute_reason_code: null,
      dispute_outcome: null,
      arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
      arrival_doa: '2026-11-23',
      arrival_email: 'tuyet@example.com',
      arrival_phone_code: '84',
      arrival_phone_number: '912345678',
      departure_full_name: null,
      departure_departure_date: null,
      departure_contact_email_address: null,
      departure_phone_number_1: null,
      telephone: '+84 912345678',
      mail_state: null,
      open_messages: 0,
      dispute_due_at: null,
      dispute_settled_as: null,
      gateway: null,
      network: null,
    } satisfies OrderRow)
  })

  test('a departure keeps its local time without a zone', async () => {
    await createTestOrder(app, {
      landing_domain: 'departure.pabean.example',
      arrival_full_name: undefined,
      arrival_email: undefined,
      arrival_nationality: undefined,
      arrival_passport_number: undefined,
      arrival_phone_code: undefined,
      arrival_phone_number: undefined,
      departure_full_name: 'Wayan Sudiarta',
      departure_departure_date: '2026-11-22 23:40:00',
    })
    const [row] = (await list({ limit: 1 })).body.data
    expect(row).toMatchObject({
      departure_full_name: 'Wayan Sudiarta',
      departure_departure_date: '2026-11-22 23:40:00',
      travel_date: '2026-11-22',
      arrival_full_name: null,
    })
  })
})

describe('parameters', () => {
  test('perPage is an alias of limit, delay and userName are accepted and do nothing', async () => {
    const { http, body } = await list({ perPage: 3, delay: 1, userName: 'somebody else' })
    expect(http).toBe(200)
    expect(body.limit).toBe(3)
  })

  test.each([
    ['page=0', 'Page is not valid.'],
    ['limit=x', 'Limit is not valid.'],
    [
      'sort=full_name',
      'sort is one of created_at, travel_date, processing_date, refund_date, due_at, dispute_due_at.',
    ],
    ['order=up', 'order is asc or desc.'],
    ['filter[password]=x', 'Orders cannot be filtered by password.'],
    ['after=nonsense', 'The page key is not valid.'],
    ['month=13', 'Month is not valid.'],
    ['month=3', 'Only future orders are listed by month.'],
  ])('%s answers 400 %s', async (query, message) => {
    const response = await fetch(`${app.url}/api/admin/get-orders-list/allOrder?${query}`, {
      headers: { authorization: token },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ status: 0, message })
  })

  test.each([
    { page: Number.MAX_SAFE_INTEGER, limit: 500 },
    { page: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER },
    { after: '----------_100000' },
    { before: '2026-13-45_100000' },
    { after: '2026-01-01T99:99:99Z_100000' },
  ])('an invalid page is refused: %j', async (query) => {
    expect(await list(query)).toMatchObject({ http: 400, body: { status: 0 } })
  })

  test('an unknown list is refused', async () => {
    const response = await fetch(`${app.url}/api/admin/get-orders-list/secretOrder`, {
      headers: { authorization: token },
    })
    expect(response.status).toBe(400)
  })

  test('every row field can be filtered by, and the total matches', async () => {
    await createTestOrder(app, { arrival_full_name: "Filter O'Neil", processing_mode: 'priority' })
    const [row] = (await list({ limit: 1 })).body.data
    if (!row) throw new Error('no row')
    for (const field of filterFields) {
      const value = row[field]
      if (value === null) continue
      const { http, body } = await list({ [`filter[${field}]`]: String(value), limit: 500 })
      expect(http, field).toBe(200)
      expect(body.count, field).toBe(body.data.length)
      expect(
        body.data.map((found) => found[field]),
        field,
      ).toEqual(body.data.map(() => value))
      expect(
        body.data.some((found) => found.order_id === row.order_id),
        field,
      ).toBe(true)
    }
  })

  test('sorting by travel date works in both directions', async () => {
    const today = jakartaToday(new Date(now))
    for (const days of [5, 1, 9])
      await createTestOrder(app, { arrival_doa: addDays(today, days), processing_mode: 'priority' })
    const down = (await list({ sort: 'travel_date', limit: 500 })).body.data.map((row) => row.travel_date)
    const up = (await list({ sort: 'travel_date', order: 'asc', limit: 500 })).body.data.map(
      (row) => row.travel_date,
    )
    const dated = down.filter((date) => date !== null)
    expect(dated).toEqual(dated.toSorted().toReversed())
    expect(down.slice(0, dated.length)).toEqual(dated)
    expect(up.filter((date) => date !== null)).toEqual(dated.toReversed())
  })
})

describe('search (product §5)', () => {
  test.each([
    ['Łukasz Wiśniewski', ['lukasz', 'WISNIEW', 'asz wi', 'Łukasz']],
    ['王晓明', ['王', '晓明']],
    ['عبد الله بن محمد', ['محمد']],
    ["Emma O'Donoghue 100%_\\", ["O'Don", '100%', '%_\\']],
    ['Đặng Quốc Hưng', ['dang quoc', 'hưng']],
  ])('finds %s by any part, ignoring case and accents', async (name, spellings) => {
    const orderId = await createTestOrder(app, { arrival_full_name: name })
    for (const text of spellings) expect(await idsFound(text), text).toContain(orderId)
    expect(await idsFound('not in any order')).toEqual([])
  })

  test('finds orders by order id, e-mail, transaction id and telephone digits', async () => {
    const orderId = await createTestOrder(app, {
      order_id: 87_654_321,
      arrival_phone_code: '84',
      arrival_phone_number: '912-345 679',
      transaction_id: 'pi_3QK8xT2eZvKY',
      email: 'Buyer.Of.Ticket@Example.com',
    })
    for (const text of [
      '87654321',
      '765432',
      '76',
      'pi_3qk8',
      'buyer.of.ticket@',
      '+84 912 345 679',
      '912345679',
      '(912) 345-679',
      '0912 345 679',
      '#87654321',
    ])
      expect(await idsFound(text), text).toContain(orderId)
  })

  test('matches a percent sign and an underscore literally', async () => {
    await createTestOrder(app, { arrival_full_name: 'Plain Person' })
    expect(await idsFound('%%%')).toEqual([])
    expect(await idsFound('pl_in')).toEqual([])
  })

  test('refuses a search text over the limit', async () => {
    expect((await search('王'.repeat(200))).http).toBe(200)
    expect((await search('王'.repeat(201))).http).toBe(400)
  })

  test('refuses fewer than three letters', async () => {
    const { http, body } = await search('ab')
    expect(http).toBe(400)
    expect(body.message).toBe('Please enter at least 3 characters.')
  })

  test('start and end are row offsets, end exclusive', async () => {
    for (let made = 0; made < 4; made++)
      await createTestOrder(app, { arrival_full_name: `Offset Person ${made}` })
    const all = await idsFound('offset person')
    const middle = (await search('offset person', { start: 1, end: 3 })).body
    expect(middle.data.map((row) => row.order_id)).toEqual(all.slice(1, 3))
    expect(middle.count).toBe(all.length)
  })

  test('searches one queue only', async () => {
    const orderId = await createTestOrder(app, { arrival_full_name: 'Queue Bound' })
    const found = async (folderName: 'newOrder' | 'completedOrder') =>
      (await search('queue bound', { folderName })).body.data.map((row) => row.order_id)
    expect(await found('newOrder')).toEqual([orderId])
    expect(await found('completedOrder')).toEqual([])
  })
})

describe('many orders', () => {
  beforeAll(() => insertManyOrders(app.owner, 3000, 5_000_000))

  test('a limit over the batch size is answered completely, in order, from one snapshot', async () => {
    const { body } = await list({ limit: 10_000 })
    expect(body.data).toHaveLength(body.count)
    expect(body.count).toBeGreaterThan(3000)
    const created = body.data.map((row) => row.created_at)
    expect(created).toEqual(created.toSorted().toReversed())
    expect(new Set(body.data.map((row) => row.order_id)).size).toBe(body.count)
  })

  test.each([
    ['created_at', 'desc'],
    ['travel_date', 'asc'],
    ['processing_date', 'desc'],
  ] as const)('by %s %s a streamed list has the rows of the pages', async (sort, order) => {
    const pages = await Promise.all([1, 2].map((page) => list({ sort, order, page, limit: 325 })))
    const streamed = await list({ sort, order, limit: 650 })
    expect(streamed.body.data).toEqual(pages.flatMap(({ body }) => body.data))
    expect(streamed.body.count).toBe(pages[0]?.body.count)
  })

  test.each(['identity', 'gzip'])(
    'a request aborted before the first row leaves no open transaction: %s',
    async (coding) => {
      const { db } = app.platform
      const others = async (state: string) => {
        const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and ${sql.raw(state)}`.execute(db)
        return rows.length
      }
      const holder = await db.startTransaction().execute()
      await sql`lock table order_counts in access exclusive mode`.execute(holder)
      const leaving = new AbortController()
      const asked = fetch(`${app.url}/api/admin/get-orders-list/allOrder?limit=1000`, {
        headers: { authorization: token, 'accept-encoding': coding },
        signal: leaving.signal,
      })
      await expect.poll(() => others(`wait_event_type = 'Lock'`)).toBe(1)
      leaving.abort()
      await expect(asked).rejects.toThrow('aborted')
      // Once the next request is answered, the server has noticed the aborted ones.
      await app.call(productTitles)
      await holder.rollback().execute()
      await expect.poll(() => others('xact_start is not null')).toBe(0)
    },
  )

  test('cursors and page numbers give the same pages', async () => {
    const byNumber = (await list({ page: 40, limit: 20 }, 'completedOrder')).body
    const before = (await list({ page: 39, limit: 20 }, 'completedOrder')).body
    const next = (await list({ limit: 20, after: before.keys?.last }, 'completedOrder')).body
    const previous = (await list({ limit: 20, before: byNumber.keys?.first }, 'completedOrder')).body
    expect(next.data).toEqual(byNumber.data)
    expect(previous.data).toEqual(before.data)
  })

  test('the total of a search is exact up to 1,000, then a lower bound, or exact with exactCount', async () => {
    const capped = (await search('traveller', { end: 10 })).body
    expect(capped).toMatchObject({ count: 1001, more: true })
    const exact = (await search('traveller', { end: 4000, exactCount: true })).body
    expect(exact.more).toBeUndefined()
    expect(exact.data).toHaveLength(exact.count)
    expect(exact.count).toBeGreaterThanOrEqual(3000)
  })

  test('My Orders lists the orders assigned to the caller', async () => {
    const { body } = await app.call(
      listOrders,
      { params: { orderName: 'myOrder' }, query: { limit: 500 } },
      { token },
    )
    expect(body.data.every((row) => row.is_assigned_to_me && row.assign_to === memberNames.Admin)).toBe(true)
  })
})
