import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Client } from 'pg'

/** A way to a database that can be cut: what is open ends, what is new is refused, as where its machine has gone. */
export interface CuttableDatabase {
  url: string
  cut(): void
  join(): void
  stop(): Promise<void>
}

/** `url` by a port of this machine. */
export async function startCuttableDatabase(url: string): Promise<CuttableDatabase> {
  const { host, port, user, password, database } = new Client({ connectionString: url })
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    if (isCut) return socket.destroy()
    const target = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [one, other] of [
      [socket, target],
      [target, socket],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => {})
        .once('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = server.address() as AddressInfo
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `postgresql://${user}:${password ?? user}@127.0.0.1:${own.port}/${database}`,
    cut,
    join: () => void (isCut = false),
    async stop() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
