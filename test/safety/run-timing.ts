// npm run test:timing -- [rounds]: how long the refusals of a wrong id, a wrong e-mail and a deleted order take, by turns.
import { Agent } from 'node:http'
import { randomInt } from 'node:crypto'
import setup from '../support/global-setup.ts'
import { send } from '../support/call.ts'
import { moveOrders } from '#contract/orders.ts'
import { signIn } from '#contract/session.ts'
import { ask } from './guesses.ts'
import { memberNames, testPassword } from '../support/test-app.ts'
import { anAddress, startWorld, type World } from './world.ts'

const rounds = Number(process.argv[2] ?? 3000)
/** Below the limits of an address and of an id, so that each refusal is a judged one. */
const triesOfAnAddress = 8
const triesOfAnId = 80

const undo = await setup()
const deletedCount = Math.ceil(rounds / triesOfAnId)
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
  for (let round = -100; round < rounds; round++) {
    for (const [name, make] of inAnyOrder(Object.entries(kinds))) {
      if (tries++ % triesOfAnAddress === 0) ip = anAddress()
      const body = make(Math.max(0, round))
      const began = process.hrtime.bigint()
      const { code } = await ask(agent, world.urls[0], { method: 'POST', path, body, ip })
      const took = Number(process.hrtime.bigint() - began) / 1e6
      if (round < 0) continue
      if (code !== 404) throw new Error(`${name} answered ${code}`)
      ;(times[name] ??= []).push(took)
    }
  }
  agent.destroy()
  print(path, times)
}

function inAnyOrder<T>(list: T[]): T[] {
  return list
    .map((it) => ({ it, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ it }) => it)
}

function print(path: string, times: Record<string, number[]>) {
  console.log(`\n${path}: ${rounds} of each by turns, milliseconds`)
  const marks = [0.05, 0.25, 0.5, 0.75, 0.95]
  console.log(
    ['', ...marks.map((mark) => `p${mark * 100}`), 'mean', 'sd'].map((it) => it.padStart(14)).join(''),
  )
  const medians: number[] = []
  const spreads: number[] = []
  for (const [name, list] of Object.entries(times)) {
    const sorted = list.toSorted((a, b) => a - b)
    const at = (mark: number) => sorted[Math.floor(mark * (sorted.length - 1))] ?? 0
    const mean = list.reduce((sum, it) => sum + it, 0) / list.length
    const sd = Math.sqrt(list.reduce((sum, it) => sum + (it - mean) ** 2, 0) / list.length)
    medians.push(at(0.5))
    spreads.push(at(0.75) - at(0.25))
    const figures = [...marks.map(at), mean, sd].map((it) => it.toFixed(3).padStart(14))
    console.log(name.padStart(14) + figures.join(''))
    console.log(histogram(sorted, at(0.95)))
  }
  const apart = Math.max(...medians) - Math.min(...medians)
  const spread = Math.min(...spreads)
  console.log(
    `\nmedians differ by ${apart.toFixed(3)} ms; the middle half of each spreads over ${spread.toFixed(3)} ms`,
  )
  console.log(
    apart < spread
      ? 'They do not differ by more than their spread.'
      : 'THEY DIFFER BY MORE THAN THEIR SPREAD.',
  )
  if (apart >= spread) process.exitCode = 1
}

/** Twenty bars up to the 95th percentile. */
function histogram(sorted: number[], end: number): string {
  const begin = sorted[0] ?? 0
  const bars = Array.from({ length: 20 }, () => 0)
  for (const it of sorted) {
    const bar = Math.floor(((it - begin) / (end - begin)) * bars.length)
    if (bar < bars.length) bars[bar] = (bars[bar] ?? 0) + 1
  }
  const most = Math.max(...bars)
  const blocks = [...' ▁▂▃▄▅▆▇█']
  const drawn = bars.map((it) => blocks[Math.round((it / most) * (blocks.length - 1))]).join('')
  return `${begin.toFixed(2)} |${drawn}| ${end.toFixed(2)}`.padStart(60)
}
