import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../refusal.ts'
import { createAddressSlots, type SlotLimits } from './address-slots.ts'

/** From this size a body counts as large; so does one without a Content-Length. */
const largeBytes = 1024 * 1024

/** An `onRequest` hook that limits large bodies at once; further ones get 503 with Retry-After. */
export function limitLargeBodies(limits: SlotLimits) {
  const claimSlot = createAddressSlots(limits)
  return ({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>, reply: FastifyReply): void => {
    if (Number(headers['content-length'] ?? Infinity) <= largeBytes) return
    const release =
      claimSlot(ip) ??
      refuse('unavailable', 'Too much comes in at once.', { retryAfter: 10, event: 'limit reached' })
    reply.raw.once('close', release)
  }
}
