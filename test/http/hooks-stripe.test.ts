import { expect, test } from 'vitest'
import { listDisputes, reportDispute, settleDispute } from '#contract/disputes.ts'
import { createIntakeKey } from '#contract/intake-keys.ts'
import { moveOrders } from '#contract/moves.ts'
import { refundOrders } from '#contract/refunds.ts'
import { createTestOrder } from '../support/orders.ts'
import { postToStripeHook, stripeDispute, stripeEvent, stripeSecrets } from '../support/stripe-events.ts'
import { testIntakeKey } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const now = new Date('2026-11-22T08:00:00Z')
const app = useTestApp({
  clock: () => now,
  env: { STRIPE_WEBHOOK_SECRETS: stripeSecrets.join(', ') },
})
const team = app.as('Team')
let last = 0

const post = (event: object | string, more: Parameters<typeof postToStripeHook>[2] = {}) =>
  postToStripeHook(app.url, event, { signedAt: now, ...more })

const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

/** An order with the ids of its payment. */
const createPaidOrder = async (changes: Record<string, unknown> = {}) => {
  last += 1
  const [payment_intent, charge] = [`pi_s${last}`, `ch_s${last}`]
  const sale = { amount: '49.00', currency: 'USD', gateway: 'Stripe SG' }
  const orderId = await createTestOrder(app, { ...sale, transaction_id: payment_intent, ...changes })
  return { orderId, ids: { payment_intent, charge } }
}

const disputeEvent = (at: Date | string, changes: Record<string, unknown>) =>
  stripeEvent('charge.dispute.updated', at, stripeDispute({ id: `dp_s${last}`, ...changes }))
const refundEvent = (at: Date | string, charge: string, changes: Record<string, unknown>) =>
  stripeEvent('charge.refunded', at, { id: charge, object: 'charge', currency: 'usd', ...changes })

test('a signature that is old, early, of another secret or body, or absent is refused; any secret of ours counts', async () => {
  const { ids } = await createPaidOrder()
  const event = disputeEvent(minutes(-1), ids)
  const body = JSON.stringify(event)
  for (const [more, status] of [
    [{ signedAt: minutes(-6) }, 403],
    [{ signedAt: minutes(6) }, 403],
    [{ secret: 'whsec_00000000000000000000' }, 403],
    [{ header: '' }, 403],
    [{ header: `t=${Math.floor(now.getTime() / 1000)},v1=zz,v1=${'0'.repeat(64)}` }, 403],
    [{ secret: stripeSecrets[1] }, 200],
    [{ signedAt: minutes(-4) }, 200],
  ] as const)
    expect(await post(body, more), JSON.stringify(more)).toBe(status)
  expect(await post('[]')).toBe(400)
  expect(await post('not JSON')).toBe(400)
  expect(await post(stripeEvent('charge.dispute.created', now, { status: 'lost' }))).toBe(400)
  expect(await post(stripeEvent('charge.dispute.funds_withdrawn', now, {}))).toBe(200)
  expect(await post(stripeEvent('customer.created', now, {}))).toBe(200)
})

test('events repeated and out of order end as in order: one dispute above the sale, moved once, due in EST, lost then won', async () => {
  const { orderId, ids } = await createPaidOrder()
  const more = { ...ids, amount: 6400 }
  const events = [
    disputeEvent(minutes(-50), { ...more, status: 'warning_needs_response' }),
    disputeEvent(minutes(-40), more),
    disputeEvent(minutes(-30), { ...more, status: 'under_review' }),
    disputeEvent(minutes(-20), { ...more, status: 'lost' }),
    disputeEvent(minutes(-10), { ...more, status: 'won' }),
  ]
  for (const at of [2, 2, 0, 3, 1, 3, 4, 0, 3]) expect(await post(events[at] ?? {})).toBe(200)
  const order = await team.order(orderId)
  expect(order).toMatchObject({
    process_status: 'ChargeBack',
    dispute_due_on: '2026-11-30',
    dispute_outcome: 'Won',
    disputes: [{ stage: 'chargeback', outcome: 'Won', amount: '64.00', gateway: 'Stripe' }],
  })
  expect(order.events.filter(({ action }) => action === 'moved')).toMatchObject([{ by: 'Stripe' }])
  expect(order.mailHistory).toEqual([])
})

test('an inquiry that was answered and becomes a chargeback is open again', async () => {
  const { orderId, ids } = await createPaidOrder()
  await post(disputeEvent(minutes(-5), { ...ids, status: 'warning_needs_response' }))
  const disputeId = (await team.order(orderId)).disputes[0]?.id ?? 0
  await team.call(settleDispute, { body: { orderId, disputeId, as: 'answered' } })
  await post(disputeEvent(minutes(-3), { ...ids, status: 'warning_needs_response', amount: 4800 }))
  expect((await team.order(orderId)).disputes).toMatchObject([{ settled_as: 'answered', amount: '48.00' }])
  await post(disputeEvent(minutes(-1), ids))
  expect((await team.order(orderId)).disputes).toMatchObject([{ stage: 'chargeback', settled_as: null }])
})

