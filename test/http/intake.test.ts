import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { activeGateway, createOrder } from '#contract/intake.ts'
import { getOrder } from '#contract/order-details.ts'
import { folderCounts, listOrders, searchOrders } from '#contract/orders.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { arrivalFields, departureFields } from '#contract/rules/order-fields.ts'
import { commandLineAuditContext } from '#server/audit/audit.ts'
import { createIntakeKey, listIntakeKeys, revokeIntakeKey } from '#server/intake-keys/intake-keys.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { anOrder, createTestOrder } from '../support/orders.ts'
import { testIntakeKey } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** 23:30 in Jakarta: half an hour before the date there changes to 21 November. */
const now = new Date('2026-11-20T16:30:00Z')
let admin: string

const app = useTestApp({ clock: () => now })
beforeAll(async () => {
  admin = await app.signInAs('Admin')
})

type OrderInput = ReturnType<typeof anOrder>
const postOrder = (body: OrderInput, { token = testIntakeKey, key }: { token?: string; key?: string } = {}) =>
  app.call(createOrder, { body }, { token, ...(key && { headers: { 'idempotency-key': key } }) })
const loadDetails = async (orderId: number) =>
  (await app.call(getOrder, { params: { orderId } }, { token: admin })).body.orderDetails
const loadTotal = async () => {
  const { body } = await app.call(folderCounts, { query: {} }, { token: admin })
  return body.data['allOrdersCount']
}
const createKey = (name: string) =>
  inTransaction(app.platform.db, (tx) =>
    createIntakeKey(commandLineAuditContext(app.platform, tx, now), {
      name,
      domains: ['pabean.example'],
    }),
  )

test('a new order is listed as New, found by search, and shown as sent', async () => {
  const sent = anOrder({
    email: 'buyer@example.com',
    arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
    arrival_nationality: 'VNM',
    arrival_phone_code: 'VIET NAM',
    arrival_doa: '2026-11-23',
    amount: 49.5,
    currency: 'USD',
    transaction_id: 'pi_3QK8',
    familyMember: [{ family_member_name: 'Trần Văn Hải', family_relationship: 'Husband' }],
    importingGoods: [
      {
        animals: 'No',
        purchase: 'yes',
        details: [
          { group: 'purchase', description_of_Goods: 'Camera', quantityofGoods: 1, value: '1699.00' },
        ],
      },
    ],
  })
  const { http, body } = await postOrder(sent)
  expect(http).toBe(200)
  const id = body.data.order_id
  expect(body.data).toEqual({
    order_id: id,
    process_status: 'New',
    processing_mode: 'standard',
    process_month: '2026-11',
    track_url: `${app.platform.config.publicUrl}/track-order/${encodeOrderId(id)}`,
  })

  const details = await loadDetails(id)
  expect(details).toMatchObject({
    email: 'buyer@example.com',
    arrival_nationality: 'VNM',
    arrival_phone_code: 'VIET NAM',
    transaction_id: 'pi_3QK8',
    transport_type: 'Air and Sea',
    amount: '49.50',
    travel_date: '2026-11-23',
    window_opens_on: '2026-11-20',
    created_at: '2026-11-20T16:30:00Z',
  })
  expect(details.familyMember[0]).toMatchObject({
    family_member_name: 'Trần Văn Hải',
    family_nationality: '',
  })
  expect(details.importingGoods[0]).toMatchObject({ animals: 'No', purchase: 'Yes', narcotics: '' })
  expect(details.importingGoods[0]?.details[0]).toMatchObject({ group: 'purchase', quantityofGoods: '1' })
  expect(details.events.map(({ action, by }) => ({ action, by }))).toEqual([
    { action: 'created', by: 'INTAKE_KEY' },
  ])

  const list = await app.call(listOrders, { params: { orderName: 'newOrder' }, query: {} }, { token: admin })
  expect(list.body.data.map((row) => row.order_id)).toContain(id)
  for (const searchVal of ['nguyen thi anh', 'BUYER@example', String(id), '3QK8']) {
    const found = await app.call(
      searchOrders,
      { body: { searchVal, folderName: 'allOrder' } },
      { token: admin },
    )
    expect(
      found.body.data.map((row) => row.order_id),
      searchVal,
    ).toEqual([id])
  }
})

