import { once } from 'node:events'
import type { Server } from 'node:net'
import { portOf } from './servers.ts'

/** Controls a listening server's port: while closed, new connections are refused and open ones stay. */
export interface PortControl {
  port: number
  close(): void
  open(): Promise<void>
}

export async function listenWithPortControl(server: Server): Promise<PortControl> {
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const port = portOf(server)
  return { port, close: () => void server.close(), open: () => listen(port) }
}
