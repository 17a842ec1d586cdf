import { createOrder } from '#contract/intake.ts'
import { roles, type Role } from '#contract/rules/roles.ts'
import { beginTotp, confirmTotp } from '#contract/second-factor.ts'
import { signIn } from '#contract/session.ts'
import { trackOrder } from '#contract/visitor.ts'
import { send } from '../../test/support/call.ts'
import { anOrder } from '../../test/support/orders.ts'
import { testIntakeKey } from '../../test/support/test-app.ts'
import type { FuzzDatabase } from './fuzz-database.ts'
import { markup } from './hostile-values.ts'
import { createSecondFactor, type SecondFactor } from './second-factor.ts'

/** `Admin with an app`: an Admin who has an authenticator app from the beginning. */
export const callerNames = [...roles, 'Admin with an app', 'visitor', 'intake', 'nobody'] as const
export type CallerName = (typeof callerNames)[number]

export interface Caller {
  headers: Record<string, string>
  /** What only the caller knows, by the name of a request's field: the visitor's order, a member's last undo. */
  own: Record<string, unknown>
  /** Of a member. */
  factor?: SecondFactor
}

export interface Callers {
  of(name: CallerName): Promise<Caller>
  /** After a reply that says that who called is not signed in any more: the next call gets a new one. */
  renew(name: CallerName, caller: Caller): void
}

const isRole = (name: CallerName): name is Role => roles.some((role) => role === name)

/** The permissions of a caller who is a member; null for the others. */
export const roleOf = (name: CallerName): Role | null =>
  name === 'Admin with an app' ? 'Admin' : isRole(name) ? name : null

/** Of every member who calls. */
export const callerPassword = 'correct horse fuzz'
/** In every name: a formula for spreadsheets, markup for pages. */
const hostileName = `=fz(1)${markup}`

let addresses = 0
/** An address of its own for each request. */
export const nextAddress = () => {
  addresses += 1
  return `${11 + ((addresses >> 24) & 127)}.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}
const fromNewAddress = () => ({ headers: { 'x-forwarded-for': nextAddress() } })

/** The five roles, an Admin with an authenticator app, a visitor with an order's cookie, a landing site, and nobody. */
export function createCallers(url: string, database: FuzzDatabase): Callers {
  let made = 0
  /** Of the Admin with an app, for Admins who end sessions and second factors. */
  const enrolled: { memberId?: number; sessionId?: string } = {}

  const signInAs = async (role: Role): Promise<Caller & { memberId: number; factor: SecondFactor }> => {
    made += 1
    const email = `fuzz${made}@pabean.example`
    const memberId = await database.addMember({
      name: `${hostileName} ${made}`,
      email,
      password: callerPassword,
      role,
    })
    const { body } = await send(url, signIn, { body: { email, password: callerPassword } }, fromNewAddress())
    const ownSessionId = await database.sessionIdOf(memberId)
    const own = { email, ownSessionId, ...(role === 'Admin' && enrolled) }
    return { headers: { authorization: body.jwtToken }, own, memberId, factor: createSecondFactor() }
  }
  const enrol = async (): Promise<Caller> => {
    const caller = await signInAs('Admin')
    const { factor, memberId } = caller
    const options = { token: caller.headers['authorization'] ?? '' }
    const begun = await send(url, beginTotp, {}, options)
    factor.learn('post /admin/second-factor/totp', begun.body.data)
    const confirmed = await send(
      url,
      confirmTotp,
      { body: { code: String(factor.valueOf('code')) } },
      options,
    )
    factor.learn('post /admin/second-factor/confirm-totp', confirmed.body.data)
    Object.assign(enrolled, { memberId, sessionId: caller.own['ownSessionId'] })
    return caller
  }
  const openOrder = async (): Promise<Caller> => {
    const order = anOrder({
      arrival_full_name: hostileName,
      arrival_address: markup,
    })
    const email = String(order['email'])
    const taken = await send(url, createOrder, { body: order }, { token: testIntakeKey, ...fromNewAddress() })
    if (taken.http !== 200) throw new Error(`intake answered ${taken.http}: ${JSON.stringify(taken.body)}`)
    const orderId = taken.body.data.order_id
    const opened = await send(url, trackOrder, { body: { orderId, email } }, fromNewAddress())
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return { headers: { cookie }, own: { orderId, email } }
  }

  const makers: Record<Exclude<CallerName, Role>, () => Promise<Caller>> = {
    'Admin with an app': enrol,
    visitor: openOrder,
    intake: async () => ({ headers: { authorization: testIntakeKey }, own: {} }),
    nobody: async () => ({ headers: {}, own: {} }),
  }
  const make = (name: CallerName): Promise<Caller> => (isRole(name) ? signInAs(name) : makers[name]())
  const current = new Map<CallerName, Promise<Caller>>()
  return {
    of(name) {
      const caller = current.get(name) ?? make(name)
      current.set(name, caller)
      return caller
    },
    renew(name, stale) {
      void current.get(name)?.then((caller) => caller === stale && current.delete(name))
    },
  }
}