test('an order before its window is in Future Orders under the month in which it opens (product §2)', async () => {
  const { body } = await postOrder(anOrder({ arrival_doa: '2027-03-02' }))
  expect(body.data).toMatchObject({ processing_mode: 'future', process_month: '2027-02' })
  const future = await app.call(
    listOrders,
    { params: { orderName: 'futureOrder' }, query: { month: 2 } },
    { token: admin },
  )
  expect(future.body.data.map((row) => row.order_id)).toEqual([body.data.order_id])
})

test('the travel date of a departure is the date of its departure time', async () => {
  const id = await createTestOrder(app, {
    landing_domain: 'departure.pabean.example',
    email: undefined,
    arrival_full_name: undefined,
    arrival_email: undefined,
    arrival_nationality: undefined,
    arrival_passport_number: undefined,
    arrival_phone_code: undefined,
    arrival_phone_number: undefined,
    departure_full_name: '李秀英',
    departure_contact_email_address: 'li@example.com',
    departure_departure_date: '2026-11-22 23:55:00',
  })
  expect(await loadDetails(id)).toMatchObject({
    email: 'li@example.com',
    departure_departure_date: '2026-11-22 23:55:00',
    travel_date: '2026-11-22',
  })
})

const hostileTexts = [
  `<script>alert('1')</script>"&amp;{{7*7}}`,
  String.raw`'; drop table orders; -- \ % _ ${'$'}{x}`,
  'right\u202Eto\u2066left\u2069 \u200Bnothing \u0007bell\r\nnew line\ttab',
  '  blanks before and after \u2028 ',
  'Ø'.repeat(200),
  '👩‍👩‍👧‍👦 नमस्ते 漢字 العربية',
]
const textFields = [...arrivalFields, ...departureFields].filter(({ kind }) =>
  ['text', 'country', 'phoneCode'].includes(kind),
)
const familyKeys = [
  'family_member_name',
  'family_passport_number',
  'family_nationality',
  'family_other_nationalities',
  'family_relationship',
]
test.each(hostileTexts.map((text) => [text.slice(0, 40), text]))(
  '%j is stored and returned unchanged in every field',
  async (_, text) => {
    const fields = Object.fromEntries(textFields.map(({ key }) => [key, text]))
    const family = Object.fromEntries(familyKeys.map((key) => [key, text]))
    const line = {
      category: text,
      description_of_Goods: text,
      quantityofGoods: text,
      units: text,
      value: text,
    }
    const id = await createTestOrder(app, {
      ...fields,
      arrival_question_of_tomorrow: text,
      landing_domain: `arrival.example ${text}`.trim(),
      language: text,
      transport_type: text,
      transaction_id: text,
      merchant_name: text,
      familyMember: [family],
      importingGoods: [{ details: [{ group: 'animals', ...line }] }],
    })
    const details = await loadDetails(id)
    expect(details).toMatchObject({ ...fields, arrival_question_of_tomorrow: text, transaction_id: text })
    expect(details.familyMember).toEqual([family])
    expect(details.importingGoods[0]?.details[0]).toMatchObject(line)
  },
)

test('characters that PostgreSQL cannot store become the replacement character', async () => {
  const id = await createTestOrder(app, { arrival_full_name: 'a\0b\uD800c', arrival_city: 'd\0' })
  expect(await loadDetails(id)).toMatchObject({
    arrival_full_name: 'a\uFFFDb\uFFFDc',
    arrival_city: 'd\uFFFD',
  })
})

test('every field of lists and reports accepts its longest text, and one more character is refused', async () => {
  const longest = {
    arrival_full_name: 300,
    merchant_name: 300,
    arrival_nationality: 2000,
    arrival_phone_code: 2000,
    arrival_phone_number: 2000,
    arrival_passport_number: 2000,
    language: 2000,
    transport_type: 2000,
    transaction_id: 2000,
  }
  // Of letters alone: digits may be the number of a card, which is masked.
  const long = randomBytes(1001).toString('hex').replaceAll(/\d/g, 'x')
  const fields = Object.entries(longest).map(([key, length]) => [key, long.slice(0, length)])
  const id = await createTestOrder(app, Object.fromEntries(fields))
  const { transaction_id: _sealed, ...shown } = Object.fromEntries(fields)
  expect(await loadDetails(id)).toMatchObject(shown)
  for (const [key, length] of Object.entries(longest)) {
    const body = anOrder({ [key]: long.slice(0, length + 1) })
    const refused = await app.call(createOrder, { body }, { token: testIntakeKey })
    expect(refused.http, key).toBe(400)
    expect(refused.body.message).toBe(`${key} has at most ${length} characters.`)
  }
})

