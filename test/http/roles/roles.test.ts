import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { can, permissions, roles, type Permission } from '#contract/rules/roles.ts'
import { request } from '../../support/call.ts'
import { changePassword, revokeSession, signOut } from '#contract/session.ts'
import { startTestApp, type TestApp } from '../../support/test-app.ts'
import { cases } from './cases.ts'
import { ownerships, createCaseContext, type CaseContext } from './case-context.ts'

/** Calls without a staff session (sign-in, intake, visitor) have their own tests. */
const isForStaff = (endpoint: Endpoint): endpoint is Endpoint & { allow: Permission } =>
  endpoint.allow in permissions
/** Their cases end sessions, so each has a caller of its own. */
const endingSessions = new Set<Endpoint>([signOut, changePassword, revokeSession])
const endpointName = ({ method, path }: Endpoint) => `${method} ${path}`

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

test('every staff endpoint answers 401 without a session', async () => {
  for (const endpoint of app.endpoints.filter(isForStaff)) {
    const response = await request(app.url, endpoint, {
      params: { orderName: 'newOrder', orderId: 2000001, id: 1 },
    })
    expect(response.status, endpointName(endpoint)).toBe(401)
  }
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
