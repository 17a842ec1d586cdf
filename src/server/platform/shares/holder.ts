import { AsyncLocalStorage } from 'node:async_hooks'
import { addressKey, networkOf } from '../auth/address-key.ts'

/** The owner of a share. Strangers together have a part; the rest is reserved for identified holders. */
export interface Holder {
  /** The owner of one share: a member, an intake key, a provider, or a network of strangers. */
  key: string
  isStranger: boolean
  /** For a stranger: the address within the network. */
  address: string
}

export const strangerAt = (ip: string): Holder => ({
  key: `network ${networkOf(ip)}`,
  isStranger: true,
  address: addressKey(ip),
})

export const provenHolder = (key: string): Holder => ({ key, isStranger: false, address: '' })

export interface Holding {
  holder: Holder
  connections: number
  /** The request was answered; work that continues belongs to the server. */
  isOver: boolean
}

const current = new AsyncLocalStorage<Holding>()

export const holdingFor = <T>(holding: Holding, work: () => T): T => current.run(holding, work)

/** Undefined for the server's own work. */
export function currentHolding(): Holding | undefined {
  const holding = current.getStore()
  return holding?.isOver ? undefined : holding
}

const server = provenHolder('server')

export const currentHolder = (): Holder => currentHolding()?.holder ?? server

/** Starts shared work outside the current request's holding. */
export const forNobody = <T>(work: () => T): T => current.exit(work)