test('a warning by its charge alone is linked by the dispute that names the payment too, and stops the order', async () => {
  const { orderId, ids } = await createPaidOrder()
  const warning = { id: `issfr_${last}`, charge: ids.charge, actionable: true, created: 1_795_000_000 }
  await post(stripeEvent('radar.early_fraud_warning.created', minutes(-9), warning))
  expect((await team.order(orderId)).disputes).toEqual([])
  await post(disputeEvent(minutes(-8), { ...ids, status: 'warning_needs_response' }))
  const order = await team.order(orderId)
  expect(order).toMatchObject({
    process_status: 'New',
    disputes: [{ stage: 'inquiry' }, { stage: 'warning' }],
  })
  expect(order.preflight?.findings[0]).toMatchObject({ code: 'dispute-open', severity: 'stop' })
  await post(stripeEvent('radar.early_fraud_warning.updated', minutes(-7), { ...warning, actionable: false }))
  expect((await team.order(orderId)).disputes).toContainEqual(
    expect.objectContaining({ stage: 'warning', settled_as: 'left' }),
  )
})

test('refunds by the gateway count by the newest sum: the rest is recorded and mailed, and the whole is refused (product §14)', async () => {
  const { orderId, ids } = await createPaidOrder()
  const refunded = (at: Date, amount_refunded: number, more: object = {}) =>
    post(refundEvent(at, ids.charge, { ...ids, amount_refunded, ...more }))
  await refunded(minutes(-20), 1500)
  await refunded(minutes(-30), 1000)
  const order = await team.order(orderId)
  expect(order).toMatchObject({
    process_status: 'New',
    refund_date: null,
    gateway_refunds: [{ gateway: 'Stripe', amount: '15.00', currency: 'USD' }],
  })
  expect(order.preflight?.findings[0]).toMatchObject({ code: 'gateway-refund', severity: 'stop' })
  await team.call(moveOrders, { body: { orderId, updatingStatus: 'Refunds' } })
  const refund = (facts: object = {}) => team.call(refundOrders, { body: { orderId, ...facts } })
  expect((await refund({ amount: '49.00' })).body.message).toBe(
    `Order ${orderId} was refunded 15.00 USD by its gateway already: 34.00 USD are left.`,
  )
  expect((await refund()).http).toBe(200)
  const { refund: recorded, mailHistory } = await team.order(orderId)
  expect(recorded).toMatchObject({ amount: '34.00', currency: 'USD' })
  expect(mailHistory.filter(({ kind }) => kind === 'refund')).toHaveLength(1)

  const whole = await createPaidOrder()
  await post(
    refundEvent(minutes(-9), whole.ids.charge, {
      payment_intent: { id: whole.ids.payment_intent },
      amount_refunded: 4900,
    }),
  )
  await team.call(moveOrders, { body: { orderId: whole.orderId, updatingStatus: 'Refunds' } })
  const again = await team.call(refundOrders, { body: { orderId: whole.orderId } })
  expect([again.http, again.body.message]).toEqual([
    409,
    `Order ${whole.orderId} was refunded already: 49.00 USD by its gateway.`,
  ])
  expect(await team.order(whole.orderId)).toMatchObject({
    refund: { amount: '49.00', currency: 'USD' },
    mailHistory: [],
  })
})

test('a refund in another currency is told and never subtracted; one that comes first waits for its order', async () => {
  last += 1
  const payment_intent = `pi_s${last}`
  await post(
    refundEvent(minutes(-9), `ch_s${last}`, { payment_intent, amount_refunded: 4900, currency: 'eur' }),
  )
  const orderId = await createTestOrder(app, {
    transaction_id: payment_intent,
    amount: '49.00',
    currency: 'USD',
  })
  await team.call(moveOrders, { body: { orderId, updatingStatus: 'Refunds' } })
  expect((await team.call(refundOrders, { body: { orderId } })).body.message).toBe(
    `Order ${orderId} needs an amount: it was refunded 49.00 EUR by its gateway, and not in its currency.`,
  )
  const body = { orderId, amount: '5', currency: 'USD' }
  expect((await team.call(refundOrders, { body })).http).toBe(200)
})

test('a refund settles the warnings of its order, and a warning of a refunded order is not offered a refund', async () => {
  const { orderId, ids } = await createPaidOrder()
  const warn = (id: string) =>
    post(stripeEvent('radar.early_fraud_warning.created', minutes(-9), { id, ...ids, actionable: true }))
  await warn(`issfr_a${last}`)
  await post(refundEvent(minutes(-8), ids.charge, { ...ids, amount_refunded: 4900 }))
  await warn(`issfr_b${last}`)
  const { disputes } = await team.order(orderId)
  expect(disputes.map((dispute) => dispute.settled_as)).toEqual(['refunded', 'refunded'])
})

