import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createOrder } from '#contract/intake.ts'
import { getOrder } from '#contract/order-details.ts'
import { visitorMessages } from '#texts/visitor-messages.ts'
import { downloadDocument, linkByMail, sendLink, trackOrder } from '#contract/visitor.ts'
import { permutedOrderId } from '#server/intake/order-ids.ts'
import { queueLinkMail } from '#server/visitor/order-link.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { openOrder, uploadDocumentTo } from '../http/visitor-requests.ts'
import { anOrder, createTestOrder } from '../support/orders.ts'
import { testIntakeKey } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })

const track = (orderId: number | string, email: string, ip: string) =>
  app.call(trackOrder, { body: { orderId: String(orderId), email } }, { headers: { 'x-forwarded-for': ip } })

test('ninety ids for one e-mail from ninety networks do not open the ninety-first (product §6)', async () => {
  const email = 'target@example.com'
  const orderId = await createTestOrder(app, { email })
  const statuses: number[] = []
  for (let guess = 1; guess <= 90; guess += 1)
    statuses.push((await track(orderId + 1000 + guess, email, `203.0.${guess}.1:${50_000 + guess}`)).http)
  expect(statuses.filter((status) => status === 404)).toHaveLength(20)
  const last = await track(orderId, email, '203.0.200.1')
  expect(last.http).toBe(429)
  expect(last.body).toMatchObject({ message: visitorMessages.en.tooManyAttempts(15), code: linkByMail })
})

test('a visitor who opened the order before gets in with the limit of the e-mail used up', async () => {
  const email = 'known@example.com'
  const orderId = await createTestOrder(app, { email })
  expect((await track(orderId, email, '198.51.100.7')).http).toBe(200)
  for (let guess = 1; guess <= 25; guess += 1) await track(orderId + 5000 + guess, email, `192.0.${guess}.1`)
  expect((await track(orderId, email, '192.0.99.1')).http).toBe(429)
  expect((await track(orderId, email, '198.51.100.7')).http).toBe(200)
})

test('a /48 of IPv6 has four times the tries of an address over all its networks', async () => {
  const statuses: number[] = []
  for (let guess = 1; guess <= 1220; guess += 1) {
    const ip = `2001:db8:7:${((guess % 200) * 256).toString(16)}::1`
    statuses.push((await track(700_000 + guess, `guess${guess}@example.com`, ip)).http)
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(1200)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
})

test.each([
  ['a dotted capital I', 'maİl@example.com'],
  ['a Kelvin sign', 'mar\u212A@example.com'],
])('an e-mail with %s does not match the one without', async (_, lookalike) => {
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
  // Mailed to the stored address, not the typed one.
  await ask(stored.toUpperCase())
  expect(await mailsTo()).toEqual([{ recipient: stored }])
})

test('repeated downloads of a document make fifty rows a day and count the rest', async () => {
  const email = 'again@example.com'
  const orderId = await createTestOrder(app, { email })
  const { file1 } = await uploadDocumentTo(app, orderId)
  const cookie = await openOrder({ app, orderId, email })
  const countRows = () =>
    app.platform.db
      .selectFrom('downloads')
      .select(['completed', 'repeats'])
      .where('order_id', '=', orderId)
      .orderBy('id', 'desc')
      .execute()
  const download = async () => {
    const answer = await fetch(`${app.url}/uploads/docs/${orderId}_${file1}`, { headers: { cookie } })
    await answer.arrayBuffer()
    return answer.status
  }
  const announce = () =>
    app.call(downloadDocument, { body: { orderId, customername: 'x', file1 } }, { cookie })
  const untilWhole = (count: number) =>
    expect
      .poll(async () => {
        const rows = await countRows()
        return rows.reduce((sum, { completed, repeats }) => sum + Number(completed) + repeats, 0)
      })
      .toBe(count)
  for (let times = 1; times <= 60; times += 1) {
    expect(await download()).toBe(200)
    await untilWhole(times)
  }
  await announce()
  const rows = await countRows()
  expect(rows).toHaveLength(50)
  expect(rows.reduce((sum, { repeats }) => sum + repeats, 0)).toBe(10)
  const token = await app.signInAs('Team')
  const order = (await app.call(getOrder, { params: { orderId } }, { token })).body.orderDetails
  expect(order.downloadHistory[0]?.repeats).toBe(rows[0]?.repeats)
  expect(order.events.filter(({ action }) => action === 'downloaded')).toHaveLength(50)

  await app.platform.db
    .updateTable('downloads')
    .set({ at: new Date(Date.now() - 25 * 60 * 60_000) })
    .execute()
  await announce()
  expect(await countRows()).toHaveLength(51)
})

test('a generated order id has ten digits, is unlike its neighbours, and is unused', async () => {
  const create = async (order: Record<string, unknown> = {}) => {
    const { http, body } = await app.call(createOrder, { body: anOrder(order) }, { token: testIntakeKey })
    expect(http, body.message).toBe(200)
    return body.data.order_id
  }
  const { seal } = app.platform
  const one = await create()
  const key = seal.hash('order id permutation', '')
  const { rows } = await sql<{ last: number }>`select last_value as last from order_ids`.execute(app.owner)
  const last = rows[0]?.last ?? 0
  expect(one).toBe(permutedOrderId(key, last))
  const [next, afterNext] = [permutedOrderId(key, last + 1), permutedOrderId(key, last + 2)]
  // The landing site's id is the next one.
  expect(await create({ order_id: next })).toBe(next)
  expect(await create()).toBe(afterNext)
  for (const id of [one, next, afterNext]) expect(String(id)).toMatch(/^[1-9]\d{9}$/)
  expect(Math.abs(next - one)).toBeGreaterThan(1000)
})
