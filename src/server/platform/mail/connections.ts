import http, { type AgentOptions, type ClientRequestArgs } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import type { Duplex } from 'node:stream'

/** ms for connecting, and for the whole request. */
export interface HttpTimeouts {
  connect: number
  send: number
}
export const httpTimeouts: HttpTimeouts = { connect: 10_000, send: 20_000 }

/** Errors of connections that were never established: nothing was sent. */
const failedConnects = new WeakSet<Error>()

export const hasNeverConnected = (error: unknown): boolean =>
  error instanceof Error && failedConnects.has(error)

const markNotConnected = (error: Error) => failedConnects.add(error)

/** Records errors before the connection is established, and destroys the socket after `ms`. */
function watchConnect(
  socket: Duplex | null | undefined,
  connectedEvent: 'connect' | 'secureConnect',
  ms: number,
) {
  if (!socket) return socket
  const timer = setTimeout(() => socket.destroy(new Error('no connection was made in time')), ms)
  socket.prependOnceListener('error', markNotConnected)
  socket.once(connectedEvent, () => {
    clearTimeout(timer)
    socket.off('error', markNotConnected)
  })
  socket.once('close', () => clearTimeout(timer))
  return socket
}

// No keep-alive: a connection that the server has just closed leaves the outcome of a request unclear.
const options: AgentOptions = { keepAlive: false }

export function createConnectionAgents(connectMs: number) {
  class PlainAgent extends http.Agent {
    override createConnection(
      args: ClientRequestArgs,
      connectedEvent?: (error: Error | null, stream: Duplex) => void,
    ) {
      return watchConnect(super.createConnection(args, connectedEvent), 'connect', connectMs)
    }
  }
  class TlsAgent extends https.Agent {
    override createConnection(
      args: RequestOptions,
      connectedEvent?: (error: Error | null, stream: Duplex) => void,
    ) {
      return watchConnect(super.createConnection(args, connectedEvent), 'secureConnect', connectMs)
    }
  }
  return { httpAgent: new PlainAgent(options), httpsAgent: new TlsAgent(options) }
}
