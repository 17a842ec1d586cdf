import type { Server } from 'node:http'
import type { AddressInfo, Server as SocketServer } from 'node:net'

export const portOf = (server: SocketServer): number => (server.address() as AddressInfo).port

export const addressOf = (server: SocketServer): string => `http://127.0.0.1:${portOf(server)}`

/** Ends open connections too. */
export const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
