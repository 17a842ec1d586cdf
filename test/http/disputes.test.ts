import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { linkDispute, listDisputes, recordDispute, saveDispute, settleDispute } from '#contract/disputes.ts'
import { moveOrders, restoreOrder, undo } from '#contract/moves.ts'
import type { DisputeSnapshot } from '#server/disputes/receive-dispute.ts'
import { disputeDueMail } from '#server/disputes/due.email.ts'
import { tellDueDisputes } from '#server/disputes/tell-due.ts'
import { revertStates } from '#server/orders/undo.ts'
import { findSessionMember } from '#server/platform/auth/sessions.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { openContent } from '#server/platform/mail/mail-content.ts'
import { backgroundCall } from '#server/platform/work.ts'
import { receiveSnapshot, snapshotOf } from '../support/disputes.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** ms by which the server's clock is ahead. */
let ahead = 0
const app = useTestApp({
  clock: () => new Date(Date.now() + ahead),
  env: { DISPUTE_FEE: 'USD 15' },
})
const admin = app.as('Admin')
const team = app.as('Team')
let last = 0

const receive = (snapshot: DisputeSnapshot) => receiveSnapshot(app, snapshot)

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
    { stage: 'chargeback', updated_at: day(2), settled_as: 'answered' },
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

const stepMs = 60_000

/** The id of a caller's session. */
const sessionOf = async (caller: typeof team): Promise<string> => {
  const [, payload = ''] = (await caller.token()).split('.')
  return z.parse(z.object({ sid: z.string() }), JSON.parse(Buffer.from(payload, 'base64url').toString())).sid
}

const undoOf = async (answer: { body: { data: { undo: string | null } } }) => {
  ahead += stepMs
  return team.call(undo, { body: { undo: answer.body.data.undo ?? '' } })
}

test('undo of an act on a dispute takes back all of it or nothing, and Restore too', async () => {
  const record = (orderId: number, fields: object = {}) =>
    team.call(recordDispute, { body: { orderId, stage: 'chargeback', reason: 'other', ...fields } })
  const move = (orderId: number) => team.call(moveOrders, { body: { orderId, updatingStatus: 'ChargeBack' } })
  const stays: Record<string, (orderId: number, transactionId: string) => Promise<unknown>> = {
    'the gateway told of it': (_, payment_intent_id) => receive(snapshotOf({ payment_intent_id })),
    'it was answered': async (orderId) => {
      const [made] = (await orderBy(orderId)).disputes
      return team.call(settleDispute, { body: { orderId, disputeId: made?.id ?? 0, as: 'answered' } })
    },
    'its due day was entered': (orderId) =>
      team.call(saveDispute, { body: { orderId, dueOn: '2026-12-09', reasonCode: '', outcome: '' } }),
    'another one came': (orderId) => record(orderId),
  }
  for (const [name, change] of Object.entries(stays)) {
    const { orderId, transactionId } = await createPaidOrder()
    const moved = await move(orderId)
    ahead += stepMs
    await change(orderId, transactionId)
    expect([name, (await undoOf(moved)).http]).toEqual([name, 409])
    const { status, disputes } = await orderBy(orderId)
    expect([name, status, disputes.length > 0]).toEqual([name, 'ChargeBack', true])
  }

  const { orderId } = await createPaidOrder()
  const lastEvent = async () => (await orderBy(orderId)).order.events.find(({ action }) => action === 'moved')
  await record(orderId)
  const restore = async () =>
    team.call(restoreOrder, { body: { orderId, eventId: (await lastEvent())?.id ?? 0 } })
  expect((await restore()).http).toBe(200)
  expect(await orderBy(orderId)).toMatchObject({ status: 'New', disputes: [] })
  const undone = await move(orderId)
  expect((await undoOf(undone)).http).toBe(200)
  const event = (await orderBy(orderId)).order.events.find(({ action }) => action === 'undone')
  await team.call(restoreOrder, { body: { orderId, eventId: event?.id ?? 0 } })
  expect(await orderBy(orderId)).toMatchObject({ status: 'ChargeBack', disputes: [{ is_due_guessed: true }] })

  // A bulk run is undone by the same events.
  const ofRun = await createPaidOrder()
  await move(ofRun.orderId)
  const { id: eventId } = await app.owner
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', ofRun.orderId)
    .where('action', '=', 'moved')
    .executeTakeFirstOrThrow()
  const member = await findSessionMember(app.platform.db, await sessionOf(team))
  if (!member) throw new Error('the session has ended')
  await inTransaction(app.platform.db, (tx) =>
    revertStates({ ...backgroundCall(app.platform, member), tx }, [eventId]),
  )
  expect(await orderBy(ofRun.orderId)).toMatchObject({ status: 'New', disputes: [] })

  const edited = await createPaidOrder()
  const inquiry = await record(edited.orderId, { stage: 'inquiry', amount: '49' })
  const { disputeId } = inquiry.body.data
  const further = await record(edited.orderId, { disputeId, amount: '50' })
  expect((await undoOf(further)).http).toBe(200)
  expect((await undoOf(further)).http).toBe(409)
  expect(await orderBy(edited.orderId)).toMatchObject({
    status: 'New',
    disputes: [{ stage: 'inquiry', amount: '49.00' }],
  })
})

