import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { listenWithPortControl, type PortControl } from './mail/port-control.ts'

/** What the emulator takes for malware; a real signature would alarm scanners over this repository. */
export const testMalware = 'a text that the emulated scanner knows'
export const testSignature = 'Test.Pabean-1'

/** How the emulator answers instead of scanning. */
export type ScannerFault = 'hangs up' | 'answers with an error' | 'says nothing'

/** An emulator of clamd, which takes zPING and zINSTREAM strictly as the protocol says. */
export interface FakeClamd {
  server: Server
  /** Every file that came whole. */
  files: Buffer[]
  fault: ScannerFault | undefined
  stop(): Promise<void>
}

/** The chunks of a stream from `start`; undefined while its end is not there. */
function readStream(bytes: Buffer, start: number): Buffer | undefined {
  const chunks: Buffer[] = []
  let at = start
  while (bytes.length >= at + 4) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    if (bytes.length < at + 4 + length) return undefined
    chunks.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

function createFakeClamd(maxBytes: number): FakeClamd {
  const sockets = new Set<Socket>()
  const answer = (socket: Socket, bytes: Buffer) => {
    const end = bytes.indexOf(0)
    if (end < 0) return
    const command = bytes.subarray(0, end).toString()
    if (command === 'zPING') return socket.end('PONG\0')
    if (command !== 'zINSTREAM') return socket.end('UNKNOWN COMMAND\0')
    if (fake.fault === 'hangs up') return socket.destroy()
    if (bytes.length - end > maxBytes) return socket.end('INSTREAM size limit exceeded. ERROR\0')
    const file = readStream(bytes, end + 1)
    if (!file || fake.fault === 'says nothing') return
    if (fake.fault === 'answers with an error') return socket.end("stream: Can't allocate memory ERROR\0")
    fake.files.push(file)
    socket.end(file.includes(testMalware) ? `stream: ${testSignature} FOUND\0` : 'stream: OK\0')
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (socket.writable) answer(socket, received)
    })
  })
  const fake: FakeClamd = {
    server,
    files: [],
    fault: undefined,
    async stop() {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}

/** @param maxBytes What it takes at most, as `StreamMaxLength`. */
export async function startClamd(maxBytes = 25 * 1024 * 1024): Promise<FakeClamd & { control: PortControl }> {
  const fake = createFakeClamd(maxBytes)
  return Object.assign(fake, { control: await listenWithPortControl(fake.server) })
}

export async function startClamdAt(path: string): Promise<FakeClamd> {
  const fake = createFakeClamd(25 * 1024 * 1024)
  fake.server.listen(path)
  await once(fake.server, 'listening')
  return fake
}
