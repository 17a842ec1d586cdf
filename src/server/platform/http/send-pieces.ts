import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** ms */
const readerPatience = 60_000

/**
 * Sends an answer while it is made. `source`, where the pieces are made of a stream, is given up when the answer ends:
 * of a caller who is gone before the first byte nothing else would tell it.
 */
export function sendPieces(
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
  source?: unknown,
): FastifyReply {
  // A reader who takes nothing more would hold a connection to the database for ever.
  reply.raw.setTimeout(readerPatience, () => reply.raw.destroy())
  const answer = Readable.from(pieces)
  if (source instanceof Readable) answer.once('close', () => source.destroy())
  return reply.send(answer)
}