test('unknown fields are kept as text', async () => {
  const id = await createTestOrder(app, {
    arrival_count: 3,
    arrival_list: ['a', 2, true],
    arrival_answer: false,
    departure_none: null,
  })
  expect(await loadDetails(id)).toMatchObject({
    arrival_count: '3',
    arrival_list: 'a, 2, true',
    arrival_answer: 'false',
  })
})

test.each([
  ['landing_domain', { landing_domain: undefined }, 'landing_domain is required.'],
  ['email', { email: '', arrival_email: '' }, 'email is required.'],
  ['email', { email: 'nobody' }, 'email must be an e-mail address.'],
  ['email', { email: 'a@b.example\r\nBcc: c@d.example' }, 'email must be an e-mail address.'],
  ['arrival_doa', { arrival_doa: '23-11-2026' }, 'arrival_doa must be a date (YYYY-MM-DD).'],
  ['arrival_doa', { arrival_doa: '1000-01-01' }, 'arrival_doa must be a date (YYYY-MM-DD).'],
  ['arrival_full_name', { arrival_full_name: { a: 1 } }, 'arrival_full_name must be text.'],
  ['arrival_full_name', { arrival_full_name: ['A', 'B'] }, 'arrival_full_name must be text.'],
  ['arrival_symptoms', { arrival_symptoms: [['A']] }, 'arrival_symptoms must be text or a list of texts.'],
  [
    'arrival_new',
    { arrival_new: { b: 1 } },
    'A further arrival_ or departure_ field must be text or a list of texts.',
  ],
  [
    'departure_departure_date',
    { departure_departure_date: '2026-11-22' },
    'departure_departure_date must be a date and time (YYYY-MM-DD HH:mm:ss).',
  ],
  ['processing_mode', { processing_mode: 'fast' }, 'processing_mode is one of standard, priority, future.'],
  ['order_id', { order_id: 12345 }, 'Order id is not valid.'],
  ['amount', { amount: '-1' }, 'amount must be a number with at most two decimals.'],
  ['amount', { amount: 1.005 }, 'amount must be a number with at most two decimals.'],
  ['currency', { currency: 'dollars' }, 'currency must be a three-letter code.'],
  ['familyMember', { familyMember: 'Anna' }, 'familyMember must be a list.'],
  ['importingGoods.0.animals', { importingGoods: [{ animals: 'perhaps' }] }, 'animals must be Yes or No.'],
  ['process_status', { process_status: 'Completed' }, 'Unknown field process_status.'],
  ['constructor', { constructor: 'x' }, 'Unknown field constructor.'],
])('%s with the invalid value %j is refused: %s', async (field, change, message) => {
  const before = await loadTotal()
  const { http, body } = await postOrder(anOrder(change), { key: `wrong ${field}` })
  expect([http, body.status, body.message, body.errors?.[field]]).toEqual([400, 0, message, message])
  expect(await loadTotal()).toBe(before)
})

test('a deeply nested body is refused', async () => {
  const depth = 100_000
  const text = JSON.stringify(anOrder({ arrival_new: 'DEEP' }))
  const answer = await fetch(`${app.url}/api/intake/orders`, {
    method: 'POST',
    headers: { authorization: testIntakeKey, 'content-type': 'application/json', 'idempotency-key': 'deep' },
    body: text.replace('"DEEP"', '['.repeat(depth) + ']'.repeat(depth)),
  })
  expect(answer.status).toBe(400)
})

test('a body that is not an object is refused', async () => {
  for (const body of ['[]', '"x"', 'null', '{"a":']) {
    const response = await fetch(`${app.url}/api/intake/orders`, {
      method: 'POST',
      headers: { authorization: testIntakeKey, 'content-type': 'application/json' },
      body,
    })
    expect([body, response.status]).toEqual([body, 400])
  }
})

test('a given order id is used, and refused the second time', async () => {
  const own = anOrder({ order_id: '734512' })
  expect((await postOrder(own)).body.data.order_id).toBe(734512)
  const again = await postOrder(own)
  expect([again.http, again.body.message]).toEqual([409, 'Order id 734512 is taken.'])

  const concurrent = await Promise.all(
    Array.from({ length: 8 }, () => postOrder(anOrder({ order_id: 734513 }))),
  )
  expect(concurrent.map(({ http }) => http).sort()).toEqual([200, ...Array(7).fill(409)])
})

