import http, { type AgentOptions, type ClientRequestArgs } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import type { Duplex } from 'node:stream'

/** Errors of connections that were never made: nothing went out on them. */
const failedConnects = new WeakSet<Error>()

/** Whether the call failed before a single byte of it could leave. */
export const hasNeverConnected = (error: unknown): boolean =>
  error instanceof Error && failedConnects.has(error)

const markNotConnected = (error: Error) => failedConnects.add(error)

/** Notes how a connection fails that is not made yet, and gives it up after `ms`. */
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

// Never kept alive: one that the other side has just closed leaves unclear what became of the call on it.
const options: AgentOptions = { keepAlive: false }

/** Agents that make a connection for each call; `connectMs` for making it. */
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
