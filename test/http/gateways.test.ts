import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listGateways, setGateway } from '#contract/gateways.ts'
import { activeGateway } from '#contract/intake.ts'
import type { Role } from '#contract/rules/roles.ts'
import { memberNames, startTestApp, testIntakeKey, type TestApp } from '../support/test-app.ts'

let app: TestApp
let beside: TestApp

beforeAll(async () => {
  app = await startTestApp()
  beside = await startTestApp({ beside: app })
})
afterAll(async () => {
  await beside.stop()
  await app.stop()
})

const as = async (role: Role) => ({ token: await app.signInAs(role) })
const gateways = async () => (await app.call(listGateways, {}, await as('Manager'))).body.data
const idOf = async (name: string) =>
  (await gateways()).find(({ gateway_name }) => gateway_name === name)?.id ?? 0
const active = async () =>
  (await gateways()).filter(({ is_active }) => is_active === '1').map(({ gateway_name }) => gateway_name)
const change = async (gatewayId: unknown, role: Role = 'Manager', at = app) =>
  at.call(setGateway, { body: { gatewayId } }, await as(role))

test('five gateways are listed, exactly one of them active', async () => {
  const list = await gateways()
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
  const { body } = await change(String(await idOf('Xendit')))
  expect(body).toEqual({ status: 1, message: 'Xendit is the active gateway now.' })
  expect(await active()).toEqual(['Xendit'])
  const seen = await app.call(activeGateway, {}, { token: testIntakeKey })
  expect(seen.body.data.gateway_name).toBe('Xendit')

  const again = await change(await idOf('Xendit'), 'Admin')
  expect(again.body.message).toBe('Xendit is the active gateway now.')
  const audit = await app.call(listAudit, {}, await as('Admin'))
  expect(audit.body.data).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(String),
      by: memberNames.Manager,
      action: 'gateway changed',
      details: { from: 'Stripe', to: 'Xendit' },
    },
  ])
  expect(audit.body.count).toBe(1)
})

test.each([undefined, '', null, 'Stripe', 0, -1, 1.5])('the gateway %j is refused', async (gatewayId) => {
  const { http, body } = await change(gatewayId)
  expect([http, body.status, body.errors]).toEqual([400, 0, { gatewayId: 'Please select gateway.' }])
})

test('an unknown gateway is refused and changes nothing', async () => {
  const before = await active()
  expect((await change(999_999)).http).toBe(404)
  expect(await active()).toEqual(before)
})

test.each(['Team', 'Telecaller', 'Night Staff'] as const)(
  '%s may neither list nor change gateways',
  async (role) => {
    expect((await app.call(listGateways, {}, await as(role))).http).toBe(403)
    expect((await change(await idOf('Stripe'), role)).http).toBe(403)
  },
)

test('after concurrent changes on two servers exactly one gateway is active', async () => {
  const ids = (await gateways()).map(({ id }) => id)
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      [...ids, ...ids].map((id, at) => change(id, 'Manager', at % 2 ? app : beside)),
    )
    expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]))
    expect(await active()).toHaveLength(1)
  }
})
