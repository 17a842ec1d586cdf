import type { Server } from 'node:http'
import type { AddressInfo, Server as SocketServer, Socket } from 'node:net'

export const portOf = (server: SocketServer): number => (server.address() as AddressInfo).port

export const addressOf = (server: SocketServer): string => `http://127.0.0.1:${portOf(server)}`

/** Ends open connections too. */
export const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Breaks a line without a goodbye. One that is ending already cannot be reset, and would never be closed. */
export function breakLine(socket: Socket) {
  if (socket.writableEnded) socket.destroy()
  else socket.resetAndDestroy()
}
