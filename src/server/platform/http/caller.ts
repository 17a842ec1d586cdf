import type { FastifyRequest } from 'fastify'
import type { Actor } from '../work.ts'
import { holdForActor } from './holdings.ts'

interface Caller {
  actor: Actor['kind']
  member?: number
}

const callers = new WeakMap<FastifyRequest, Caller>()

export function rememberCaller(request: FastifyRequest, actor: Actor): void {
  const member = actor.kind === 'visitor' ? actor.member : actor
  holdForActor(request, actor)
  callers.set(request, { actor: actor.kind, ...(member?.kind === 'member' && { member: member.id }) })
}

/** `anyone` until the caller is identified. */
export const callerOf = (request: FastifyRequest): Caller => callers.get(request) ?? { actor: 'anyone' }
