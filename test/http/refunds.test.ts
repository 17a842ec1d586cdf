import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveOrders, undo } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { listOrders } from '#contract/orders.ts'
import { refundOrders } from '#contract/refunds.ts'
import { takeIn } from '../support/orders.ts'
import { memberNames, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
let beside: TestApp
let team: string
let night: string
beforeAll(async () => {
  app = await startTestApp()
  beside = await startTestApp({ beside: app })
  team = await app.signInAs('Team')
  night = await app.signInAs('Night Staff')
})
afterAll(async () => {
  await beside.stop()
  await app.stop()
})

const toRefund = async (changes: Record<string, unknown> = {}) => {
  const orderId = await takeIn(app, changes)
  await app.call(moveOrders, { body: { orderId, updatingStatus: 'Refunds' } }, { token: team })
  return orderId
}
const refund = (orderId: number | number[], facts: object = {}, token = team, at = app) =>
  at.call(refundOrders, { body: { orderId, ...facts } }, { token })
const details = async (orderId: number) =>
  (await app.call(getOrder, { params: { orderId } }, { token: team })).body.orderDetails
const refundMails = async (orderId: number) =>
  (await details(orderId)).mailHistory.filter((mail) => mail.kind === 'refund')

test('a refund sets the date, records amount and reference, mails once, and keeps the order in Refunds', async () => {
  const orderId = await toRefund({ email: 'payer@example.com' })
  const { http, body } = await refund(orderId, { amount: '49.90', currency: 'USD', reference: 're_77' })
  expect(http).toBe(200)
  expect(body).toMatchObject({
    message: 'Order has been refunded successfully',
    data: { updated: [orderId] },
  })
  const order = await details(orderId)
  expect(order).toMatchObject({
    process_status: 'Refunds',
    refund_date: expect.stringMatching(/Z$/),
    refund: { amount: '49.90', currency: 'USD', reference: 're_77' },
  })
  expect(order.events[0]).toMatchObject({ action: 'refunded', by: memberNames.Team })
  expect(await refundMails(orderId)).toMatchObject([{ to: 'payer@example.com', state: 'queued' }])
})

test('refunded orders and orders of another status are skipped with the reason', async () => {
  const [done, fresh, other] = [await toRefund(), await toRefund(), await takeIn(app)]
  await refund(done)
  const { body } = await refund([done, fresh, other])
  expect(body.data).toMatchObject({
    updated: [fresh],
    skipped: [
      { orderId: done, reason: `was refunded already by ${memberNames.Team}` },
      { orderId: other, reason: 'is New' },
    ],
  })
  const again = await refund(done)
  expect(again.http).toBe(409)
  expect(await refundMails(done)).toHaveLength(1)
})

test('two concurrent refunds on two servers give one refund and one mail', async () => {
  const orderId = await toRefund()
  const outcomes = await Promise.all([refund(orderId, {}, team), refund(orderId, {}, night, beside)])
  expect(outcomes.map((outcome) => outcome.http).toSorted()).toEqual([200, 409])
  expect(await refundMails(orderId)).toHaveLength(1)
})

test('undo reverts the refund and cancels the mail, and refunding again sends one mail', async () => {
  const orderId = await toRefund()
  const { body } = await refund(orderId, { reference: 'first' })
  const back = await app.call(undo, { body: { undo: body.data.undo ?? '' } }, { token: team })
  expect(back.http).toBe(200)
  expect(await details(orderId)).toMatchObject({ refund_date: null, refund: null, process_status: 'Refunds' })
  expect(await refundMails(orderId)).toMatchObject([{ state: 'cancelled' }])
  await refund(orderId, { reference: 'second' })
  expect((await details(orderId)).refund).toMatchObject({ reference: 'second' })
  expect((await refundMails(orderId)).map((mail) => mail.state).toSorted()).toEqual(['cancelled', 'queued'])
})

test('after a failed refund mail, refunding again sends another', async () => {
  const orderId = await toRefund()
  const mails = app.platform.db.updateTable('mails').where('order_id', '=', orderId)
  const first = await refund(orderId)
  await mails.set({ state: 'failed' }).execute()
  await app.call(undo, { body: { undo: first.body.data.undo ?? '' } }, { token: team })
  await refund(orderId)
  expect((await refundMails(orderId)).map(({ state }) => state).toSorted()).toEqual(['failed', 'queued'])
})

test('the list can be filtered by pending refunds', async () => {
  const orderId = await toRefund()
  const { body } = await app.call(listOrders, { params: { orderName: 'refundOrder' } }, { token: team })
  expect(body.data.find((row) => row.order_id === orderId)?.refund_date).toBeNull()

  const refunded = await toRefund()
  await refund(refunded)
  const query = { 'filter[refund_date]': '', limit: 500 }
  const left = await app.call(listOrders, { params: { orderName: 'refundOrder' }, query }, { token: team })
  const ids = left.body.data.map((row) => row.order_id)
  expect(ids).toContain(orderId)
  expect(ids).not.toContain(refunded)
  expect(left.body.count).toBe(ids.length)
})

test.each([
  [{ amount: 'a lot' }, 'Amount must be a number with at most two decimals.'],
  [{ currency: 'dollars' }, 'Currency must be a three-letter code.'],
])('%o is refused and changes nothing', async (facts, message) => {
  const orderId = await toRefund()
  const { http, body } = await refund(orderId, facts)
  expect(http).toBe(400)
  expect(body.message).toBe(message)
  expect((await details(orderId)).refund_date).toBeNull()
})
