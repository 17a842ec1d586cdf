import type { FastifyInstance, FastifyReply } from 'fastify'
import * as contract from '#contract/live.ts'
import type { LiveMessage } from '#contract/live.ts'
import { bytes, implement } from '#server/platform/http/implement.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Platform } from '#server/platform/work.ts'
import { createLiveHub } from './hub.ts'

/** Bytes that wait for who does not read them. */
const maxWaiting = 64 * 1024
/** A browser has one for all its tabs, or where it cannot share it one for each. */
const maxOfSession = 12

const eventText = (message: LiveMessage) => `id: ${message.position}\ndata: ${JSON.stringify(message)}\n\n`

/** The head of a stream of events, past Fastify, which would wait for its end. */
function openStream(reply: FastifyReply) {
  reply.type('text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no')
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  raw.flushHeaders()
  return raw
}

/** The stream of changes; one that is cut is gone on from its last message. */
export function liveCalls(app: FastifyInstance, platform: Platform) {
  const hub = createLiveHub(platform)
  app.addHook('preClose', () => hub.close())

  return implement(contract, {
    followChanges: bytes(async ({ actor }, { query, reply }) => {
      const { sessionId, role } = actor
      if (hub.countOf(sessionId) >= maxOfSession)
        refuse('tooMany', 'Too many streams of this session are open.', { retryAfter: 30, event: null })
      const stream = openStream(reply)
      const send = (message: LiveMessage) => {
        stream.write(eventText(message))
        return stream.writableLength <= maxWaiting
      }
      // Whoever does not read would not read the end either.
      const end = () => (stream.writableLength > maxWaiting ? stream.destroy() : stream.end())
      const leave = hub.join({ sessionId, role, send, end }, query.after)
      stream.once('close', leave)
      return reply
    }),
  })
}
