import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../refusal.ts'

/** Bytes from which a body counts as large; one that does not say its length does. */
const large = 1024 * 1024

/** For `onRequest`: lets at most so many large bodies come in at once; further ones are asked to come again (503). */
export function largeBodies(atOnce: number) {
  let open = 0
  return ({ headers }: FastifyRequest, reply: FastifyReply): void => {
    if (Number(headers['content-length'] ?? Infinity) <= large) return
    if (open >= atOnce) return refuse('unavailable', 'Too much comes in at once.', { retryAfter: 10 })
    open += 1
    reply.raw.once('close', () => (open -= 1))
  }
}
