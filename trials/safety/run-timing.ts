// npm run trial -- timing [rounds]: compares the response times for a wrong id, a wrong e-mail and a deleted order.
import { Agent } from 'node:http'
import { randomInt } from 'node:crypto'
import setup from '../../test/support/global-setup.ts'
import { send } from '../../test/support/call.ts'
import { moveOrders } from '#contract/moves.ts'
import { signIn } from '#contract/session.ts'
import { sendGuess } from './guess-attacks.ts'
import { memberNames, testPassword } from '../../test/support/test-app.ts'
import { printDistributions } from './distributions.ts'
import { randomIp, startAttackTarget, type AttackTarget } from './attack-target.ts'

const rounds = Number(process.argv[2] ?? 3000)
/** Below the rate limits per IP and per id, so that each try is evaluated. */
const triesPerIp = 8
const triesPerId = 80

/** Uncounted rounds that warm up the processes. */
const warmUpRounds = 100

const teardown = await setup()
const deletedCount = Math.ceil((warmUpRounds + rounds) / triesPerId)
const target = await startAttackTarget(2 * deletedCount + 2, 0)
try {
  const known = target.orders.slice(0, deletedCount)
  const deleted = target.orders.slice(deletedCount, 2 * deletedCount)
  await deleteOrders(
    target,
    deleted.map(({ orderId }) => orderId),
  )
  const email = 'nobody@example.com'
  const orderOfRound = (list: typeof known, round: number) => list[round % list.length]?.orderId ?? 0
  await compareTimings('/api/front/track-order', {
    'wrong id': () => ({ orderId: randomInt(500_000_000, 900_000_000), email }),
    'wrong e-mail': (round) => ({ orderId: orderOfRound(known, round), email }),
    'deleted order': (round) => ({ orderId: orderOfRound(deleted, round), email }),
  })
} finally {
  await target.stop()
  await teardown()
}

async function deleteOrders({ urls: [url] }: AttackTarget, orderId: number[]) {
  const { body } = await send(url, signIn, {
    body: {
      email: `${memberNames.Admin.toLowerCase().replaceAll(' ', '.')}@pabean.example`,
      password: testPassword,
    },
  })
  await send(url, moveOrders, { body: { orderId, updatingStatus: 'Deleted' } }, { token: body.jwtToken })
}

async function compareTimings(path: string, kinds: Record<string, (round: number) => object>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: Record<string, number[]> = {}
  let ip = randomIp()
  let tries = 0
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (const [name, make] of shuffled(Object.entries(kinds))) {
      if (tries++ % triesPerIp === 0) ip = randomIp()
      const body = make(round)
      const began = process.hrtime.bigint()
      const { code } = await sendGuess(agent, target.urls[0], { method: 'POST', path, body, ip })
      const durationMs = Number(process.hrtime.bigint() - began) / 1e6
      if (round < warmUpRounds) continue
      if (code !== 404) throw new Error(`${name} answered ${code}`)
      ;(times[name] ??= []).push(durationMs)
    }
  }
  agent.destroy()
  console.log(`\n${path}: ${rounds} of each by turns, milliseconds`)
  if (!printDistributions(times)) process.exitCode = 1
}

function shuffled<T>(list: T[]): T[] {
  return list
    .map((it) => ({ it, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ it }) => it)
}
