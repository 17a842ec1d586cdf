import { expect, test } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import { gatewayTraffic, listGateways, setFallbacks, setGateway } from '#contract/gateways.ts'
import { activeGateway } from '#contract/intake.ts'
import type { Role } from '#contract/rules/roles.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames, testIntakeKey } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const secondApp = useTestApp(() => ({ sharedWith: app }))

const authAs = async (role: Role) => ({ token: await app.signInAs(role) })
const loadGateways = async () => (await app.as('Manager').call(listGateways)).body.data
const loadGatewayId = async (name: string) =>
  (await loadGateways()).find(({ gateway_name }) => gateway_name === name)?.id ?? 0
const activeNames = async () =>
  (await loadGateways()).filter(({ is_active }) => is_active === '1').map(({ gateway_name }) => gateway_name)
const changeGateway = async (gatewayId: unknown, role: Role = 'Manager', at = app) =>
  at.call(setGateway, { body: { gatewayId } }, await authAs(role))

test('five gateways are listed, exactly one of them active (product §5)', async () => {
  const list = await loadGateways()
  expect(list.map(({ gateway_name }) => gateway_name)).toEqual([
    'Authorize.Net',
    'Midtrans',
    'PayPal',
    'Stripe',
    'Xendit',
  ])
  expect(list.map(({ is_active }) => is_active).toSorted()).toEqual(['0', '0', '0', '0', '1'])
})

test('a Manager changes the gateway, landing sites get the new one, and the audit log says who did it', async () => {
  const { body } = await changeGateway(String(await loadGatewayId('Xendit')))
  expect(body).toEqual({ status: 1, message: 'Xendit is the active gateway now.' })
  expect(await activeNames()).toEqual(['Xendit'])
  const seen = await app.call(activeGateway, {}, { token: testIntakeKey })
  expect(seen.body.data.gateway_name).toBe('Xendit')

  const again = await changeGateway(await loadGatewayId('Xendit'), 'Admin')
  expect(again.body.message).toBe('Xendit is the active gateway now.')
  const audit = await app.as('Admin').call(listAuditEvents, { query: { groups: 'change' } })
  expect(audit.body.data).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(String),
      by: memberNames.Manager,
      role: 'Manager',
      seq: null,
      order_id: null,
      session_id: expect.any(String),
      action: 'gateway changed',
      details: { from: 'Stripe', to: 'Xendit' },
    },
  ])
  expect(audit.body.count).toBe(1)
})

test.each([undefined, '', null, 'Stripe', 0, -1, 1.5])(
  'the gateway %j is refused (product §4)',
  async (gatewayId) => {
    const { http, body } = await changeGateway(gatewayId)
    expect([http, body.status, body.errors]).toEqual([400, 0, { gatewayId: 'Please select gateway.' }])
  },
)

test('an unknown gateway is refused and changes nothing', async () => {
  const before = await activeNames()
  expect((await changeGateway(999_999)).http).toBe(404)
  expect(await activeNames()).toEqual(before)
})

test.each(['Team', 'Telecaller', 'Night Staff'] as const)(
  '%s may neither list nor change gateways',
  async (role) => {
    expect((await app.as(role).call(listGateways)).http).toBe(403)
    expect((await changeGateway(await loadGatewayId('Stripe'), role)).http).toBe(403)
  },
)

test('after concurrent changes on two servers exactly one gateway is active', async () => {
  const ids = (await loadGateways()).map(({ id }) => id)
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      [...ids, ...ids].map((id, at) => changeGateway(id, 'Manager', at % 2 ? app : secondApp)),
    )
    expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]))
    expect(await activeNames()).toHaveLength(1)
  }
})

test('landing sites are told since when a gateway is active and which to try next, and unchanged answers are 304', async () => {
  const [xendit, paypal] = [await loadGatewayId('Xendit'), await loadGatewayId('PayPal')]
  const stripe = await loadGatewayId('Stripe')
  await changeGateway(stripe)
  const manager = app.as('Manager')
  await manager.call(setFallbacks, { body: { gatewayIds: [paypal, stripe, xendit] } })
  const { body, headers } = await app.call(activeGateway, {}, { token: testIntakeKey })
  expect(body.data).toEqual({
    id: stripe,
    gateway_name: 'Stripe',
    since: expect.stringMatching(/Z$/),
    fallbacks: ['PayPal', 'Xendit'],
  })
  expect(headers.get('cache-control')).toBe('private, max-age=30, stale-if-error=86400')
  const again = await fetch(`${app.url}/api/intake/active-gateway`, {
    headers: { authorization: `Bearer ${testIntakeKey}`, 'if-none-match': headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
  expect((await loadGateways()).map(({ gateway_name, fallback }) => [gateway_name, fallback])).toEqual([
    ['Authorize.Net', null],
    ['Midtrans', null],
    ['PayPal', 1],
    ['Stripe', null],
    ['Xendit', 2],
  ])
  const twice = await manager.call(setFallbacks, { body: { gatewayIds: [paypal, paypal] } })
  expect(twice.http).toBe(400)
  expect((await manager.call(setFallbacks, { body: { gatewayIds: [999_999] } })).http).toBe(404)
})

test('orders are counted by gateway, and a site follows a change once its orders come through it', async () => {
  await changeGateway(await loadGatewayId('Stripe'))
  for (const [site, gateway] of [
    ['one.example', 'stripe'],
    ['two.example', 'PayPal'],
    ['three.example', undefined],
  ])
    await createTestOrder(app, { landing_domain: site, gateway })
  const { body } = await app.as('Manager').call(gatewayTraffic)
  const { gateways, sites, fallback_share: share } = body.data
  expect(gateways.find(({ name }) => name === 'Stripe')).toMatchObject({ hour: 1, day: 1 })
  expect(gateways.map(({ name }) => name).toSorted()).toEqual(['PayPal', 'Stripe', 'unknown'])
  expect(share).toBe(0.5)
  expect(Object.fromEntries(sites.map(({ site, follows }) => [site, follows]))).toMatchObject({
    'one.example': true,
    'two.example': false,
    'three.example': false,
  })
})
