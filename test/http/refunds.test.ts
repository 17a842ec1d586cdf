import { expect, test } from 'vitest'
import { moveOrders, undo } from '#contract/moves.ts'
import { sendInvoice } from '#contract/invoices.ts'
import { listOrders } from '#contract/orders.ts'
import { refundOrders } from '#contract/refunds.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const team = app.as('Team')
const secondApp = useTestApp(() => ({ sharedWith: app }))

const createPendingRefund = async (changes: Record<string, unknown> = {}) => {
  const orderId = await createTestOrder(app, changes)
  await team.call(moveOrders, { body: { orderId, updatingStatus: 'Refunds' } })
  return orderId
}
const refund = (orderId: number | number[], refundFields: object = {}, by = team) =>
  by.call(refundOrders, { body: { orderId, ...refundFields } })
const loadRefundMails = async (orderId: number) =>
  (await team.order(orderId)).mailHistory.filter((mail) => mail.kind === 'refund')

test('a refund sets the date, records amount and reference, mails once, and keeps the order in Refunds (product §3)', async () => {
  const orderId = await createPendingRefund({ email: 'payer@example.com', amount: '49.90', currency: 'USD' })
  // A mail of another kind does not tell of the refund.
  await team.call(sendInvoice, { body: { orderId } })
  const { http, body } = await refund(orderId, { amount: '49.90', currency: 'USD', reference: 're_77' })
  expect(http).toBe(200)
  expect(body).toMatchObject({
    message: 'Order has been refunded successfully',
    data: { updated: [orderId] },
  })
  const order = await team.order(orderId)
  expect(order).toMatchObject({
    process_status: 'Refunds',
    refund_date: expect.stringMatching(/Z$/),
    refund: { amount: '49.90', currency: 'USD', reference: 're_77' },
  })
  expect(order.events[0]).toMatchObject({ action: 'refunded', by: memberNames.Team })
  expect(await loadRefundMails(orderId)).toMatchObject([{ to: 'payer@example.com', state: 'queued' }])
})

test('each of several orders has its own amount and reference, and its mail tells them (product §12)', async () => {
  const [one, other, third] = [
    await createPendingRefund(),
    await createPendingRefund(),
    await createPendingRefund(),
  ]
  const { http, body } = await refund([one, other, third], {
    reference: 'batch 7',
    refunds: [
      { orderId: one, amount: 12.5, currency: 'USD', reference: 're_1' },
      { orderId: String(other), amount: 13 },
    ],
  })
  expect([http, body.message]).toEqual([200, '3 orders have been refunded successfully'])
  const nothing = { amount: null, currency: null, reference: null }
  expect((await team.order(one)).refund).toEqual({ amount: '12.50', currency: 'USD', reference: 're_1' })
  expect((await team.order(other)).refund).toEqual({ ...nothing, amount: '13.00' })
  expect((await team.order(third)).refund).toEqual({ ...nothing, reference: 'batch 7' })
  const { data } = (
    await team.call(listOrders, {
      params: { orderName: 'refundOrder' },
      query: { 'filter[order_id]': String(one) },
    })
  ).body
  expect(data).toMatchObject([{ refund_amount: '12.50', refund_currency: 'USD' }])
})

test('a refund entry for an order outside the selection is refused, and no order is refunded', async () => {
  const [one, other] = [await createPendingRefund(), await createPendingRefund()]
  const { http, body } = await refund(one, { refunds: [{ orderId: other, amount: '1' }] })
  expect([http, body.message]).toEqual([400, `Order ${other} is not among the chosen ones.`])
  expect((await team.order(one)).refund).toBeNull()
})

test('refunded orders and orders of another status are skipped with the reason', async () => {
  const [done, fresh, other] = [
    await createPendingRefund(),
    await createPendingRefund(),
    await createTestOrder(app),
  ]
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
  expect(await loadRefundMails(done)).toHaveLength(1)
})

test('two concurrent refunds on two servers give one refund and one mail', async () => {
  const orderId = await createPendingRefund()
  const outcomes = await Promise.all([
    refund(orderId, {}, team),
    refund(orderId, {}, secondApp.as('Night Staff')),
  ])
  expect(outcomes.map((outcome) => outcome.http).toSorted()).toEqual([200, 409])
  expect(await loadRefundMails(orderId)).toHaveLength(1)
})

