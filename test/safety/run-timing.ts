// npm run test:timing -- [rounds]: compares the response times for a wrong id, a wrong e-mail and a deleted order.
import { Agent } from 'node:http'
import { randomInt } from 'node:crypto'
import setup from '../support/global-setup.ts'
import { send } from '../support/call.ts'
import { moveOrders } from '#contract/moves.ts'
import { signIn } from '#contract/session.ts'
import { ask } from './guess-attacks.ts'
import { memberNames, testPassword } from '../support/test-app.ts'
import { printDistributions } from './distributions.ts'
import { anAddress, startWorld, type World } from './attack-target.ts'

const rounds = Number(process.argv[2] ?? 3000)
/** Below the rate limits per IP and per id, so that each try is evaluated. */
const triesOfAnAddress = 8
const triesOfAnId = 80

/** Uncounted rounds that warm up the processes. */
const warmUp = 100

const undo = await setup()
const deletedCount = Math.ceil((warmUp + rounds) / triesOfAnId)
const world = await startWorld(2 * deletedCount + 2, 0)
try {
  const known = world.orders.slice(0, deletedCount)
  const deleted = world.orders.slice(deletedCount, 2 * deletedCount)
  await deleteOrders(
    world,
    deleted.map(({ orderId }) => orderId),
  )
  const email = 'nobody@example.com'
  const nth = (list: typeof known, round: number) => list[round % list.length]?.orderId ?? 0
  await compare('/api/front/track-order', {
    'wrong id': () => ({ orderId: randomInt(500_000_000, 900_000_000), email }),
    'wrong e-mail': (round) => ({ orderId: nth(known, round), email }),
    'deleted order': (round) => ({ orderId: nth(deleted, round), email }),
  })
} finally {
  await world.stop()
  await undo()
}

async function deleteOrders({ urls: [url] }: World, orderId: number[]) {
  const { body } = await send(url, signIn, {
    body: {
      email: `${memberNames.Admin.toLowerCase().replaceAll(' ', '.')}@pabean.example`,
      password: testPassword,
    },
  })
  await send(url, moveOrders, { body: { orderId, updatingStatus: 'Deleted' } }, { token: body.jwtToken })
}

async function compare(path: string, kinds: Record<string, (round: number) => object>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: Record<string, number[]> = {}
  let ip = anAddress()
  let tries = 0
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [name, make] of inAnyOrder(Object.entries(kinds))) {
      if (tries++ % triesOfAnAddress === 0) ip = anAddress()
      const body = make(round)
      const began = process.hrtime.bigint()
      const { code } = await ask(agent, world.urls[0], { method: 'POST', path, body, ip })
      const took = Number(process.hrtime.bigint() - began) / 1e6
      if (round < warmUp) continue
      if (code !== 404) throw new Error(`${name} answered ${code}`)
      ;(times[name] ??= []).push(took)
    }
  }
  agent.destroy()
  console.log(`\n${path}: ${rounds} of each by turns, milliseconds`)
  if (!printDistributions(times)) process.exitCode = 1
}

function inAnyOrder<T>(list: T[]): T[] {
  return list
    .map((it) => ({ it, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ it }) => it)
}
