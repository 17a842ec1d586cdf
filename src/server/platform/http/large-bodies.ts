import type { FastifyReply, FastifyRequest } from 'fastify'
import { createSlots, type SlotLimits } from '../shares/slots.ts'
import { isLarge, refuseUnfinished, speedOf, tooMuchAtOnce } from './body-guard.ts'
import { holderOf, holdUntilAnswered } from './holdings.ts'

/** An `onRequest` hook that limits simultaneous large bodies; further ones get 503 with Retry-After. */
export function limitLargeBodies(limits: SlotLimits) {
  const claimSlot = createSlots(limits)
  return (request: FastifyRequest, reply: FastifyReply): void => {
    if (!isLarge(request)) return
    const end = () => refuseUnfinished(request, reply, tooMuchAtOnce)
    const release = claimSlot(holderOf(request), { speed: speedOf(request), end })
    if (!release) throw tooMuchAtOnce
    holdUntilAnswered(request, release)
  }
}
