import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { can, permissions, roles, type Permission, type Role } from '#contract/rules/roles.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import { request } from '../../support/call.ts'
import { setGateway } from '#contract/gateways.ts'
import { changePassword, reauthenticate, reauthRequired, revokeSession, signOut } from '#contract/session.ts'
import { testPassword } from '../../support/test-app.ts'
import { cases, type Case } from './cases.ts'
import { ownerships, createCaseContext, unknownOrderId, type CaseContext } from './case-context.ts'
import { useTestApp } from '../../support/use-test-app.ts'

/** Calls without a staff session (sign-in, intake, visitor) have their own tests. */
const isForStaff = (endpoint: Endpoint): endpoint is Endpoint & { allow: Permission } =>
  endpoint.allow in permissions
/** Their cases end sessions or tokens, so each has a caller of its own. */
const endingSessions = new Set<Endpoint>([signOut, changePassword, revokeSession, reauthenticate])
const contractModules = import.meta.glob<Record<string, unknown>>('../../../src/contract/*.ts', {
  eager: true,
})
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'allow' in value

const endpointName = ({ method, path }: Endpoint) => `${method} ${path}`

/** The calls for which a permission beyond working orders is asked. */
const reserved = {
  changePassword: /\/change-password$/,
  deleteFromFutureQueue: /\/change-order-status$/,
  endOthersSessions: /\/member-sessions\//,
  importOrders: /\/import$/,
  manageFormOrigins: /^(POST|DELETE) .*\/form-origins/,
  manageIntakeKeys: /\/intake-keys/,
  managePrivacy: /\/privacy\//,
  manageSecondFactors: /\/(member-second-factor\/|second-factor-roles$)/,
  manageTeam: /team-member/,
  seeAudit: /\/(.*-)?audit/,
  seeFaults: /\/faults$/,
  seeOrderProcessed: /-(processed-by-count|promises-kept)$/,
  seeOutbox: /\/outbox/,
  setGateway: /\/(payment-gateway|gateway-(fallbacks|traffic)$)/,
  seeRatios: /\/ratios$/,
} as const satisfies Partial<Record<Permission, RegExp>>

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
  'PUT /admin/gateway-fallbacks',
  'PUT /admin/second-factor-roles',
  'DELETE /admin/member-second-factor/:memberId',
  'DELETE /admin/sessions/:id',
]

const contexts: Partial<Record<Role, Promise<CaseContext>>> = {}
const app = useTestApp()

test('each endpoint of the contract has one handler (product §4)', () => {
  const stated = Object.values(contractModules).flatMap((module) => Object.values(module).filter(isEndpoint))
  expect(app.endpoints.map(endpointName).toSorted()).toEqual(stated.map(endpointName).toSorted())
  expect(stated.length).toBeGreaterThan(100)
})

test('these calls alone are open without a session', () => {
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
    'visitor: POST /front/ask-agency',
    'visitor: POST /front/download-passport-doc-pdf',
    'visitor: POST /front/get-download-history',
  ])
})

test('every call beyond working orders has a permission of its own (product §4)', () => {
  const needs = app.endpoints.filter(isForStaff).map((endpoint) => [endpointName(endpoint), endpoint.allow])
  const expected = needs.map(([name = '']) => [
    name,
    keysOf(reserved).find((permission) => reserved[permission].test(name)) ?? 'workOrders',
  ])
  expect(needs).toEqual(expected)
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

/** A call of nothing in particular, without a body. */
const emptyInput = { params: { orderName: 'newOrder', orderId: unknownOrderId, id: unknownOrderId } }

// The role is checked before the body is read, so that an empty one tells.
test.each(roles)(
  '%s: an endpoint is refused with 403 where its permission excludes the role',
  async (role) => {
    const { token } = await createCaseContext(app, role)
    for (const endpoint of app.endpoints.filter(isForStaff)) {
      const own = endingSessions.has(endpoint) ? (await createCaseContext(app, role)).token : token
      const response = await request(app.url, endpoint, emptyInput, { token: own })
      const isRefused = response.status === 403
      expect(isRefused, `${endpointName(endpoint)}: ${await response.text()}`).toBe(
        !can(role, endpoint.allow),
      )
      expect([401, 500]).not.toContain(response.status)
    }
  },
)

/** Where all permitted roles are answered alike, the one with the fewest permissions. */
const callersOf = ({ endpoint, expectedCodes }: Case): Role[] => {
  const permitted = roles.filter((role) => isForStaff(endpoint) && can(role, endpoint.allow))
  return typeof expectedCodes === 'function' ? permitted : permitted.slice(-1)
}
const callers = cases.flatMap((it) =>
  callersOf(it).map((role) => [`${endpointName(it.endpoint)} by ${role}`, role, it] as const),
)

test.each(callers)(
  "%s answers for the caller's object, another's and a missing one",
  async (_name, role, { endpoint, expectedCodes, prepare }) => {
    const shared = (contexts[role] ??= createCaseContext(app, role))
    for (const whose of ownerships) {
      const context = await (endingSessions.has(endpoint) ? createCaseContext(app, role) : shared)
      const input = await prepare(context, whose)
      const response = await request(app.url, endpoint, input, { token: context.token })
      const expected = typeof expectedCodes === 'function' ? expectedCodes(role) : expectedCodes
      expect(response.status, `${whose}: ${await response.clone().text()}`).toBe(expected[whose])
    }
  },
)
