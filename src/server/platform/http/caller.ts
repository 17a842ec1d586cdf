import type { FastifyRequest } from 'fastify'
import type { Actor } from '../work.ts'
import { holdForActor } from './holdings.ts'

/** Who is behind a request, as the log may tell it. */
interface Caller {
  actor: Actor['kind']
  /** Their id. */
  member?: number
}

const callers = new WeakMap<FastifyRequest, Caller>()

/** Notes who makes a request, for what is logged of it. */
export function rememberCaller(request: FastifyRequest, actor: Actor): void {
  const member = actor.kind === 'visitor' ? actor.member : actor
  holdForActor(request, actor)
  callers.set(request, { actor: actor.kind, ...(member?.kind === 'member' && { member: member.id }) })
}

/** Anyone, while it is not known. */
export const callerOf = (request: FastifyRequest): Caller => callers.get(request) ?? { actor: 'anyone' }
