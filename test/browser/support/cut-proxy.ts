import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface CutProxy {
  url: string
  /** Breaks open connections and refuses new ones until `mend`. */
  cut(): void
  mend(): void
  end(): Promise<void>
}

export async function startCutProxy(serverUrl: string): Promise<CutProxy> {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  const proxy = createServer((client) => {
    if (isCut) return void client.destroy()
    const server = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      isCut = true
      breakAll()
    },
    mend: () => (isCut = false),
    async end() {
      breakAll()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
