import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { longReadMs } from '../db/long-reads.ts'

const idleTimeoutMs = 60_000

/**
 * Streams a response. `source`, the stream behind the chunks, is destroyed with it: it would not notice a client that
 * left before the first byte.
 */
export function sendChunks(
  reply: FastifyReply,
  chunks: AsyncIterable<string | Uint8Array>,
  source?: unknown,
): FastifyReply {
  // A client that stops reading would hold a database connection for ever.
  reply.raw.setTimeout(idleTimeoutMs, () => reply.raw.destroy())
  const deadline = setTimeout(() => reply.raw.destroy(), longReadMs)
  // One chunk ahead at most: it may be a batch of rows.
  const answer = Readable.from(chunks, { highWaterMark: 1 }).once('close', () => clearTimeout(deadline))
  if (source instanceof Readable) answer.once('close', () => source.destroy())
  return reply.send(answer)
}
