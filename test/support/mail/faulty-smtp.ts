import { connect, createServer, type Socket } from 'node:net'
import { listenWithPortControl } from './port-control.ts'
import type { FaultyProxy } from './faulty-http.ts'
import { resetConnection } from './servers.ts'

/** The fault injected into a connection; replies by the proxy never reach the server. */
export type SmtpFault =
  | 'none'
  | '421 as greeting'
  | '451 to RCPT'
  | '452 to DATA'
  | 'cut before DATA'
  | 'cut within the data'
  | 'cut before the answer'
  | 'cut after the answer'

const injectedReplies: Partial<Record<SmtpFault, { command: string; answer: string }>> = {
  '451 to RCPT': { command: 'RCPT', answer: '451 4.3.0 try again later\r\n' },
  '452 to DATA': { command: 'DATA', answer: '452 4.3.1 no room now\r\n' },
}

/** Starts a proxy for a mail server without pipelining; `choose` selects the fault of each connection. */
export async function startFaultySmtp(targetPort: number, choose: () => SmtpFault): Promise<FaultyProxy> {
  const openSockets = new Set<Socket>()

  function handle(client: Socket) {
    openSockets.add(client)
    client.on('close', () => openSockets.delete(client))
    client.on('error', () => {})
    const fault = choose()
    if (fault === '421 as greeting') return void client.end('421 4.3.2 not now\r\n')
    const server = connect(targetPort, '127.0.0.1')
    server.on('error', () => client.destroy())
    client.on('close', () => server.destroy())
    server.on('close', () => client.end())

    const cutConnection = () => {
      resetConnection(client)
      server.destroy()
    }
    const state = { inData: false, asked: '' }
    client.on('data', (bytes) => {
      if (state.inData) return fault === 'cut within the data' ? cutConnection() : server.write(bytes)
      state.asked = bytes.toString('latin1').slice(0, 4).toUpperCase()
      const injected = injectedReplies[fault]
      if (injected?.command === state.asked) return client.write(injected.answer)
      if (fault === 'cut before DATA' && state.asked === 'DATA') return cutConnection()
      return server.write(bytes)
    })
    server.on('data', (bytes) => {
      if (!state.inData) {
        state.inData = state.asked === 'DATA' && bytes.toString('latin1').startsWith('354')
        return client.write(bytes)
      }
      state.inData = false
      if (fault === 'cut before the answer') return cutConnection()
      return client.write(bytes, () => fault === 'cut after the answer' && cutConnection())
    })
  }

  const proxy = createServer(handle)
  const portControl = await listenWithPortControl(proxy)
  return {
    portControl,
    stop: () =>
      new Promise<void>((resolve) => {
        proxy.close(() => resolve())
        for (const socket of openSockets) socket.destroy()
      }),
  }
}
