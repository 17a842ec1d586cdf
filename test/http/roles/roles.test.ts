import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { can, permissions, roles, type Permission } from '#contract/rules/roles.ts'
import { request } from '../../support/call.ts'
import { setGateway } from '#contract/gateways.ts'
import { changePassword, reauthenticate, reauthRequired, revokeSession, signOut } from '#contract/session.ts'
import { startTestApp, testPassword, type TestApp } from '../../support/test-app.ts'
import { cases } from './cases.ts'
import { ownerships, createCaseContext, type CaseContext } from './case-context.ts'

/** Calls without a staff session (sign-in, intake, visitor) have their own tests. */
const isForStaff = (endpoint: Endpoint): endpoint is Endpoint & { allow: Permission } =>
  endpoint.allow in permissions
/** Their cases end sessions or tokens, so each has a caller of its own. */
const endingSessions = new Set<Endpoint>([signOut, changePassword, revokeSession, reauthenticate])
const endpointName = ({ method, path }: Endpoint) => `${method} ${path}`

/** Product §5, Change password. */
const sensitiveCalls = [
  'POST /admin/add-team-member',
  'POST /admin/update-team-member',
  'PUT /admin/delete-team-member',
  'POST /admin/payment-gateway-setting',
  'POST /admin/intake-keys',
  'DELETE /admin/intake-keys/:id',
  'POST /admin/form-origins',
  'DELETE /admin/form-origins/:id',
  'POST /admin/privacy/requests/:id/access-link',
  'POST /admin/privacy/requests/:id/erasure',
  'POST /admin/privacy/retention',
  'POST /admin/second-factor/totp',
  'POST /admin/second-factor/confirm-totp',
  'DELETE /admin/second-factor/totp',
  'POST /admin/second-factor/passkey-options',
  'POST /admin/second-factor/passkeys',
  'DELETE /admin/second-factor/passkeys/:id',
  'POST /admin/second-factor/recovery-codes',
  'PUT /admin/second-factor-roles',
  'DELETE /admin/member-second-factor/:memberId',
  'DELETE /admin/sessions/:id',
]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('every staff endpoint has a case and every case an endpoint', () => {
  const registered = app.endpoints.filter(isForStaff).map(endpointName)
  expect(cases.map(({ endpoint }) => endpointName(endpoint))).toEqual(expect.arrayContaining(registered))
  expect(registered).toEqual(expect.arrayContaining(cases.map(({ endpoint }) => endpointName(endpoint))))
  expect(registered.length).toBeGreaterThan(40)
})

test('these calls alone are open to somebody who has not signed in', () => {
  const open = app.endpoints.filter(({ allow }) => allow === 'anyone' || allow === 'visitor')
  expect(open.map((endpoint) => `${endpoint.allow}: ${endpointName(endpoint)}`).toSorted()).toEqual([
    'anyone: GET /titles',
    'anyone: POST /admin/admin-login',
    'anyone: POST /admin/check-reset-link',
    'anyone: POST /admin/forgot-password',
    'anyone: POST /admin/reset-password',
    'anyone: POST /form-filler/fields',
    'anyone: POST /front/send-link',
    'anyone: POST /front/track-order',
    'visitor: GET /front/site',
    'visitor: POST /front/download-passport-doc-pdf',
    'visitor: POST /front/get-download-history',
  ])
})

test('every staff endpoint answers 401 without a session (product §4, §5)', async () => {
  for (const endpoint of app.endpoints.filter(isForStaff)) {
    const response = await request(app.url, endpoint, {
      params: { orderName: 'newOrder', orderId: 2000001, id: 1 },
    })
    expect(response.status, endpointName(endpoint)).toBe(401)
  }
})

test('calls that change members, keys, the gateway, a factor or sessions need a sign-in of the last quarter of an hour (spec §6)', async () => {
  const { token } = await createCaseContext(app, 'Admin')
  await app.platform.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(Date.now() - 16 * 60_000) })
    .execute()
  const sensitive = app.endpoints.filter((endpoint) => endpoint.needsFreshSignIn)
  expect(sensitive.map(endpointName).toSorted()).toEqual(sensitiveCalls.toSorted())
  for (const endpoint of sensitive) {
    const response = await request(app.url, endpoint, { params: { id: 1 } }, { token })
    const refused = { status: 0, message: 'Please confirm that it is you.', code: reauthRequired }
    expect([response.status, await response.json()], endpointName(endpoint)).toEqual([403, refused])
  }
  const own = { currentPassword: testPassword }
  const { jwtToken } = (await app.call(reauthenticate, { body: own }, { token })).body
  expect((await app.call(setGateway, { body: { gatewayId: 1 } }, { token: jwtToken })).http).toBe(200)
})

describe.each(roles)('%s', (role) => {
  let shared: CaseContext
  beforeAll(async () => {
    shared = await createCaseContext(app, role)
  })
  test.each(cases.map((it) => [endpointName(it.endpoint), it] as const))(
    '%s',
    async (_name, { endpoint, expectedCodes: codes, prepare }) => {
      if (!isForStaff(endpoint)) throw new Error('not for staff')
      for (const whose of ownerships) {
        const context = endingSessions.has(endpoint) ? await createCaseContext(app, role) : shared
        const input = await prepare(context, whose)
        const response = await request(app.url, endpoint, input, { token: context.token })
        const expected = typeof codes === 'function' ? codes(role) : codes
        expect(response.status, `${whose}: ${await response.clone().text()}`).toBe(
          can(role, endpoint.allow) ? expected[whose] : 403,
        )
      }
    },
  )
})