test('faults of peers: what gateways and members get wrong ends right (product §14)', async () => {
  const { orderId, transactionId } = await createPaidOrder()
  const inquiry = snapshotOf({ payment_intent_id: transactionId, stage: 'inquiry', amount: '900.00' })
  const { id } = await receive(inquiry)
  const settle = (as: 'answered' | 'accepted' | 'refunded', by = team) =>
    by.call(settleDispute, { body: { orderId, disputeId: id, as } })
  const shown = async () => (await orderBy(orderId)).disputes.find((it) => it.id === id)
  // An amount above the sale stays as the gateway told it.
  expect(await shown()).toMatchObject({ amount: '900.00' })
  // An answered inquiry that becomes a chargeback is to be answered again, and cannot be refunded.
  await settle('answered')
  const later = (hours: number) => new Date(inquiry.updated_at.getTime() + hours * 3_600_000)
  await receive({ ...inquiry, stage: 'chargeback', updated_at: later(1) })
  expect(await shown()).toMatchObject({ stage: 'chargeback', settled_as: null, settled_by: null })
  expect((await settle('refunded')).http).toBe(409)
  // Accepted by a slip: undone, or opened again by hand.
  expect((await undoOf(await settle('accepted'))).http).toBe(200)
  expect(await shown()).toMatchObject({ outcome: 'Open', settled_as: null })
  await settle('accepted')
  await team.call(saveDispute, { body: { orderId, dueOn: '', reasonCode: '', outcome: '' } })
  expect(await shown()).toMatchObject({ outcome: 'Open', settled_as: null })
  // Lost, then won; the closing mails nobody and moves nothing.
  ahead += stepMs
  for (const outcome of ['Lost', 'Won'] as const) {
    ahead += stepMs
    const updated_at = new Date(Date.now() + ahead)
    await receive({ ...inquiry, stage: 'chargeback', outcome, updated_at })
  }
  const { status, order } = await orderBy(orderId)
  expect([status, order.dispute_outcome, order.mailHistory]).toEqual(['ChargeBack', 'Won', []])
})

test('compliance cases are an Admin’s in every call, and no gateway’s chargeback replaces one', async () => {
  const { orderId, transactionId } = await createPaidOrder()
  const body = { orderId, stage: 'compliance', reason: 'other' } as const
  const { disputeId } = (await admin.call(recordDispute, { body })).body.data
  await team.call(moveOrders, { body: { orderId, updatingStatus: 'Completed' } })
  const refused = [
    await team.call(saveDispute, { body: { orderId, dueOn: '', reasonCode: '', outcome: 'Won' } }),
    await team.call(settleDispute, { body: { orderId, disputeId, as: 'answered' } }),
    await team.call(recordDispute, { body: { ...body, stage: 'chargeback', disputeId } }),
    await team.call(linkDispute, {
      body: { orderId, disputeId: (await receive(snapshotOf({ stage: 'compliance' }))).id },
    }),
  ]
  expect(refused.map(({ http }) => http)).toEqual([403, 403, 403, 403])
  await receive(snapshotOf({ payment_intent_id: transactionId }))
  expect((await orderBy(orderId)).disputes.map(({ stage }) => stage).toSorted()).toEqual([
    'chargeback',
    'compliance',
  ])
})

