import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../refusal.ts'

/** Bytes from which a body counts as large; one that does not say its length does. */
const largeBodyBytes = 1024 * 1024

/** For `onRequest`: lets at most so many large bodies come in at once; further ones are asked to come again (503). */
export function limitLargeBodies(concurrency: number) {
  let active = 0
  return ({ headers }: FastifyRequest, reply: FastifyReply): void => {
    if (Number(headers['content-length'] ?? Infinity) <= largeBodyBytes) return
    if (active >= concurrency) return refuse('unavailable', 'Too much comes in at once.', { retryAfter: 10 })
    active += 1
    reply.raw.once('close', () => (active -= 1))
  }
}
