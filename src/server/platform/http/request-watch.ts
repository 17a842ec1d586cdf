import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../work.ts'
import { callerOf } from './caller.ts'

/** Paths that proxies, orchestrators and Prometheus request every few seconds. */
const isProbe = (path: string) => /^\/(healthz|readyz|metrics)(\?|$)/.test(path)

/** A finished request for the log: no address, no value. */
export interface EndedRequest {
  reqId: string
  method: string
  /** The route's pattern; null for an unknown address. */
  call: string | null
  status: number | null
  /** Until the last byte was sent. */
  ms: number
  /** Sent, head included. */
  bytes: number
  actor: Actor['kind']
  member?: number
}

export interface RequestWatch {
  /** Counts a request until it ends, and sends its id to the client. */
  begin(request: FastifyRequest, reply: FastifyReply): void
  underWay(): string[]
}

const isStreamOf = ({ raw }: FastifyReply) =>
  String(raw.getHeader('content-type') ?? '').startsWith('text/event-stream')

const patternOf = (request: FastifyRequest): string | null => request.routeOptions.url ?? null

/** `isStream`: open for as long as its client listens. */
type RequestListener = (request: EndedRequest, isStream: boolean) => void

/** Reports each finished request to the listeners, also those that the client aborted. */
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

/** Logs each request at info, a successful probe at debug. */
export const logRequests =
  (log: Pick<FastifyBaseLogger, 'info' | 'debug'>) =>
  (request: EndedRequest): void => {
    const level = isProbe(request.call ?? '') && request.status === 200 ? 'debug' : 'info'
    log[level](request, 'request')
  }
