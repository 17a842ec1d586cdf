import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

const drainTimeoutMs = 10_000

export interface Draining {
  /** From now on `/readyz` reports not ready; requests are served until the server closes. */
  begin(): void
  hasBegun(): boolean
}

export function createDraining(): Draining {
  let isDraining = false
  return {
    begin: () => void (isDraining = true),
    hasBegun: () => isDraining,
  }
}

/**
 * On close, requests in progress finish. Unused connections, which browsers open speculatively, are closed at once, and
 * all others after ten seconds.
 */
export function drainOnClose(app: FastifyInstance, draining: Draining) {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', (request) => unused.delete(request.socket))
  app.addHook('preClose', async () => {
    draining.begin()
    for (const socket of unused) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), drainTimeoutMs).unref()
  })
}
