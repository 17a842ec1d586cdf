import type { Server } from 'node:http'
import type { AddressInfo, Server as SocketServer, Socket } from 'node:net'

export const portOf = (server: SocketServer): number => (server.address() as AddressInfo).port

export const urlOf = (server: SocketServer): string => `http://127.0.0.1:${portOf(server)}`

/** Closes open connections too. */
export const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Resets a connection. One that is already ending is destroyed instead, because it could not be reset. */
export function resetConnection(socket: Socket) {
  if (socket.writableEnded) socket.destroy()
  else socket.resetAndDestroy()
}
