import { hash } from '@node-rs/argon2'
import { Pool } from 'pg'
import { createOrder } from '#contract/intake.ts'
import { roles, type Role } from '#contract/rules/roles.ts'
import { signIn } from '#contract/session.ts'
import { trackOrder } from '#contract/visitor.ts'
import { send } from '../support/call.ts'
import { anOrder } from '../support/orders.ts'
import { testIntakeKey } from '../support/test-app.ts'
import { markup } from './hostile-values.ts'

export const callerNames = [...roles, 'visitor', 'intake', 'nobody'] as const
export type CallerName = (typeof callerNames)[number]

interface Caller {
  headers: Record<string, string>
  /** The visitor's own order. */
  orderId?: number
  email?: string
}

export interface Callers {
  of(name: CallerName): Promise<Caller>
  /** After a reply that says that who called is not signed in any more: the next call gets a new one. */
  renew(name: CallerName, caller: Caller): void
  end(): Promise<void>
}

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

/** The five roles, a visitor with the cookie of an order, the holder of an intake key, and nobody. */
export async function createCallers(url: string, databaseUrl: string): Promise<Callers> {
  const database = new Pool({ connectionString: databaseUrl, max: 1 })
  // One cheap hash for all members.
  const passwordHash = await hash(callerPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  let made = 0

  const signInAs = async (role: Role): Promise<Caller> => {
    made += 1
    const email = `fuzz${made}@pabean.example`
    await database.query(
      'insert into members (name, email, password_hash, role, created_at) values ($1, $2, $3, $4, now())',
      [`${hostileName} ${made}`, email, passwordHash, role],
    )
    const { body } = await send(url, signIn, { body: { email, password: callerPassword } }, fromNewAddress())
    return { headers: { authorization: body.jwtToken } }
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
    return { headers: { cookie }, orderId, email }
  }

  const make = (name: CallerName): Promise<Caller> => {
    if (name === 'nobody') return Promise.resolve({ headers: {} })
    if (name === 'intake') return Promise.resolve({ headers: { authorization: testIntakeKey } })
    return name === 'visitor' ? openOrder() : signInAs(name)
  }
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
    end: () => database.end(),
  }
}
