import { AsyncLocalStorage } from 'node:async_hooks'
import { addressKey, networkOf } from '../auth/address-key.ts'

/** For whom something is held. Strangers together have a part of what there is, and the rest is for whoever was proven. */
export interface Holder {
  /** Who has one share: a member, an intake key, a provider, or a network of strangers. */
  key: string
  isStranger: boolean
  /** Of a stranger: the address within the network. */
  address: string
}

export const strangerAt = (ip: string): Holder => ({
  key: `network ${networkOf(ip)}`,
  isStranger: true,
  address: addressKey(ip),
})

export const provenHolder = (key: string): Holder => ({ key, isStranger: false, address: '' })

/** What is held for a request, or another piece of work. */
export interface Holding {
  holder: Holder
  /** Database connections in use. */
  connections: number
  /** It was answered: what it has begun goes on for the server itself. */
  isOver: boolean
}

const current = new AsyncLocalStorage<Holding>()

/** Runs work that is done for a holder. */
export const holdingFor = <T>(holding: Holding, work: () => T): T => current.run(holding, work)

/** For whom this is done; undefined for work of the server's own. */
export function currentHolding(): Holding | undefined {
  const holding = current.getStore()
  return holding?.isOver ? undefined : holding
}

/** The server, which does much for nobody in particular. */
const server = provenHolder('server')

export const currentHolder = (): Holder => currentHolding()?.holder ?? server

/** Begins what goes on for everybody, whoever's request comes first. */
export const forNobody = <T>(work: () => T): T => current.exit(work)
