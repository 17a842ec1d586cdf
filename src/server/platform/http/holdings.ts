import type { FastifyInstance, FastifyRequest } from 'fastify'
import { provenHolder, holdingFor, strangerAt, type Holder, type Holding } from '../shares/holder.ts'
import type { Actor } from '../work.ts'

interface RequestHolding extends Holding {
  /** Called when it is answered, or its connection is lost. */
  releases: (() => void)[]
}

const holdings = new WeakMap<FastifyRequest, RequestHolding>()

function holdingOf(request: FastifyRequest): RequestHolding {
  const known = holdings.get(request)
  if (known) return known
  const holding: RequestHolding = {
    holder: strangerAt(request.ip),
    connections: 0,
    isOver: false,
    releases: [],
  }
  holdings.set(request, holding)
  return holding
}

export const holderOf = (request: FastifyRequest): Holder => holdingOf(request).holder

/** What is done for a request is held for a stranger at its address until somebody is proven, and until it is answered. */
export function followHoldings(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const holding = holdingOf(request)
    reply.raw.once('close', () => {
      holding.isOver = true
      for (const release of holding.releases) release()
    })
    holdingFor(holding, done)
  })
  // What comes with a body's end knows nothing of what was before it.
  app.addHook('preValidation', (request, _reply, done) => holdingFor(holdingOf(request), done))
}

/** Holds something until the request is answered. */
export function holdUntilAnswered(request: FastifyRequest, release: () => void): void {
  const holding = holdingOf(request)
  if (holding.isOver) release()
  else holding.releases.push(release)
}

/** The token of a session was signed by us; whose it is has to be looked up. */
export function holdForSession(request: FastifyRequest, sessionId: string): void {
  holdingOf(request).holder = provenHolder(`session ${sessionId}`)
}

/** Somebody has proven who they are. */
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