test('an order and the event of its payment that come at once find each other', async () => {
  for (let round = 0; round < 8; round += 1) {
    last += 1
    const transaction_id = `pi_s${last}`
    const [orderId, ...taken] = await Promise.all([
      createTestOrder(app, { transaction_id }),
      post(disputeEvent(minutes(-1), { payment_intent: transaction_id, charge: `ch_s${last}` })),
      post(refundEvent(minutes(-1), `ch_s${last}`, { payment_intent: transaction_id, amount_refunded: 5 })),
    ])
    expect(taken).toEqual([200, 200])
    expect(await team.order(orderId)).toMatchObject({
      process_status: 'ChargeBack',
      disputes: [{}],
      gateway_refunds: [{}],
    })
  }
})

const report = (fields: object, token = testIntakeKey, headers: Record<string, string> = {}) =>
  app.call(reportDispute, { body: { ...aReport(), ...fields } }, { token, headers })
const aReport = () => ({
  gateway: 'PayWay',
  gateway_dispute_id: `case-${last}`,
  stage: 'chargeback' as const,
  updated_at: '2026-11-22T07:00:00Z',
})

test.each<[object, string]>([
  [{ gateway: ' ' }, 'gateway is required.'],
  [{ gateway: 'Incoming Mail' }, 'gateway is the name of a part of this product: send that of the gateway.'],
  [{ gateway_dispute_id: null }, 'gateway_dispute_id is required.'],
  [{ stage: 'lost' }, 'stage is one of warning, inquiry, chargeback, compliance, prevented.'],
  [{ updated_at: '2026-11-22 07:00' }, 'updated_at must be a time (YYYY-MM-DDTHH:mm:ssZ).'],
  [{ updated_at: '2026-11-22T08:06:00Z' }, 'updated_at is in the future.'],
  [{ opened_at: '0001-11-22T08:00:00Z' }, 'opened_at must be a time (YYYY-MM-DDTHH:mm:ssZ).'],
  [{ opened_at: '2026-11-22T07:30:00Z' }, 'opened_at is after updated_at.'],
  [{ due_at: '2026-11-20T07:30:00Z' }, 'due_at is before opened_at.'],
  [{ amount: '49,00', currency: 'USD' }, 'amount must be a number with at most two decimals.'],
  [{ amount: 49 }, 'currency is required with an amount.'],
  [{ currency: '$' }, 'currency must be a three-letter code.'],
  [{ settled_as: 'left' }, 'ChargeBack: it cannot be left.'],
  [{ status: 'lost' }, 'Unknown field status.'],
])('a report of a dispute with %j is refused: %s', async (fields, message) => {
  const { http, body } = await report(fields)
  expect([http, body.message]).toEqual([400, message])
})

test('any gateway’s dispute is taken in with an intake key, once for each Idempotency-Key, and only of the key’s sites', async () => {
  const { orderId, ids } = await createPaidOrder({ gateway: 'PayWay' })
  const headers = { 'idempotency-key': `dispute-${last}` }
  const fields = { transaction_id: ids.payment_intent, network_code: '13.6', amount: 49, currency: 'USD' }
  const first = await report(fields, testIntakeKey, headers)
  expect(first.body).toMatchObject({
    message: `The dispute of order ${orderId} has been received.`,
    data: { order_id: orderId },
  })
  expect((await report(fields, testIntakeKey, headers)).body.data).toEqual(first.body.data)
  const other = await report({ ...fields, updated_at: '2026-11-22T07:01:00Z' }, testIntakeKey, headers)
  expect([other.http, other.body.message]).toEqual([
    409,
    'This Idempotency-Key was used for another dispute.',
  ])
  const order = await team.order(orderId)
  expect(order).toMatchObject({
    process_status: 'ChargeBack',
    disputes: [{ gateway: 'PayWay', reason: 'credit not processed', is_due_guessed: true }],
  })
  expect(order.events.find(({ action }) => action === 'moved')?.by).toBe('PayWay')

  const created = await app
    .as('Admin')
    .call(createIntakeKey, { body: { name: 'else', domains: 'else.example' } })
  const foreign = await report(
    { transaction_id: ids.payment_intent, updated_at: '2026-11-22T07:02:00Z' },
    created.body.data.key,
  )
  expect(foreign.http).toBe(403)
})

test('a dispute of an erased order waits in the list, and its later events change it there', async () => {
  const { orderId, ids } = await createPaidOrder()
  await app.owner.updateTable('orders').set({ erased_at: now }).where('order_id', '=', orderId).execute()
  await post(disputeEvent(minutes(-5), ids))
  await post(disputeEvent(minutes(-4), { ...ids, status: 'lost' }))
  const { body } = await team.call(listDisputes, { query: { order: 'none' } })
  expect(body.data).toContainEqual(
    expect.objectContaining({ gateway_dispute_id: `dp_s${last}`, outcome: 'Lost', candidates: [] }),
  )
})