test('undo reverts the refund and cancels the mail, and refunding again sends one mail', async () => {
  const [orderId, other] = [await createPendingRefund(), await createPendingRefund()]
  await refund(other)
  const { body } = await refund(orderId, { reference: 'first' })
  const back = await team.call(undo, { body: { undo: body.data.undo ?? '' } })
  expect(back.http).toBe(200)
  expect(await team.order(orderId)).toMatchObject({
    refund_date: null,
    refund: null,
    process_status: 'Refunds',
  })
  expect(await loadRefundMails(orderId)).toMatchObject([{ state: 'cancelled' }])
  expect(await loadRefundMails(other)).toMatchObject([{ state: 'queued' }])
  await refund(orderId, { reference: 'second' })
  expect((await team.order(orderId)).refund).toMatchObject({ reference: 'second' })
  expect((await loadRefundMails(orderId)).map((mail) => mail.state).toSorted()).toEqual([
    'cancelled',
    'queued',
  ])
})

test('after a failed refund mail, refunding again sends another', async () => {
  const orderId = await createPendingRefund()
  const mails = app.platform.db.updateTable('mails').where('order_id', '=', orderId)
  const first = await refund(orderId)
  await mails.set({ state: 'failed' }).execute()
  await team.call(undo, { body: { undo: first.body.data.undo ?? '' } })
  await refund(orderId)
  expect((await loadRefundMails(orderId)).map(({ state }) => state).toSorted()).toEqual(['failed', 'queued'])
})

test('a repeated refund is mailed again only if its sum differs', async () => {
  const orderId = await createPendingRefund({ amount: '49.00', currency: 'USD' })
  const refundAnew = async (amount: string) => {
    const { body } = await refund(orderId, { amount })
    await app.platform.db
      .updateTable('mails')
      .set({ state: 'sent' })
      .where('order_id', '=', orderId)
      .where('state', '=', 'queued')
      .execute()
    const back = await team.call(undo, { body: { undo: body.data.undo ?? '' } })
    return [back.body.data.mailed, back.body.message]
  }
  expect(await refundAnew('20.00')).toEqual([[orderId], 'Undone. The mail has left.'])
  expect(await refundAnew('20.00')).toEqual([[], 'Undone.'])
  expect(await loadRefundMails(orderId)).toHaveLength(1)
  await refundAnew('30.00')
  expect(await loadRefundMails(orderId)).toHaveLength(2)
})

test('a currency without an amount is refused, unless it is that of the order', async () => {
  const [own, other] = [
    await createPendingRefund({ amount: '49.00', currency: 'USD' }),
    await createPendingRefund({ amount: '700000.00', currency: 'IDR' }),
  ]
  const { body } = await refund([own, other], { currency: 'USD' })
  expect(body.data).toMatchObject({
    updated: [own],
    skipped: [{ orderId: other, reason: 'needs an amount in USD' }],
  })
  const refused = await refund(other, { currency: 'USD' })
  expect([refused.http, refused.body.message]).toEqual([400, `Order ${other} needs an amount in USD.`])
  expect((await team.order(other)).refund).toBeNull()
})

test('the list can be filtered by pending refunds', async () => {
  const orderId = await createPendingRefund()
  const { body } = await team.call(listOrders, { params: { orderName: 'refundOrder' } })
  expect(body.data.find((row) => row.order_id === orderId)?.refund_date).toBeNull()

  const refunded = await createPendingRefund()
  await refund(refunded)
  const query = { 'filter[refund_date]': '', limit: 500 }
  const left = await team.call(listOrders, { params: { orderName: 'refundOrder' }, query })
  const ids = left.body.data.map((row) => row.order_id)
  expect(ids).toContain(orderId)
  expect(ids).not.toContain(refunded)
  expect(left.body.count).toBe(ids.length)
})

test.each([
  [{ amount: 'a lot' }, 'Amount must be a number with at most two decimals.'],
  [{ currency: 'dollars' }, 'Currency must be a three-letter code.'],
])('%o is refused and changes nothing', async (refundFields, message) => {
  const orderId = await createPendingRefund()
  const { http, body } = await refund(orderId, refundFields)
  expect(http).toBe(400)
  expect(body.message).toBe(message)
  expect((await team.order(orderId)).refund_date).toBeNull()
})
