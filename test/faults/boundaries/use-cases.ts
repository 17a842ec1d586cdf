import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { createOrder } from '#contract/intake.ts'
import { startNext } from '#contract/moves.ts'
import { changePassword, forgotPassword, reauthenticate, revokeSession, signIn, signOut } from '#contract/session.ts'
import { sendLink, trackOrder } from '#contract/visitor.ts'
import { createCaseContext, type CaseContext } from '../../http/roles/case-context.ts'
import { cases } from '../../http/roles/cases.ts'
import { request, type CallOptions } from '../../support/call.ts'
import { anOrder, createTestOrder } from '../../support/orders.ts'
import { testIntakeKey, testPassword, type TestApp } from '../../support/test-app.ts'

/** Sends the same request as often as it is called, to whichever server. */
export type Send = (url: string, headers?: Record<string, string>) => Promise<Response>

export interface UseCase {
  name: string
  /** Makes what the request is about, new each time. */
  prepare(): Promise<Send>
}

const sender =
  (endpoint: Endpoint, input: unknown, options: CallOptions = {}): Send =>
  (url, headers = {}) =>
    request(url, endpoint, input, { ...options, headers: { ...options.headers, ...headers } })

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** After them their caller's session is another one. */
const endingSessions = new Set<Endpoint>([signOut, changePassword, revokeSession, reauthenticate])

/** What others send than members, and what an Admin's own case is refused. */
const otherUseCases = (app: TestApp, contextOf: () => Promise<CaseContext>): UseCase[] => [
  {
    name: nameOf(createOrder),
    prepare: async () =>
      sender(createOrder, { body: anOrder() }, { token: testIntakeKey, headers: { 'idempotency-key': randomUUID() } }),
  },
  {
    name: nameOf(startNext),
    async prepare() {
      await createTestOrder(app)
      return sender(startNext, { body: {} }, { token: (await contextOf()).token })
    },
  },
  {
    name: nameOf(signIn),
    async prepare() {
      const { email } = await (await contextOf()).member('Team')
      return sender(signIn, { body: { email, password: testPassword } })
    },
  },
  {
    name: nameOf(forgotPassword),
    async prepare() {
      const { email } = await (await contextOf()).member('Team')
      return sender(forgotPassword, { body: { email } })
    },
  },
  ...[trackOrder, sendLink].map((endpoint) => ({
    name: nameOf(endpoint),
    async prepare() {
      const email = `${randomUUID()}@example.com`
      const orderId = await createTestOrder(app, { email })
      return sender(endpoint, { body: { orderId: String(orderId), email } })
    },
  })),
]

/** A valid request of every call that writes, of those by which the roles are tested. */
export function createUseCases(app: TestApp): UseCase[] {
  let context: Promise<CaseContext> | undefined
  const contextOf = (isNew = false) => {
    if (isNew) return createCaseContext(app, 'Admin')
    return (context ??= createCaseContext(app, 'Admin'))
  }
  const names = new Map<string, number>()
  const ofMembers = cases
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .map(({ endpoint, prepare }): UseCase => {
      const nth = (names.get(nameOf(endpoint)) ?? 0) + 1
      names.set(nameOf(endpoint), nth)
      return {
        name: nth === 1 ? nameOf(endpoint) : `${nameOf(endpoint)} (${nth})`,
        async prepare() {
          const caller = await contextOf(endingSessions.has(endpoint))
          return sender(endpoint, await prepare(caller, 'own'), { token: caller.token })
        },
      }
    })
  return [...ofMembers, ...otherUseCases(app, contextOf)]
}