test('the id sequence skips ids given by orders', async () => {
  const next = (await createTestOrder(app)) + 1
  for (const order_id of [next, next + 1, next + 2]) await createTestOrder(app, { order_id })
  const given = [await createTestOrder(app), await createTestOrder(app)]
  expect(given.every((id) => id > next + 2)).toBe(true)
  expect(new Set(given).size).toBe(2)
})

test('repeating an Idempotency-Key returns the first reply and creates no second order', async () => {
  const order = anOrder()
  const first = await postOrder(order, { key: 'order 1' })
  const before = await loadTotal()
  const shuffled = {
    ...Object.fromEntries(Object.entries(order).toReversed()),
    landing_domain: order.landing_domain,
  }
  const second = await postOrder(shuffled, { key: 'order 1' })
  expect(second.http).toBe(200)
  expect(second.body).toEqual(first.body)
  const other = await postOrder({ ...order, arrival_full_name: 'Somebody else' }, { key: 'order 1' })
  expect([other.http, other.body.message]).toEqual([409, 'This Idempotency-Key was used for another order.'])
  expect(await loadTotal()).toBe(before)

  const token = await createKey('another site')
  const otherKeyResponse = await postOrder(order, { key: 'order 1', token })
  expect(otherKeyResponse.body.data.order_id).not.toBe(first.body.data.order_id)
  await postOrder(anOrder(), { key: 'order 2' })
  expect((await postOrder(order, { key: 'order 1' })).body).toEqual(first.body)
  expect((await postOrder(order, { key: 'order 1', token })).body).toEqual(otherKeyResponse.body)
})

test('an Idempotency-Key of a refused request can be used again', async () => {
  expect((await postOrder(anOrder({ arrival_doa: 'soon' }), { key: 'mended' })).http).toBe(400)
  const taken = await createTestOrder(app)
  expect((await postOrder(anOrder({ order_id: taken }), { key: 'mended' })).http).toBe(409)
  expect((await postOrder(anOrder(), { key: 'mended' })).http).toBe(200)
})

test('ten concurrent requests with one Idempotency-Key create one order', async () => {
  const before = Number(await loadTotal())
  const order = anOrder()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => postOrder(order, { key: 'ten at once' })),
  )
  expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await loadTotal()).toBe(before + 1)
})

test('the intake accepts intake keys only', async () => {
  for (const token of ['pik_wrong', admin]) {
    const { http, body } = await postOrder(anOrder(), { token })
    expect([http, body.status, body.message]).toEqual([403, 0, 'The intake key is not valid.'])
  }
  const key = await createKey('shop')
  const listed = (
    await app.call(getOrder, { params: { orderId: await createTestOrder(app) } }, { token: key })
  ).http
  expect(listed).toBe(401)
})

test('an intake key is stored as a hash and refused once revoked', async () => {
  const key = await createKey('arrival site')
  expect(key).toMatch(/^pik_[\w-]{43}$/)
  const { body } = await postOrder(anOrder(), { token: `Bearer ${key}` })
  const { events } = await loadDetails(body.data.order_id)
  expect(events[0]?.by).toBe('arrival site')

  const stored = await app.platform.db.selectFrom('intake_keys').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(key)
  await expect(createKey('arrival site')).rejects.toThrow('There is an intake key named arrival site.')
  await expect(createKey('import')).rejects.toThrow('There is an intake key named import.')

  const keyOfOther = await createKey('departure site')
  await inTransaction(app.platform.db, (tx) =>
    revokeIntakeKey(commandLineAuditContext(app.platform, tx, now), 'arrival site'),
  )
  expect((await postOrder(anOrder(), { token: key })).http).toBe(403)
  expect((await postOrder(anOrder(), { token: keyOfOther })).http).toBe(200)
  await expect(
    inTransaction(app.platform.db, (tx) =>
      revokeIntakeKey(commandLineAuditContext(app.platform, tx, now), 'arrival site'),
    ),
  ).rejects.toThrow('There is no active intake key named arrival site.')
  const listed = await inTransaction(app.platform.db, listIntakeKeys)
  expect(listed.find(({ name }) => name === 'arrival site')).toMatchObject({
    revoked_at: now,
    last_used_at: now,
  })
})

test('landing sites can read the active gateway (product §5)', async () => {
  const { body } = await app.call(activeGateway, {}, { token: testIntakeKey })
  const active = { id: expect.any(Number), gateway_name: 'Stripe', since: null, fallbacks: [] }
  expect(body.data).toEqual(active)
  expect((await app.call(activeGateway, {}, { token: admin })).http).toBe(403)
})
