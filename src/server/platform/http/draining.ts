import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

const drainTimeoutMs = 10_000

/**
 * Closing lets calls in progress end; connections that browsers open ahead of use, and have sent nothing over, are
 * cut at once, and whatever still holds on after ten seconds too.
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
