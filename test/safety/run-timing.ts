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

/** Rounds before those that count: the processes run warm. */
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
  print(path, times)
}

function inAnyOrder<T>(list: T[]): T[] {
  return list
    .map((it) => ({ it, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ it }) => it)
}

const marks = [0.05, 0.25, 0.5, 0.75, 0.95]
const at = (sorted: number[], mark: number) => sorted[Math.floor(mark * (sorted.length - 1))] ?? 0

function print(path: string, times: Record<string, number[]>) {
  const sorted = Object.entries(times).map(([name, list]) => ({ name, list: list.toSorted((a, b) => a - b) }))
  console.log(`\n${path}: ${rounds} of each by turns, milliseconds`)
  const head = ['', ...marks.map((mark) => `p${mark * 100}`), 'mean', 'sd']
  console.log(head.map((it, column) => it.padStart(column === 0 ? 14 : 9)).join(''))
  for (const { name, list } of sorted) {
    const mean = list.reduce((sum, it) => sum + it, 0) / list.length
    const sd = Math.sqrt(list.reduce((sum, it) => sum + (it - mean) ** 2, 0) / list.length)
    const figures = [...marks.map((mark) => at(list, mark)), mean, sd]
    console.log(name.padStart(14) + figures.map((it) => it.toFixed(3).padStart(9)).join(''))
  }
  const from = Math.min(...sorted.map(({ list }) => at(list, 0)))
  const to = Math.max(...sorted.map(({ list }) => at(list, 0.95)))
  console.log(`\n${' '.repeat(16)}${from.toFixed(2)} to ${to.toFixed(2)} ms`)
  for (const { name, list } of sorted) console.log(`${name.padStart(14)} |${histogram(list, from, to)}|`)

  const medians = sorted.map(({ list }) => at(list, 0.5))
  const apart = Math.max(...medians) - Math.min(...medians)
  const spread = Math.min(...sorted.map(({ list }) => at(list, 0.75) - at(list, 0.25)))
  console.log(
    `\nmedians lie ${apart.toFixed(3)} ms apart; the middle half of each spreads over ${spread.toFixed(3)} ms`,
  )
  console.log(`They differ by ${apart < spread ? 'less' : 'MORE'} than their spread.`)
  if (apart >= spread) process.exitCode = 1
}

function histogram(list: number[], from: number, to: number): string {
  const bars = Array.from({ length: 60 }, () => 0)
  for (const it of list) {
    const bar = Math.floor(((it - from) / (to - from)) * bars.length)
    if (bar < bars.length) bars[bar] = (bars[bar] ?? 0) + 1
  }
  const blocks = [...' ▁▂▃▄▅▆▇█']
  const most = Math.max(...bars)
  return bars.map((it) => blocks[Math.ceil((it / most) * (blocks.length - 1))]).join('')
}
