import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../refusal.ts'

/** From this size a body counts as large; so does one without a Content-Length. */
const largeBodyBytes = 1024 * 1024

/** An `onRequest` hook that limits concurrent large bodies; further ones get 503 with Retry-After. */
export function limitLargeBodies(concurrency: number) {
  let active = 0
  return ({ headers }: Pick<FastifyRequest, 'headers'>, reply: FastifyReply): void => {
    if (Number(headers['content-length'] ?? Infinity) <= largeBodyBytes) return
    if (active >= concurrency) return refuse('unavailable', 'Too much comes in at once.', { retryAfter: 10 })
    active += 1
    reply.raw.once('close', () => (active -= 1))
  }
}
