import type { FastifyReply } from 'fastify'

/** Starts an event stream outside Fastify, which would wait for its end. */
export function openEventStream(reply: FastifyReply) {
  reply.type('text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no')
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  raw.flushHeaders()
  return raw
}
