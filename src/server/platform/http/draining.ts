import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

const drainTimeoutMs = 10_000

/**
 * On close, requests in progress finish; connections without a request yet, which browsers open speculatively, are closed
 * at once, all others after ten seconds.
 */
export function drainOnClose(app: FastifyInstance) {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', (request) => unused.delete(request.socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), drainTimeoutMs).unref()
  })
}
