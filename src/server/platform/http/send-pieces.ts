import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { longReadMs } from '../db/long-reads.ts'

/** ms */
const idleTimeoutMs = 60_000

/**
 * Streams a response. `source`, the stream behind the chunks, is destroyed when the response ends, because it would not
 * notice a client that disconnected before the first byte.
 */
export function sendChunks(
  reply: FastifyReply,
  chunks: AsyncIterable<string | Uint8Array>,
  source?: unknown,
): FastifyReply {
  // A client that stops reading would hold a database connection for ever.
  reply.raw.setTimeout(idleTimeoutMs, () => reply.raw.destroy())
  const deadline = setTimeout(() => reply.raw.destroy(), longReadMs)
  // No chunk is made before the one before it was taken: it may be a batch of rows.
  const answer = Readable.from(chunks, { highWaterMark: 1 }).once('close', () => clearTimeout(deadline))
  if (source instanceof Readable) answer.once('close', () => source.destroy())
  return reply.send(answer)
}
