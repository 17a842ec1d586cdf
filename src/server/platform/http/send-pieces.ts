import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** ms */
const idleTimeoutMs = 60_000

/**
 * Sends an answer while it is made. `source`, where the pieces are made of a stream, is given up when the answer ends:
 * of a caller who is gone before the first byte nothing else would tell it.
 */
export function sendChunks(
  reply: FastifyReply,
  chunks: AsyncIterable<string>,
  source?: unknown,
): FastifyReply {
  // A reader who takes nothing more would hold a connection to the database for ever.
  reply.raw.setTimeout(idleTimeoutMs, () => reply.raw.destroy())
  const answer = Readable.from(chunks)
  if (source instanceof Readable) answer.once('close', () => source.destroy())
  return reply.send(answer)
}