test('a dispute of a restricted order is received and hidden, and a known id or a card number is not entered', async () => {
  const { orderId, transactionId } = await createPaidOrder()
  const ofOrder = app.platform.db.updateTable('orders').where('order_id', '=', orderId)
  await ofOrder.set({ restricted_at: new Date() }).execute()
  const told = await receive(
    snapshotOf({ payment_intent_id: transactionId, network_code: 'code 4111 1111 1111 1111' }),
  )
  expect(told.network_code).toBe('code ****1111')
  const listed = async (by: typeof team) => (await by.call(listDisputes, {})).body.data.map(({ id }) => id)
  expect([(await listed(team)).includes(told.id), (await listed(admin)).includes(told.id)]).toEqual([
    false,
    true,
  ])
  const record = { orderId, stage: 'chargeback', reason: 'other' } as const
  expect((await team.call(recordDispute, { body: record })).http).toBe(403)
  await ofOrder.set({ restricted_at: null }).execute()
  const again = { ...record, gateway_dispute_id: told.gateway_dispute_id ?? '' }
  expect((await team.call(recordDispute, { body: again })).http).toBe(409)
})

test('Admins are mailed of a dispute 72 and 24 hours before it is due, once each (product §14)', async () => {
  const hour = 3_600_000
  const admins = await app.owner.selectFrom('members').select('id').where('role', '=', 'Admin').execute()
  await app.owner.updateTable('disputes').set({ outcome: 'Won' }).execute()
  const dueIn = (hours: number) => new Date(Date.now() + ahead + hours * hour)
  const { orderId, transactionId } = await createPaidOrder()
  const dispute = snapshotOf({ payment_intent_id: transactionId, stage: 'inquiry', due_at: dueIn(80.5) })
  await receive(dispute)
  const tell = async () => {
    const before = await countMails()
    await Promise.all([tellDueDisputes(app.platform), tellDueDisputes(app.platform)])
    return ((await countMails()) - before) / admins.length
  }
  const countMails = async () =>
    (await app.owner.selectFrom('mails').select('id').where('kind', '=', 'dispute').execute()).length
  const after = async (hours: number) => {
    ahead += hours * hour
    return tell()
  }
  expect([await tell(), await after(9), await after(20), await after(28), await after(20)]).toEqual([
    0, 1, 0, 1, 0,
  ])
  const renewed = { ...dispute, due_at: dueIn(23), updated_at: new Date(dispute.updated_at.getTime() + hour) }
  await receive(renewed)
  expect([await tell(), await after(24)]).toEqual([1, 0])
  const others = [
    { stage: 'warning' },
    { settled_as: 'answered' as const },
    { outcome: 'Lost' },
    { due_at: dueIn(-1) },
  ] as const
  for (const other of others) await receive(snapshotOf({ due_at: dueIn(10), ...other }))
  expect(await tell()).toBe(0)
  const mail = await app.owner
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'order_id', 'sealed_subject', 'sealed_props'])
    .where('kind', '=', 'dispute')
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  expect(mail).toMatchObject({ order_id: null, recipient: expect.stringContaining('admin') })
  const { subject, props } = openContent(app.platform.seal, mail)
  expect(subject).toBe(`Inquiry of order ${orderId}: answer within 71 h`)
  const { text } = disputeDueMail.render(props, app.platform.config)
  expect(text).toMatch(/Answer by: \d\d-\d\d-\d{4} \d\d:\d\d:\d\d\u{A0}EST, in 71 h/u)
  expect(text).not.toContain('guess')
})
