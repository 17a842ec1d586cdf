import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode, type Answer } from 'dns-packet'

/** Records by name and type: `TXT desk.example`. */
export type Zone = Record<string, Answer[]>

export const txt = (...texts: string[]): Answer[] =>
  texts.map((data) => ({ type: 'TXT', name: '', ttl: 60, data }))
export const mx = (...exchanges: string[]): Answer[] =>
  exchanges.map((exchange) => ({ type: 'MX', name: '', ttl: 60, data: { preference: 10, exchange } }))

export interface TestDns {
  /** For DNS_SERVERS. */
  address: string
  /** May be changed at any time. */
  zone: Zone
  stop(): Promise<void>
}

/** A DNS server over UDP that answers from a zone, and that what is not in it does not exist. */
export async function startDns(zone: Zone = {}): Promise<TestDns> {
  const socket = createSocket('udp4')
  const dns: TestDns = {
    address: '',
    zone,
    stop: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message)
    const [question] = questions
    const found = question && dns.zone[`${question.type} ${question.name.toLowerCase()}`]
    const answers = (found ?? []).map((answer) => ({ ...answer, name: question?.name ?? '' }))
    const nameError = 3
    socket.send(
      encode({
        type: 'response',
        ...(id !== undefined && { id }),
        flags: found ? 0 : nameError,
        questions,
        answers,
      }),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  dns.address = `127.0.0.1:${socket.address().port}`
  return dns
}
