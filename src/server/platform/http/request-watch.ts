import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../work.ts'
import { callerOf } from './caller.ts'

/** The pattern of a route that proxies, orchestrators and Prometheus ask every few seconds. */
const isProbe = (path: string) => /^\/(healthz|readyz|metrics)(\?|$)/.test(path)

/** What is told of a request that has ended: no address, no value of it. */
export interface EndedRequest {
  reqId: string
  method: string
  /** The pattern of its route; null where there is none. */
  call: string | null
  /** Null where the client left before the answer. */
  status: number | null
  /** Until its last byte was sent. */
  ms: number
  /** Sent, with the head. */
  bytes: number
  actor: Actor['kind']
  member?: number
}

export interface RequestWatch {
  /** Counts a request until it has ended, and tells its id to whoever made it. */
  begin(request: FastifyRequest, reply: FastifyReply): void
  /** Method and route of each that has not ended. */
  underWay(): string[]
}

const isStreamOf = ({ raw }: FastifyReply) =>
  String(raw.getHeader('content-type') ?? '').startsWith('text/event-stream')

const patternOf = (request: FastifyRequest): string | null => request.routeOptions.url ?? null

/** `isStream`: it was open for as long as its reader wanted. */
type RequestListener = (request: EndedRequest, isStream: boolean) => void

/** Tells each listener of each request that has ended, also of one that its client has left. */
export function createRequestWatch(listeners: readonly RequestListener[]): RequestWatch {
  const open = new Set<FastifyRequest>()
  return {
    begin(request, reply) {
      const began = performance.now()
      const { socket } = request.raw
      const sentBefore = socket.bytesWritten
      open.add(request)
      reply.header('x-request-id', request.id)
      reply.raw.once('close', () => {
        open.delete(request)
        const ended: EndedRequest = {
          reqId: request.id,
          method: request.method,
          call: patternOf(request),
          status: reply.raw.headersSent ? reply.raw.statusCode : null,
          ms: Math.round((performance.now() - began) * 10) / 10,
          bytes: socket.bytesWritten - sentBefore,
          ...callerOf(request),
        }
        for (const listener of listeners) listener(ended, isStreamOf(reply))
      })
    },
    underWay: () =>
      [...open].map((request) => `${request.method} ${patternOf(request) ?? 'unknown address'}`),
  }
}

/** A line for each request, at level info; a probe that was answered well is at level debug. */
export const logRequests =
  (log: Pick<FastifyBaseLogger, 'info' | 'debug'>) =>
  (request: EndedRequest): void => {
    const level = isProbe(request.call ?? '') && request.status === 200 ? 'debug' : 'info'
    log[level](request, 'request')
  }
