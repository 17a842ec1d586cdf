import { expect, test } from 'vitest'
import { linkDispute, listDisputes, recordDispute, saveDispute, settleDispute } from '#contract/disputes.ts'
import { moveOrders, undo } from '#contract/moves.ts'
import { receiveDispute, type DisputeSnapshot } from '#server/disputes/receive-dispute.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { backgroundCall } from '#server/platform/work.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ env: { DISPUTE_FEE: 'USD 15' } })
const team = app.as('Team')
let last = 0

const snapshotOf = (changes: Partial<DisputeSnapshot>): DisputeSnapshot => ({
  gateway: 'Stripe',
  gateway_dispute_id: `dp_${(last += 1)}`,
  charge_id: null,
  payment_intent_id: null,
  transaction_id: null,
  stage: 'chargeback',
  reason: 'not received',
  network: 'visa',
  network_code: '13.1',
  amount: '49.00',
  currency: 'USD',
  opened_at: new Date('2026-11-20T10:00:00Z'),
  updated_at: new Date('2026-11-20T10:00:00Z'),
  due_at: new Date('2026-12-01T02:00:00Z'),
  outcome: 'Open',
  isAnswered: false,
  ...changes,
})

const receive = (snapshot: DisputeSnapshot) =>
  inTransaction(app.platform.db, (tx) =>
    receiveDispute({ ...backgroundCall(app.platform, { kind: 'job', name: 'Stripe' }), tx }, snapshot),
  )

const createPaidOrder = async (changes: Record<string, unknown> = {}) => {
  const transactionId = `pi_${(last += 1)}`
  const orderId = await createTestOrder(app, { transaction_id: transactionId, gateway: 'stripe', ...changes })
  return { orderId, transactionId }
}

const orderBy = async (orderId: number) => {
  const order = await team.order(orderId)
  return { status: order.process_status, order, disputes: order.disputes }
}

test('events of a dispute in any order end as in order: the newest decides, and only a chargeback moves, once (product §14)', async () => {
  const day = (n: number) => new Date(Date.UTC(2026, 10, 20 + n))
  const events = [
    { stage: 'inquiry', updated_at: day(0) },
    { stage: 'chargeback', updated_at: day(1) },
    { stage: 'chargeback', updated_at: day(2), isAnswered: true },
    { stage: 'chargeback', updated_at: day(3), outcome: 'Lost' },
    { stage: 'chargeback', updated_at: day(4), outcome: 'Won' },
  ] as const
  for (const order of [
    [0, 1, 2, 3, 4],
    [4, 3, 2, 1, 0],
    [2, 4, 4, 0, 1, 3, 2],
  ]) {
    const { orderId, transactionId } = await createPaidOrder()
    const dispute = snapshotOf({ payment_intent_id: transactionId })
    for (const at of order) await receive({ ...dispute, ...events[at] })
    const { status, order: details, disputes } = await orderBy(orderId)
    expect(status).toBe('ChargeBack')
    expect(disputes).toMatchObject([
      { stage: 'chargeback', outcome: 'Won', settled_as: null, advice: 'none' },
    ])
    expect(details.events.filter(({ action }) => action === 'moved')).toMatchObject([{ by: 'Stripe' }])
    await team.call(moveOrders, { body: { orderId, updatingStatus: 'Completed' } })
    await receive({ ...dispute, outcome: 'Lost', updated_at: day(6) })
    expect(await orderBy(orderId)).toMatchObject({ status: 'Completed', order: { dispute_outcome: 'Lost' } })
  }
})

test('lists show the nearest open dispute, due in EST; a guess is said to be one', async () => {
  const { orderId, transactionId } = await createPaidOrder()
  await receive(snapshotOf({ payment_intent_id: transactionId, due_at: null }))
  await receive(snapshotOf({ payment_intent_id: transactionId, due_at: new Date('2026-11-25T03:00:00Z') }))
  await receive(snapshotOf({ payment_intent_id: transactionId, stage: 'warning', due_at: null }))
  const { order, disputes } = await orderBy(orderId)
  expect(order).toMatchObject({ dispute_due_on: '2026-11-24', dispute_due_at: '2026-11-25T03:00:00Z' })
  expect(disputes).toMatchObject([
    {
      stage: 'warning',
      due_at: null,
      is_due_guessed: false,
      advice: 'accept',
      advised_by: { amount: '49.00', currency: 'USD', fee: '15.00', gain: '2.20', chance: 0.8, pack: 1 },
    },
    { is_due_guessed: false },
    { is_due_guessed: true, due_at: '2026-11-27T10:00:00Z' },
  ])
})

