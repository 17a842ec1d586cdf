import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { listenWithPortControl, type PortControl } from './port-control.ts'
import { resetConnection, closeServer } from './servers.ts'

/** The fault injected into a call; with a status the proxy replies itself and the provider is not called. */
export type HttpFault =
  | 'none'
  | 'cut before the request'
  | 'cut before the answer'
  | 'cut after the answer'
  | { status: number; headers?: Record<string, string>; body?: string }

export interface FaultyProxy {
  portControl: PortControl
  stop(): Promise<void>
}

export interface FaultyHttp extends FaultyProxy {
  url: string
}

/** Starts a proxy for an HTTP service; `choose` selects the fault of each call. */
export async function startFaultyHttp(target: string, choose: () => HttpFault): Promise<FaultyHttp> {
  async function forward(request: IncomingMessage, body: Buffer) {
    const upstream = ask(new URL(request.url ?? '/', target), {
      method: request.method ?? 'POST',
      headers: request.headers,
      agent: false,
    })
    upstream.end(body)
    const [upstreamResponse] = (await once(upstream, 'response')) as [IncomingMessage]
    return { answer: upstreamResponse, body: await buffer(upstreamResponse) }
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    const fault = choose()
    const { socket } = request
    if (fault === 'cut before the request') return resetConnection(socket)
    if (typeof fault === 'object') return response.writeHead(fault.status, fault.headers).end(fault.body)
    const { answer: upstreamResponse, body: responseBody } = await forward(request, body)
    if (fault === 'cut before the answer') return resetConnection(socket)
    const { 'transfer-encoding': _, ...headers } = upstreamResponse.headers
    response.writeHead(upstreamResponse.statusCode ?? 500, {
      ...headers,
      'content-length': responseBody.length,
    })
    if (fault !== 'cut after the answer') return response.end(responseBody)
    response.flushHeaders()
    if (responseBody.length > 0) response.write(responseBody)
    setImmediate(resetConnection, socket)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  const portControl = await listenWithPortControl(server)
  return { url: `http://127.0.0.1:${portControl.port}`, portControl, stop: () => closeServer(server) }
}
