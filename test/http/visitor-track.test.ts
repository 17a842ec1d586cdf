import { expect, test } from 'vitest'
import { correctOrder } from '#contract/corrections.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { downloadHistory, linkByMail } from '#contract/visitor.ts'
import { visitorMessages } from '#texts/visitor-messages.ts'
import { storedKey } from '#server/platform/auth/attempts.ts'
import { createTestOrder } from '../support/orders.ts'
import { behindProxy, cookiesOf, moveOrder, openOrder, track } from './visitor-requests.ts'
import { useTestApp } from '../support/use-test-app.ts'

const minute = 60_000
let now = Date.parse('2026-11-20T02:00:00Z')
const clock = () => new Date(now)

const app = useTestApp({ clock, env: behindProxy })
const secondApp = useTestApp(() => ({ clock, env: behindProxy, sharedWith: app }))

const email = 'buyer@example.com'
const createVisitorOrder = () => createTestOrder(app, { email, arrival_email: 'traveller@example.com' })
let wrongEmails = 0
/** Another one each time, because each has a limit of its own. */
const wrongEmail = () => `somebody${(wrongEmails += 1)}@example.com`
const noMatchReply = { status: 0, message: 'No order matches this order ID and e-mail.' }

test.each([
  ['the e-mail of the order', email],
  ['the e-mail of the traveller', 'traveller@example.com'],
  ['blanks and another case', '  Buyer@Example.COM '],
])('an order is opened with %s (spec §4, §5)', async (_, given) => {
  const orderId = await createVisitorOrder()
  const { http, body, headers } = await track({ app, orderId, email: given })
  expect({ http, status: body.status }).toEqual({ http: 200, status: 1 })
  expect(body.message).not.toBe('')
  const [cookie = ''] = headers.getSetCookie()
  expect(cookie).toMatch(new RegExp(`^pabean_order_${orderId}=[\\w-]{43}; `))
  expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=1800', 'Path=/', 'SameSite=Lax'])
  const opened = await app.call(downloadHistory, { body: { orderId } }, { cookie: cookiesOf(headers) })
  expect(opened.body.mainResult.order_id).toBe(orderId)
  // A traveller is not told the buyer's address.
  expect(opened.body.mainResult.email).toBe(given.startsWith('traveller') ? 'b•••@e•••.com' : email)
})

test('the id is accepted encoded, as a number, or with surrounding spaces', async () => {
  const orderId = await createVisitorOrder()
  for (const given of [encodeOrderId(orderId), orderId, ` ${orderId} `])
    expect((await track({ app, orderId: given, email })).http).toBe(200)
})

test('only a hash of the secret is stored', async () => {
  const orderId = await createVisitorOrder()
  const secret = (await openOrder({ app, orderId, email })).split('=')[1] ?? ''
  const { token_hash } = await app.platform.db
    .selectFrom('visitor_sessions')
    .select('token_hash')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(token_hash).toHaveLength(32)
  expect(token_hash.equals(Buffer.from(secret, 'base64url'))).toBe(false)
})

test('a wrong id, a wrong e-mail and a deleted order get the same answer and the same records (spec §1, §6; product §6)', async () => {
  const orderId = await createVisitorOrder()
  const deleted = await createVisitorOrder()
  await moveOrder(app, deleted, 'Deleted')
  const failures = async () => (await app.platform.db.selectFrom('attempts').select('id').execute()).length
  const tries = [
    { orderId: 999_999_999_999, email },
    { orderId, email: 'somebody@example.com' },
    { orderId: deleted, email },
  ]
  for (const tried of tries) {
    const before = await failures()
    const { http, body, headers } = await track({ app, ip: '203.0.113.20', ...tried })
    expect({ http, body }).toEqual({ http: 404, body: noMatchReply })
    expect(headers.getSetCookie()).toEqual([])
    expect((await failures()) - before).toBe(4)
  }
})

test.each([['no id at all'], ['12345'], ['1234567890123456'], [0]])(
  '%j is no order id: an error of its field that costs no try (product §6)',
  async (orderId) => {
    const { http, body } = await track({ app, orderId, email })
    expect({ http, errors: body.errors }).toEqual({
      http: 400,
      errors: { orderId: visitorMessages.en.orderIdInvalid },
    })
    const key = (scope: string, key: string) => storedKey({ scope, key })
    const counted = await app.platform.db
      .selectFrom('attempts')
      .select('id')
      .where('key', 'in', [key('track address', '203.0.113.1'), key('track id', '0')])
      .execute()
    expect(counted).toEqual([])
  },
)

test("an empty field is refused with the form's message", async () => {
  const { http, body } = await track({ app, orderId: ' ', email: ' ' })
  expect(http).toBe(400)
  expect(body.errors).toEqual({ orderId: 'Please enter your orderId', email: 'Please enter your email' })
})

test('after ten failures an id is locked for the IP, counted across servers', async () => {
  const orderId = await createVisitorOrder()
  const ip = '203.0.113.30'
  for (const instance of Array.from({ length: 10 }, (_, n) => (n % 2 ? app : secondApp)))
    expect((await track({ app: instance, orderId, email: 'x@example.com', ip })).http).toBe(404)
  for (const instance of [app, secondApp]) {
    const { http, body, headers } = await track({ app: instance, orderId, email, ip })
    expect(http).toBe(429)
    expect(body).toEqual({
      status: 0,
      message: 'Too many attempts. Try again in 15 minutes.',
      code: linkByMail,
    })
    expect(Number(headers.get('retry-after'))).toBe(15 * 60)
  }
  expect((await track({ app, orderId, email, ip: '203.0.113.31' })).http).toBe(200)
  now += 15 * minute
  expect((await track({ app, orderId, email, ip })).http).toBe(200)
})

