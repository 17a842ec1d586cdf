import { once } from 'node:events'
import { Socket as UdpSocket } from 'node:dgram'
import { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'
import { readFrames, toFrame } from './frames.ts'
import type { Tasks } from './sandbox.ts'

const resultDescriptor = 3

/** Runs the task named in the arguments on each request; without a name it only loads all tasks. */
export async function runTask(tasks: Tasks): Promise<void> {
  const reply = new Socket({ fd: resultDescriptor })
  const [task] = process.argv.slice(2)
  const loaded = await Promise.all(
    Object.keys(tasks)
      .filter((name) => task === undefined || name === task)
      .map(async (name) => tasks[name]?.()),
  )
  const [work] = loaded as ((...args: readonly unknown[]) => unknown)[]
  // At a shutdown every process gets SIGTERM; the server decides what becomes of the task.
  process.on('SIGTERM', () => {})
  closeNetwork()
  reply.write(toFrame(Buffer.of()))
  if (task !== undefined && work)
    for await (const request of readFrames(process.stdin))
      reply.write(toFrame(serialize(await nullIfFailed(async () => work(...deserialize(request))))))
  reply.end()
  await once(reply, 'finish')
  process.exit(0)
}

function refuse(): never {
  throw new Error('there is no network here')
}

/** Node's permission model does not cover the network, nor sockets of databases. */
function closeNetwork(): void {
  Socket.prototype.connect = refuse
  UdpSocket.prototype.connect = refuse
  UdpSocket.prototype.send = refuse
}

const nullIfFailed = (work: () => Promise<unknown>) => work().catch(() => null)
