import http, { type AgentOptions, type ClientRequestArgs } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import type { Duplex } from 'node:stream'

/** Errors of connections that were never made: nothing went out on them. */
const neverMade = new WeakSet<Error>()

/** Whether the call failed before a single byte of it could leave. */
export const neverConnected = (error: unknown): boolean => error instanceof Error && neverMade.has(error)

const note = (error: Error) => neverMade.add(error)

/** Notes how a connection fails that is not made yet, and gives it up after `ms`. */
function watch(socket: Duplex | null | undefined, made: 'connect' | 'secureConnect', ms: number) {
  if (!socket) return socket
  const timer = setTimeout(() => socket.destroy(new Error('no connection was made in time')), ms)
  socket.prependOnceListener('error', note)
  socket.once(made, () => {
    clearTimeout(timer)
    socket.off('error', note)
  })
  socket.once('close', () => clearTimeout(timer))
  return socket
}

// Never kept alive: one that the other side has just closed leaves unclear what became of the call on it.
const options: AgentOptions = { keepAlive: false }

/** Agents that make a connection for each call; `connectMs` for making it. */
export function freshConnections(connectMs: number) {
  class PlainAgent extends http.Agent {
    override createConnection(args: ClientRequestArgs, made?: (error: Error | null, stream: Duplex) => void) {
      return watch(super.createConnection(args, made), 'connect', connectMs)
    }
  }
  class TlsAgent extends https.Agent {
    override createConnection(args: RequestOptions, made?: (error: Error | null, stream: Duplex) => void) {
      return watch(super.createConnection(args, made), 'secureConnect', connectMs)
    }
  }
  return { httpAgent: new PlainAgent(options), httpsAgent: new TlsAgent(options) }
}
