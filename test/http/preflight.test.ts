import { expect, test } from 'vitest'
import { correctOrder } from '#contract/corrections.ts'
import { createOrder } from '#contract/intake.ts'
import { moveOrders } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { settleFinding } from '#contract/preflight.ts'
import { checks } from '#contract/rules/preflight/preflight.ts'
import { anOrder, createTestOrder as createAnyOrder } from '../support/orders.ts'
import { testIntakeKey } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ clock: () => new Date('2026-11-20T03:00:00Z') })
const telecaller = app.as('Telecaller')
const admin = app.as('Admin')

/** Without anything to check but what is given. */
const createTestOrder = (changes: Record<string, unknown>) =>
  createAnyOrder(app, { arrival_full_name: 'Budi Santoso', ...changes })
const findings = async (orderId: number, as = telecaller) => (await as.order(orderId)).preflight?.findings
const codes = async (orderId: number, as = telecaller) =>
  (await findings(orderId, as))?.map(({ code }) => code)
const settle = (orderId: number, check: string, settled?: boolean) =>
  telecaller.call(settleFinding, { body: { orderId, check, settled } })
const correct = (orderId: number, changes: Record<string, unknown>) =>
  telecaller.call(correctOrder, { body: { orderId, changes, reason: 'She wrote so' } })

const expiring = { arrival_doa: '2026-11-23', arrival_passport_expiry: '2027-03-14' }

test('an order shows its findings, blocking ones first, with values and the fields to correct', async () => {
  const orderId = await createTestOrder({ ...expiring, arrival_confirm_email: 'other@example.com' })
  const { preflight } = await telecaller.order(orderId)
  expect(preflight?.checks).toBe(checks.length)
  expect(preflight?.findings.map(({ code }) => code)).toEqual(['passport-expires-soon', 'emails-differ'])
  expect(preflight?.findings[0]).toEqual({
    code: 'passport-expires-soon',
    severity: 'stop',
    title: 'Passport expires within six months of arrival',
    message:
      'Expiry 14-03-2027, arrival 23-11-2026: 3 months and 19 days. Ask for the renewed one, or correct a misread year.',
    fields: ['arrival_passport_expiry'],
    orders: [],
    settled: false,
  })
})

test('a settled finding stays settled, however old its event is', async () => {
  const orderId = await createTestOrder(expiring)
  await settle(orderId, 'passport-expires-soon')
  for (const updatingStatus of ['Awaiting', 'AwaitingGovt'] as const)
    await telecaller.call(moveOrders, { body: { orderId, updatingStatus } })
  const { body } = await telecaller.call(getOrder, { params: { orderId }, query: { historyRows: 1 } })
  expect(body.orderDetails.events).toHaveLength(1)
  expect(body.orderDetails.preflight?.findings).toMatchObject([{ settled: true }])
})

test('intake accepts an order with findings, and its reply contains none', async () => {
  const { http, body } = await app.call(
    createOrder,
    {
      body: anOrder({
        arrival_full_name: 'Budi',
        arrival_doa: '2020-01-01',
        arrival_dod: '2019-01-01',
        arrival_passport_number: '?1',
      }),
    },
    { token: testIntakeKey },
  )
  expect(http).toBe(200)
  expect(JSON.stringify(body)).not.toContain('passport')
  expect(await codes(body.data.order_id)).toEqual(['travel-not-meant', 'passport-form'])
})

test('a correction returns the remaining findings, and a finished order has none', async () => {
  const orderId = await createTestOrder({ ...expiring, arrival_confirm_email: 'other@example.com' })
  const { body } = await correct(orderId, { arrival_passport_expiry: '2031-03-14' })
  expect(body.data.preflight?.findings.map(({ code }) => code)).toEqual(['emails-differ'])
  await telecaller.call(moveOrders, { body: { orderId, updatingStatus: 'Refunds' } })
  expect((await telecaller.order(orderId)).preflight).toBeNull()
})

test('a finding is settled and reopened once each, with events; a correction of its field reopens it', async () => {
  const orderId = await createTestOrder(expiring)
  const isSettled = async () => (await findings(orderId))?.map(({ settled }) => settled)
  const twenty = await Promise.all(Array.from({ length: 20 }, () => settle(orderId, 'passport-expires-soon')))
  expect(twenty.map(({ http }) => http)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(twenty[0]?.body.message).toBe('It is right as it is.')
  expect(await isSettled()).toEqual([true])
  await correct(orderId, { arrival_full_name: 'Another Name' })
  expect(await isSettled()).toEqual([true])
  await settle(orderId, 'passport-expires-soon', false)
  expect(await isSettled()).toEqual([false])
  await settle(orderId, 'passport-expires-soon')
  await correct(orderId, { arrival_passport_expiry: '2027-03-15' })
  expect(await isSettled()).toEqual([false])
  const { events } = await telecaller.order(orderId)
  expect(events.map(({ action }) => action)).toEqual([
    'corrected',
    'finding settled',
    'finding opened again',
    'corrected',
    'finding settled',
    'created',
  ])
  expect(events[1]?.details).toEqual({
    check: 'passport-expires-soon',
    name: 'Passport expires within six months of arrival',
  })
})

test('settling an absent or former finding is refused with 409, and an unknown order answers 404', async () => {
  const orderId = await createTestOrder(expiring)
  const refused = await settle(orderId, 'no-such-check')
  expect([refused.http, refused.body.message]).toEqual([
    409,
    `Order ${orderId} has nothing of this to check any more.`,
  ])
  await correct(orderId, { arrival_passport_expiry: '2031-03-14' })
  expect((await settle(orderId, 'passport-expires-soon')).http).toBe(409)
  expect((await settle(999_999_999, 'passport-expires-soon')).http).toBe(404)
})

test('other open orders with the passport and travel date are listed, restricted ones for Admins only (product §12)', async () => {
  const traveller = { arrival_doa: '2026-11-23', arrival_passport_number: 'C 777-1234' }
  const first = await createTestOrder(traveller)
  const second = await createTestOrder({ ...traveller, arrival_passport_number: 'c7771234' })
  await createTestOrder({ ...traveller, arrival_doa: '2026-11-24' })
  const completed = await createTestOrder(traveller)
  await telecaller.call(moveOrders, { body: { orderId: completed, updatingStatus: 'Completed' } })
  expect((await findings(first))?.map(({ code, orders }) => [code, orders])).toEqual([
    ['passport-other-order', [second]],
  ])
  await app.owner
    .updateTable('orders')
    .set({ restricted_at: new Date() })
    .where('order_id', '=', second)
    .execute()
  expect(await codes(first)).toEqual([])
  expect(await codes(first, admin)).toEqual(['passport-other-order'])
  const { body } = await correct(first, { arrival_full_name: 'Another Name' })
  expect(body.data.preflight?.findings).toEqual([])
  for (let more = 0; more < 6; more++) await createTestOrder(traveller)
  const [finding] = (await findings(first)) ?? []
  expect(finding?.orders).toHaveLength(5)
  expect(finding?.message).toContain(' and 1 more have ')
})
