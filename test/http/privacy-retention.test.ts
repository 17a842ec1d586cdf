import { beforeAll, expect, test } from 'vitest'
import { saveDispute } from '#contract/disputes.ts'
import { moveOrders } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { readRetention, setRetention } from '#contract/privacy.ts'
import { runRetention } from '#server/privacy/retention.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { insertOpenDispute, receiveSnapshot, snapshotOf } from '../support/disputes.ts'
import { duringChange } from '../support/during-change.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames, startTestApp } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

let admin: { token: string }
const now = Date.parse('2026-11-21T03:00:00Z')
const settings = { detailsDays: 180, evidenceDays: 548 }

const app = useTestApp({ clock: () => new Date(now) })
beforeAll(async () => {
  admin = { token: await app.signInAs('Admin') }
})

const travelled = async (day: string) => createTestOrder(app, { arrival_doa: day, arrival_city: 'Denpasar' })
const read = async () => (await app.call(readRetention, {}, admin)).body.data
const turn = (on: boolean, changes: object = {}) =>
  app.call(setRetention, { body: { on, ...settings, ...changes } }, admin)
const run = () => runRetention(app.platform, Date.now() + 60_000)

async function isErased(orderId: number) {
  const { orderDetails } = (await app.call(getOrder, { params: { orderId } }, admin)).body
  return { details: orderDetails.details_erased_at !== null, all: orderDetails.erased_at !== null }
}
const kept = { details: false, all: false }

test('retention erases by age only after an Admin turned it on, and skips orders with an open dispute', async () => {
  const recent = await travelled('2026-05-26')
  const detailsDue = await travelled('2026-05-24')
  const allDue = await travelled('2025-05-20')
  const disputed = await travelled('2025-05-20')
  const untravelled = await createTestOrder(app)
  await app.call(moveOrders, { body: { orderId: disputed, updatingStatus: 'ChargeBack' } }, admin)
  expect(await read()).toEqual({
    details_days: 180,
    evidence_days: 548,
    details: 1,
    everything: 1,
    disputed: 1,
    confirmed: null,
  })

  await run()
  expect(await isErased(allDue)).toEqual(kept)
  expect((await turn(true, { detailsDays: 30 })).http).toBe(409)
  expect((await turn(true)).body.data.confirmed).toEqual({
    at: '2026-11-21T03:00:00Z',
    by: memberNames.Admin,
  })
  expect((await turn(true)).http).toBe(200)
  await run()
  expect(await isErased(recent)).toEqual(kept)
  expect(await isErased(untravelled)).toEqual(kept)
  expect(await isErased(disputed)).toEqual(kept)
  expect(await isErased(detailsDue)).toEqual({ details: true, all: false })
  expect(await isErased(allDue)).toEqual({ details: true, all: true })
  const left = (await app.call(getOrder, { params: { orderId: detailsDue } }, admin)).body.orderDetails
  expect(left).toMatchObject({ arrival_full_name: expect.any(String), email: expect.any(String) })
  expect(left.arrival_passport_number).toBeUndefined()
  expect(left.arrival_city).toBeUndefined()
  expect(await read()).toMatchObject({ details: 0, everything: 0, disputed: 1 })

  const dispute = { orderId: disputed, dueOn: '', reasonCode: '', outcome: 'Lost' } as const
  await app.call(saveDispute, { body: dispute }, admin)
  const keysBefore = await app.platform.db.selectFrom('settings').select('key').execute()
  expect((await turn(false)).body.data.confirmed).toBeNull()
  expect(await app.platform.db.selectFrom('settings').select('key').execute()).toHaveLength(
    keysBefore.length - 1,
  )
  await run()
  expect(await isErased(disputed)).toEqual(kept)
})

test('retention checks the locked row: a concurrent dispute or restriction prevents the erasure', async () => {
  await turn(true)
  const at = new Date(now)
  const changes: ((tx: Tx, order_id: number) => Promise<unknown>)[] = [
    (tx, orderId) => insertOpenDispute(tx, orderId, at),
    (tx, order_id) =>
      tx.updateTable('orders').set({ restricted_at: at }).where('order_id', '=', order_id).execute(),
  ]
  for (const change of changes) {
    const orderId = await travelled('2025-05-20')
    await duringChange(app, (tx) => change(tx, orderId), run)
    expect(await isErased(orderId)).toEqual(kept)
  }
  await turn(false)
})

test('an open inquiry, chargeback or compliance case keeps its order, answered or not; an erased one keeps no id of the payment', async () => {
  await turn(true)
  const cases = [
    [{ stage: 'inquiry' }, true],
    [{ stage: 'chargeback' }, true],
    [{ stage: 'chargeback', settled_as: 'answered' as const }, true],
    [{ stage: 'compliance' }, true],
    [{ stage: 'warning' }, false],
    [{ stage: 'prevented' }, false],
    [{ stage: 'chargeback', outcome: 'Lost' }, false],
    [{ stage: 'inquiry', outcome: 'Withdrawn' }, false],
  ] as const
  const made = []
  for (const [told, isKept] of cases) {
    const transaction = `pi_${made.length}_retained`
    const orderId = await createTestOrder(app, { arrival_doa: '2025-05-20', transaction_id: transaction })
    const { id } = await receiveSnapshot(
      app,
      snapshotOf({ payment_intent_id: transaction, charge_id: `ch_${transaction}`, ...told }),
    )
    made.push({ told, isKept, orderId, id })
  }
  await run()
  const disputes = await app.owner.selectFrom('disputes').selectAll().execute()
  for (const { told, isKept, orderId, id } of made) {
    expect([told, (await isErased(orderId)).all]).toEqual([told, !isKept])
    const { amount, charge_id, gateway_dispute_id, payment_intent_id } =
      disputes.find((it) => it.id === id) ?? {}
    const ids = [charge_id, gateway_dispute_id, payment_intent_id].filter((it) => it !== null)
    expect([told, amount, ids.length]).toEqual([told, '49.00', isKept ? 3 : 0])
  }
  await turn(false)
})

test('settings changed since they were shown turn retention off', async () => {
  await turn(true)
  const other = await startTestApp({
    sharedWith: app,
    clock: () => new Date(now),
    env: { RETENTION_DETAILS_DAYS: '90' },
  })
  const { body } = await other.call(readRetention, {}, admin)
  expect(body.data).toMatchObject({ details_days: 90, confirmed: null })
  const orderId = await travelled('2025-05-20')
  await runRetention(other.platform, Date.now() + 60_000)
  expect(await isErased(orderId)).toEqual(kept)
  await other.stop()
})