test('concurrent tries are limited like sequential ones', async () => {
  const orderId = await createVisitorOrder()
  const tries = Array.from({ length: 24 }, (_, n) =>
    track({ app: n % 2 ? app : secondApp, orderId, email: 'x@example.com', ip: '203.0.113.40' }),
  )
  const answers = (await Promise.all(tries)).map(({ http }) => http)
  expect(answers.filter((http) => http === 404)).toHaveLength(10)
  expect(answers.filter((http) => http === 429)).toHaveLength(14)
})

test('an address of many visitors has three hundred failures, then the link by mail is offered', async () => {
  const ip = '203.0.113.50'
  const known = await createVisitorOrder()
  await openOrder({ app, orderId: known, email, ip })
  for (let n = 0; n < 299; n++)
    expect((await track({ app, orderId: 700_000 + n, email: wrongEmail(), ip })).http).toBe(404)
  const orderId = await createVisitorOrder()
  expect((await track({ app, orderId, email, ip })).http).toBe(200)
  expect((await track({ app, orderId: 800_000, email: wrongEmail(), ip })).http).toBe(404)
  const another = await createVisitorOrder()
  expect(await track({ app, orderId: another, email, ip })).toMatchObject({
    http: 429,
    body: { code: linkByMail },
  })
  for (const opened of [known, orderId])
    expect((await track({ app, orderId: opened, email, ip })).http).toBe(200)
  expect((await track({ app, orderId, email, ip: '203.0.113.51' })).http).toBe(200)
})

test('after a hundred failures an id is locked, except for an IP that opened it before', async () => {
  const orderId = await createVisitorOrder()
  const known = '203.0.113.60'
  await openOrder({ app, orderId, email, ip: known })
  for (let n = 0; n < 100; n++) {
    const ip = `198.51.100.${Math.floor(n / 10)}`
    expect((await track({ app, orderId, email: wrongEmail(), ip })).http).toBe(404)
  }
  expect((await track({ app, orderId, email, ip: '203.0.113.61' })).http).toBe(429)
  expect((await track({ app, orderId, email, ip: known })).http).toBe(200)
})

test('an IP that opened an order is not locked out of it by ten failures', async () => {
  const orderId = await createVisitorOrder()
  const ip = '203.0.113.70'
  await openOrder({ app, orderId, email, ip })
  for (let n = 0; n < 12; n++) expect((await track({ app, orderId, email: wrongEmail(), ip })).http).toBe(404)
  expect((await track({ app, orderId, email, ip })).http).toBe(200)
  // It is known for that order only.
  const another = await createVisitorOrder()
  for (let n = 0; n < 10; n++)
    expect((await track({ app, orderId: another, email: wrongEmail(), ip })).http).toBe(404)
  expect((await track({ app, orderId: another, email, ip })).http).toBe(429)
})

test('opening an order again deletes expired sessions of the same order and IP only', async () => {
  const [orderId, another] = [await createVisitorOrder(), await createVisitorOrder()]
  const [ip, other] = ['203.0.113.80', '203.0.113.81']
  const old = await openOrder({ app, orderId, email, ip })
  await openOrder({ app, orderId, email, ip: other })
  await openOrder({ app, orderId: another, email, ip })
  now += 20 * minute
  const live = await openOrder({ app, orderId, email, ip })
  now += 20 * minute
  await openOrder({ app, orderId, email, ip })
  const rows = await app.platform.db
    .selectFrom('visitor_sessions')
    .select(['order_id', 'ip'])
    .where('order_id', 'in', [orderId, another])
    .orderBy('created_at')
    .orderBy('order_id')
    .orderBy('ip')
    .execute()
  expect(rows.map((row) => [row.order_id, row.ip])).toEqual([
    [orderId, other],
    [another, ip],
    [orderId, ip],
    [orderId, ip],
  ])
  const opens = async (cookie: string) =>
    (await app.call(downloadHistory, { body: { orderId } }, { cookie })).http
  expect([await opens(old), await opens(live)]).toEqual([403, 200])
})

test('a browser keeps at most ten order cookies, and the oldest are cleared', async () => {
  const orderId = await createVisitorOrder()
  const old = Array.from({ length: 12 }, (_, n) => `pabean_order_${800_000 + n}=x`)
  const { headers } = await track({ app, orderId, email, cookie: ['a=b', ...old].join('; ') })
  const cleared = headers.getSetCookie().filter((line) => line.includes('Expires=Thu, 01 Jan 1970'))
  expect(cleared.map((line) => line.split('=')[0])).toEqual([
    'pabean_order_800000',
    'pabean_order_800001',
    'pabean_order_800002',
  ])
})

test('a corrected e-mail ends the cookies of the old one', async () => {
  const orderId = await createTestOrder(app, { email: 'wrong@example.com' })
  const cookie = await openOrder({ app, orderId, email: 'wrong@example.com' })
  const look = async () => (await app.call(downloadHistory, { body: { orderId } }, { cookie })).http
  expect(await look()).toBe(200)
  const token = await app.signInAs('Team')
  const correct = (changes: Record<string, unknown>) =>
    app.call(correctOrder, { body: { orderId, changes, reason: 'Typing error' } }, { token })
  expect((await correct({ arrival_city: 'Badung' })).http).toBe(200)
  expect(await look()).toBe(200)
  const other = await createTestOrder(app, { email: 'wrong@example.com' })
  const otherCookie = await openOrder({ app, orderId: other, email: 'wrong@example.com' })
  expect((await correct({ email: 'right@example.com' })).http).toBe(200)
  expect(await look()).toBe(403)
  const stillOpen = await app.call(downloadHistory, { body: { orderId: other } }, { cookie: otherCookie })
  expect(stillOpen.http).toBe(200)
})
