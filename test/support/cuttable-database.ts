import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Client } from 'pg'

/** A way to a database that can be cut. */
export interface CuttableDatabase {
  url: string
  /** What is open ends, what is new is refused, as where the database has stopped. */
  cut(): void
  /** What is open and what is new stays without an answer for ever, as where its machine or the network has gone. */
  silence(): void
  /** What is new is answered again. */
  join(): void
  stop(): Promise<void>
}

/** `url` by a port of this machine. */
export async function startCuttableDatabase(url: string): Promise<CuttableDatabase> {
  const { host, port, user, password, database } = new Client({ connectionString: url })
  const sockets = new Set<Socket>()
  const silent = new Set<Socket>()
  const targets = new WeakSet<Socket>()
  let [isCut, isSilent] = [false, false]
  const server = createServer((socket) => {
    if (isCut) return socket.destroy()
    if (isSilent) {
      sockets.add(socket.on('error', () => {}))
      return undefined
    }
    const target = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    targets.add(target)
    for (const [one, other] of [
      [socket, target],
      [target, socket],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => {})
        .once('close', () => {
          sockets.delete(one)
          if (!silent.has(one)) other.destroy()
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
    silence() {
      isSilent = true
      for (const socket of sockets) {
        silent.add(socket)
        socket.unpipe().pause()
      }
    },
    join() {
      isCut = false
      isSilent = false
      // Whoever was connected is not told.
      for (const socket of silent) if (targets.has(socket)) socket.destroy()
    },
    async stop() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