test('a prevented dispute is refunded: Refunds with its sum, no mail, and not over a chargeback (product §14)', async () => {
  const { orderId, transactionId } = await createPaidOrder()
  await receive(snapshotOf({ payment_intent_id: transactionId, stage: 'prevented' }))
  const { order } = await orderBy(orderId)
  expect(order).toMatchObject({
    process_status: 'Refunds',
    refund_date: expect.stringMatching(/Z$/),
    refund: { amount: '49.00', currency: 'USD' },
  })
  expect(order.mailHistory.filter(({ kind }) => kind === 'refund')).toEqual([])
  await receive(snapshotOf({ payment_intent_id: transactionId }))
  await receive(snapshotOf({ payment_intent_id: transactionId, stage: 'prevented' }))
  expect((await orderBy(orderId)).status).toBe('ChargeBack')
})

test('a move to ChargeBack makes a dispute, its gateway’s event takes it over, and undo takes an untold one away', async () => {
  const { orderId, transactionId } = await createPaidOrder()
  const toChargeback = () => team.call(moveOrders, { body: { orderId, updatingStatus: 'ChargeBack' } })
  const first = await toChargeback()
  expect((await orderBy(orderId)).disputes).toMatchObject([{ stage: 'chargeback', is_due_guessed: true }])
  await team.call(undo, { body: { undo: first.body.data.undo ?? '' } })
  expect(await orderBy(orderId)).toMatchObject({
    status: 'New',
    disputes: [],
    order: { dispute_due_on: null },
  })
  await toChargeback()
  await receive(snapshotOf({ payment_intent_id: transactionId }))
  expect((await orderBy(orderId)).disputes).toMatchObject([{ gateway: 'Stripe', network_code: '13.1' }])
})

test('own outcomes of the last year advise once there are twenty, and evidence before (product §14)', async () => {
  const { orderId, transactionId } = await createPaidOrder()
  await receive(snapshotOf({ payment_intent_id: transactionId, reason: 'duplicate', updated_at: new Date() }))
  const adviceOf = async () => (await orderBy(orderId)).disputes[0]
  expect(await adviceOf()).toMatchObject({
    advice: 'accept',
    advised_by: {
      is_own_chance: false,
      chance: 0.1,
      gain: '-8.60',
      missing: ['downloaded', 'refund', 'contact'],
    },
  })
  const decided = { reason: 'duplicate', opened_at: new Date(), due_at: null } as const
  for (let n = 0; n < 20; n += 1)
    await receive(snapshotOf({ ...decided, charge_id: `ch_${n}`, outcome: n < 12 ? 'Won' : 'Lost' }))
  expect(await adviceOf()).toMatchObject({
    advice: 'answer',
    advised_by: { is_own_chance: true, chance: 0.6, gain: '23.40' },
  })
})

