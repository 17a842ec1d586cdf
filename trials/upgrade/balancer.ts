import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** The interval and the timeout of readiness checks. */
const probeEveryMs = 250
const probeLimitMs = 5000

interface Backend {
  url: string
  version: string
  isReady: boolean
  isRemoved: boolean
}

interface BalancerTally {
  tried: number
  served: Map<string, number>
  /** Requests without an answer, broken off, or answered by 5xx. */
  failed: string[]
}

type Outcome = 'answered' | 'refused'

/** A proxy like nginx and haproxy: round robin, one connection a request; a server with 503 on `/readyz` gets no new requests, and a refused connection is retried at the next server. */
export async function startBalancer() {
  const backends: Backend[] = []
  const tally: BalancerTally = { tried: 0, served: new Map(), failed: [] }
  let turn = 0

  async function probe(backend: Backend) {
    while (!backend.isRemoved) {
      // A server that does not answer in time keeps its state.
      const answer = await fetch(`${backend.url}/readyz`, { signal: AbortSignal.timeout(probeLimitMs) }).then(
        ({ ok }) => ok,
        (error: unknown) =>
          error instanceof Error && error.name === 'TimeoutError' ? backend.isReady : false,
      )
      backend.isReady = answer
      await pause(probeEveryMs)
    }
  }

  async function forward(
    { url, version }: Backend,
    { request, body, response }: { request: IncomingMessage; body: Buffer; response: ServerResponse },
  ): Promise<Outcome> {
    const what = `${request.method} ${request.url?.replace(/\?.*/, '')} at ${version}`
    const outgoing = ask(`${url}${request.url}`, {
      method: request.method,
      headers: { ...request.headers, connection: 'close' },
      agent: false,
    })
    try {
      outgoing.end(body)
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
      const status = answer.statusCode ?? 0
      if (status >= 500) tally.failed.push(`${what}: ${status}`)
      const { connection: _ofThisHop, ...headers } = answer.headers
      response.writeHead(status, headers)
      await pipeline(answer, response)
      tally.served.set(version, (tally.served.get(version) ?? 0) + 1)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return 'refused'
      tally.failed.push(`${what}: broke off (${String(error)})`)
      response.destroy()
    }
    return 'answered'
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    tally.tried += 1
    const ready = backends.filter(({ isReady }) => isReady)
    turn += 1
    for (let nth = 0; nth < ready.length; nth++) {
      const backend = ready[(turn + nth) % ready.length]
      if (backend && (await forward(backend, { request, body, response })) === 'answered') return
    }
    tally.failed.push(`${request.method} ${request.url}: no server took it`)
    response.writeHead(503).end()
  }

  const server = createServer({ keepAliveTimeout: 10 * 60_000 }, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      tally.failed.push(`${request.method} ${request.url}: ${String(error)}`)
      response.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    tally,
    add(url: string, version: string) {
      const backend = { url, version, isReady: false, isRemoved: false }
      backends.push(backend)
      void probe(backend)
    },
    remove(url: string) {
      for (const backend of backends.filter((it) => it.url === url)) {
        backend.isRemoved = true
        backends.splice(backends.indexOf(backend), 1)
      }
    },
    isReady: () => backends.some(({ isReady }) => isReady),
    async stop() {
      for (const backend of backends) backend.isRemoved = true
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
