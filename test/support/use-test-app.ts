import { afterAll, beforeAll } from 'vitest'
import type { Endpoint, Input, Refusal, Reply } from '#contract/endpoint.ts'
import { getOrder } from '#contract/order-details.ts'
import type { Role } from '#contract/rules/roles.ts'
import type { CallOptions, CallResponse } from './call.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts'

/** Calls as the signed-in member of a role. */
export interface Caller {
  call<E extends Endpoint>(
    endpoint: E,
    input?: Input<E>,
    options?: Omit<CallOptions, 'token'>,
  ): Promise<CallResponse<Reply<E> & Refusal>>
  order(orderId: number): Promise<Reply<typeof getOrder>['orderDetails']>
  token(): Promise<string>
}

export interface UsedTestApp extends TestApp {
  as(role: Role): Caller
  /** A caller with this token; with an empty one a caller without a session. */
  withToken(token: string): Caller
}

/**
 * A test app from before the first test of the file until after its last one. A role that is named before the app has
 * started is signed in at its start. Options that other hooks prepare are given as a function.
 */
export function useTestApp(options: TestAppOptions | (() => TestAppOptions) = {}): UsedTestApp {
  let started: TestApp | undefined
  const rolesAtStart: Role[] = []
  const app = () => {
    if (!started) throw new Error('the test app has not started')
    return started
  }
  beforeAll(async () => {
    started = await startTestApp(typeof options === 'function' ? options() : options)
    for (const role of rolesAtStart) await started.signInAs(role)
  })
  afterAll(() => started?.stop())

  const caller = (token: () => Promise<string>): Caller => {
    const call: Caller['call'] = async (endpoint, input, callOptions) =>
      app().call(endpoint, input, { ...callOptions, token: await token() })
    const order: Caller['order'] = async (orderId) =>
      (await call(getOrder, { params: { orderId } })).body.orderDetails
    return { call, order, token }
  }
  const callers = {
    as(role: Role) {
      if (!started) rolesAtStart.push(role)
      return caller(() => app().signInAs(role))
    },
    withToken: (token: string) => caller(async () => token),
  }
  return new Proxy({} as UsedTestApp, {
    get: (_, key) => Reflect.get(key in callers ? callers : app(), key),
  })
}