test('a dispute is settled once, as its stage allows, and undo opens it again (product §14)', async () => {
  const { orderId, transactionId } = await createPaidOrder()
  const { id } = await receive(snapshotOf({ payment_intent_id: transactionId }))
  const settle = (as: 'answered' | 'accepted' | 'refunded' | 'left', disputeId = id) =>
    team.call(settleDispute, { body: { orderId, disputeId, as } })
  expect((await settle('left')).http).toBe(409)
  const { body } = await settle('answered')
  expect((await settle('accepted')).http).toBe(409)
  expect((await orderBy(orderId)).order).toMatchObject({
    dispute_settled_as: 'answered',
    dispute_outcome: null,
  })
  expect((await team.call(undo, { body: { undo: body.data.undo ?? '' } })).http).toBe(200)
  expect((await orderBy(orderId)).disputes).toMatchObject([{ settled_as: null, settled_by: null }])
  await settle('accepted')
  expect((await orderBy(orderId)).disputes).toMatchObject([{ outcome: 'Accepted', settled_as: 'accepted' }])

  const warned = await createPaidOrder()
  const warning = await receive(snapshotOf({ payment_intent_id: warned.transactionId, stage: 'warning' }))
  const refunded = await team.call(settleDispute, {
    body: { orderId: warned.orderId, disputeId: warning.id, as: 'refunded' },
  })
  expect(await orderBy(warned.orderId)).toMatchObject({
    status: 'Refunds',
    disputes: [{ settled_as: 'refunded' }],
  })
  await team.call(undo, { body: { undo: refunded.body.data.undo ?? '' } })
  expect(await orderBy(warned.orderId)).toMatchObject({ status: 'New', disputes: [{ settled_as: null }] })
})

test('a dispute is entered and edited by hand, and undone; compliance cases are an Admin’s', async () => {
  const { orderId } = await createPaidOrder()
  const record = (fields: object, by = team) =>
    by.call(recordDispute, { body: { orderId, stage: 'chargeback', reason: 'duplicate', ...fields } })
  const { body } = await record({ due_at: '2026-12-05T10:00:00Z', amount: '49' })
  expect(await orderBy(orderId)).toMatchObject({
    status: 'ChargeBack',
    disputes: [
      { reason: 'duplicate', amount: '49.00', due_at: '2026-12-05T10:00:00Z', is_due_guessed: false },
    ],
  })
  const edited = await record({ disputeId: body.data.disputeId, reason: 'not received', outcome: 'Won' })
  expect((await orderBy(orderId)).disputes).toMatchObject([{ reason: 'not received', outcome: 'Won' }])
  await team.call(undo, { body: { undo: edited.body.data.undo ?? '' } })
  expect((await orderBy(orderId)).disputes).toMatchObject([{ reason: 'duplicate', outcome: 'Open' }])
  await team.call(saveDispute, { body: { orderId, dueOn: '2026-12-09', reasonCode: '13.6', outcome: '' } })
  expect(await orderBy(orderId)).toMatchObject({
    order: { dispute_due_on: '2026-12-09', dispute_reason_code: '13.6' },
    disputes: [{ due_at: '2026-12-10T04:59:59Z', reason: 'credit not processed' }],
  })
  expect((await record({ stage: 'compliance' })).http).toBe(403)
  expect((await record({ stage: 'compliance' }, app.as('Admin'))).http).toBe(200)
})

test('a dispute that fits no order or several waits in a list, and is linked by a member or by its order', async () => {
  const { orderId } = await createPaidOrder()
  const unknown = await receive(snapshotOf({ charge_id: 'ch_nobody' }))
  const { body } = await team.call(listDisputes, { query: { order: 'none' } })
  expect(body.data.map(({ id }) => id)).toContain(unknown.id)
  const linked = await team.call(linkDispute, { body: { disputeId: unknown.id, orderId } })
  expect(await orderBy(orderId)).toMatchObject({ status: 'ChargeBack', disputes: [{ id: unknown.id }] })
  expect((await team.call(linkDispute, { body: { disputeId: unknown.id, orderId } })).http).toBe(409)
  await team.call(undo, { body: { undo: linked.body.data.undo ?? '' } })
  expect(await orderBy(orderId)).toMatchObject({ status: 'New', disputes: [] })

  const early = await receive(snapshotOf({ transaction_id: 'tx_early' }))
  const later = await createTestOrder(app, { transaction_id: 'tx_early' })
  expect(await orderBy(later)).toMatchObject({ status: 'ChargeBack', disputes: [{ id: early.id }] })

  await createTestOrder(app, { transaction_id: 'tx_twice' })
  await createTestOrder(app, { transaction_id: 'tx_twice' })
  const several = await receive(snapshotOf({ transaction_id: 'tx_twice' }))
  const listed = await team.call(listDisputes, { query: { order: 'none' } })
  expect(listed.body.data.find(({ id }) => id === several.id)?.candidates).toHaveLength(2)
})
