import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitorMessages } from '#contract/rules/visitor-messages.ts'
import { sendLink, trackOrder } from '#contract/visitor.ts'
import { queueLinkMail } from '#server/visitor/order-link.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { createTestOrder } from '../support/orders.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => app.stop())

const track = (orderId: number | string, email: string, ip: string) =>
  app.call(trackOrder, { body: { orderId: String(orderId), email } }, { headers: { 'x-forwarded-for': ip } })

test('ninety ids for one e-mail from ninety networks do not open the ninety-first', async () => {
  const email = 'target@example.com'
  const orderId = await createTestOrder(app, { email })
  const statuses: number[] = []
  for (let guess = 1; guess <= 90; guess += 1)
    statuses.push((await track(orderId + 1000 + guess, email, `203.0.${guess}.1`)).http)
  expect(statuses.filter((status) => status === 404)).toHaveLength(20)
  const last = await track(orderId, email, '203.0.200.1')
  expect(last.http).toBe(429)
  expect(last.body.message).toBe(visitorMessages.en.tooManyAttempts(15))
})

test('who opened the order before gets in although others have used up the limit of the e-mail', async () => {
  const email = 'known@example.com'
  const orderId = await createTestOrder(app, { email })
  expect((await track(orderId, email, '198.51.100.7')).http).toBe(200)
  for (let guess = 1; guess <= 25; guess += 1) await track(orderId + 5000 + guess, email, `192.0.${guess}.1`)
  expect((await track(orderId, email, '192.0.99.1')).http).toBe(429)
  expect((await track(orderId, email, '198.51.100.7')).http).toBe(200)
})

test('a /48 of IPv6 has four times the tries of an address, whatever its 65,536 networks', async () => {
  const statuses: number[] = []
  for (let guess = 1; guess <= 140; guess += 1) {
    const ip = `2001:db8:7:${(guess * 256).toString(16)}::1`
    statuses.push((await track(700_000 + guess, `guess${guess}@example.com`, ip)).http)
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(120)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
})

test.each([
  ['a dotted capital I', 'maİl@example.com'],
  ['a Kelvin sign', 'mar\u212A@example.com'],
])('an address with %s is not taken for the one without', async (_, lookalike) => {
  const stored = lookalike.replace('İ', 'i').replace('\u212A', 'k')
  const orderId = await createTestOrder(app, { email: stored })
  expect((await track(orderId, lookalike, '198.51.100.20')).http).toBe(404)
  await app.call(sendLink, { body: { email: lookalike } })
  const { platform } = app
  const ask = (email: string) =>
    inTransaction(platform.db, (tx) =>
      queueLinkMail(
        { ...platform, tx, now: platform.clock() },
        { email, isTooMuch: false, mailId: crypto.randomUUID() },
      ),
    )
  const mailsTo = () =>
    platform.db.selectFrom('mails').select('recipient').where('order_id', '=', orderId).execute()
  await ask(lookalike)
  expect(await mailsTo()).toEqual([])
  // It goes to the address that the order has, not to the one that was typed.
  await ask(stored.toUpperCase())
  expect(await mailsTo()).toEqual([{ recipient: stored }])
})
