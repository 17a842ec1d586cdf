import type { FastifyInstance, FastifyRequest } from 'fastify'
import { provenHolder, holdingFor, strangerAt, type Holder, type Holding } from '../shares/holder.ts'
import type { Actor } from '../work.ts'
import { clientAddress } from './proxies.ts'

interface RequestHolding extends Holding {
  /** Called when the request is answered or its connection lost. */
  releases: (() => void)[]
}

const holdings = new WeakMap<FastifyRequest, RequestHolding>()

function holdingOf(request: FastifyRequest): RequestHolding {
  const known = holdings.get(request)
  if (known) return known
  const holding: RequestHolding = {
    holder: strangerAt(clientAddress(request)),
    connections: 0,
    isOver: false,
    releases: [],
  }
  holdings.set(request, holding)
  return holding
}

export const holderOf = (request: FastifyRequest): Holder => holdingOf(request).holder

/** Attributes a request's resources to its address, until its caller is identified or it is answered. */
export function followHoldings(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const holding = holdingOf(request)
    reply.raw.once('close', () => {
      holding.isOver = true
      for (const release of holding.releases) release()
    })
    holdingFor(holding, done)
  })
  // The callback of a body's end runs outside the request's async context.
  app.addHook('preValidation', (request, _reply, done) => holdingFor(holdingOf(request), done))
}

export function holdUntilAnswered(request: FastifyRequest, release: () => void): void {
  const holding = holdingOf(request)
  if (holding.isOver) release()
  else holding.releases.push(release)
}

/** The token's signature is valid; its member is looked up later. */
export function holdForSession(request: FastifyRequest, sessionId: string): void {
  holdingOf(request).holder = provenHolder(`session ${sessionId}`)
}

export function holdForActor(request: FastifyRequest, actor: Actor): void {
  const key = keyOf(actor)
  if (key !== null) holdingOf(request).holder = provenHolder(key)
}

function keyOf(actor: Actor): string | null {
  switch (actor.kind) {
    case 'member':
      return `member ${actor.id}`
    case 'visitor':
      return actor.member && `member ${actor.member.id}`
    case 'intake':
      return `intake key ${actor.name}`
    case 'mail':
      return `provider ${actor.name}`
    default:
      return null
  }
}
