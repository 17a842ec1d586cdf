import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { doorOf, type Door } from './port-control.ts'
import { breakLine, closeServer } from './servers.ts'

/** The fault injected into a call; with a status the proxy replies itself and the provider is not called. */
export type HttpFault =
  | 'none'
  | 'cut before the request'
  | 'cut before the answer'
  | 'cut after the answer'
  | { status: number; headers?: Record<string, string>; body?: string }

export interface FaultyProxy {
  door: Door
  stop(): Promise<void>
}

export interface FaultyHttp extends FaultyProxy {
  url: string
  /** The last calls as received. */
  calls: { path: string; body: string }[]
}

const callsKept = 20

/** Starts a proxy for an HTTP service; `choose` selects the fault of each call. */
export async function startFaultyHttp(target: string, choose: () => HttpFault): Promise<FaultyHttp> {
  const calls: FaultyHttp['calls'] = []

  async function forward(request: IncomingMessage, body: Buffer) {
    const onward = ask(new URL(request.url ?? '/', target), {
      method: request.method ?? 'POST',
      headers: request.headers,
      agent: false,
    })
    onward.end(body)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    return { answer, body: await buffer(answer) }
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    calls.push({ path: request.url ?? '', body: body.toString() })
    calls.splice(0, calls.length - callsKept)
    const fault = choose()
    const { socket } = request
    if (fault === 'cut before the request') return breakLine(socket)
    if (typeof fault === 'object') return response.writeHead(fault.status, fault.headers).end(fault.body)
    const { answer, body: said } = await forward(request, body)
    if (fault === 'cut before the answer') return breakLine(socket)
    const { 'transfer-encoding': _, ...headers } = answer.headers
    response.writeHead(answer.statusCode ?? 500, { ...headers, 'content-length': said.length })
    if (fault !== 'cut after the answer') return response.end(said)
    response.flushHeaders()
    if (said.length > 0) response.write(said)
    setImmediate(breakLine, socket)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  const door = await doorOf(server)
  return { url: `http://127.0.0.1:${door.port}`, calls, door, stop: () => closeServer(server) }
}
