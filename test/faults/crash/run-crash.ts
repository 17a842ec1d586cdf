import { setTimeout as pause } from 'node:timers/promises'
import { recordOf } from '#contract/rules/typed-keys.ts'
import { createDesk, newTally, type Desk, type DeskOptions } from './desk.ts'
import { startInstallation, type Installation } from './installation.ts'
import type { OrderModel } from './order-model.ts'
import { verifyInstallation } from './verify-installation.ts'
import { createWrites, writeKinds, type Caller, type EventsOfWrites, type Write } from './writes.ts'

export interface CrashOptions {
  /** How often the server is killed, and how often PostgreSQL. */
  kills: { server: number; postgres: number }
  /** Acknowledged writes, at least; the kills are spread over them. */
  writes: number
  desks: number
  log?: (line: string) => void
}

export interface CrashReport {
  acknowledged: number
  unanswered: { done: number; notDone: number }
  refused: number
  kills: { server: number; postgres: number }
  /** Seconds from a kill until it serves again. */
  back: { median: number; longest: number }
  orders: number
  documents: number
  mails: number
  minutes: number
  violations: string[]
}

/** Orders that a desk has at hand. */
const ordersOfDesk = 12

/** How many entries each kind of write leaves in a history, found by making one of each. */
async function countEvents(options: Omit<DeskOptions, 'writes' | 'tally'>): Promise<EventsOfWrites> {
  const events = recordOf(writeKinds, () => 0)
  const writes = createWrites(events)
  const tally = newTally()
  const desk = createDesk({ ...options, writes, tally })
  for (let taken = 0; taken < 3; taken++) await desk.takeIn()
  const nth = (index: number): OrderModel => {
    const order = [...desk.orders.values()][index]
    if (!order) throw new Error(`there is no order ${index}`)
    return order
  }
  const measure = async (write: Write) => {
    const [order] = write.orders
    const count = async () => (order ? (await desk.read(order.orderId)).events.length : 0)
    const before = await count()
    const answer = await desk.perform(write)
    if (!answer) throw new Error(`${write.kind} was refused`)
    events[write.kind] = (await count()) - before
    return answer
  }
  const { name } = options.caller
  await measure(writes.claim(nth(0), name))
  await measure(writes.remark(nth(0)))
  await measure(writes.upload(nth(0)))
  await measure(writes.move('bulk move', [nth(1), nth(2)]))
  const move = writes.move('move', [nth(1)])
  const { undo } = await measure(move)
  await measure(writes.undoOf(move, undo ?? ''))
  await desk.perform(writes.moveTo(nth(0), 'Refunds'))
  await measure(writes.refund(nth(0)))
  return events
}

type Target = keyof CrashOptions['kills']

/** Server and PostgreSQL by turns, at random moments, until both were killed as often as asked. */
async function killByTurns(
  installation: Installation,
  { kills, writes, log = () => {} }: CrashOptions,
  acknowledged: () => number,
) {
  const done = { server: 0, postgres: 0 }
  const seconds: number[] = []
  const total = kills.server + kills.postgres
  const kill: Record<Target, () => Promise<void>> = {
    server: installation.killServer,
    postgres: installation.killPostgres,
  }
  for (let nth = 0; nth < total; nth++) {
    // So many writes are acknowledged before each kill that the kills are spread over all of them.
    const due = ((nth + Math.random()) * writes) / total
    while (acknowledged() < due) await pause(5)
    await pause(Math.random() * 200)
    const target: Target =
      (nth % 2 === 0 && done.server < kills.server) || done.postgres >= kills.postgres ? 'server' : 'postgres'
    const killedAt = performance.now()
    await kill[target]()
    done[target] += 1
    seconds.push((performance.now() - killedAt) / 1000)
    if ((nth + 1) % 20 === 0) log(`${nth + 1} of ${total} kills, ${acknowledged()} writes`)
  }
  const sorted = seconds.toSorted((a, b) => a - b)
  return {
    kills: done,
    back: { median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 },
  }
}

/** Writes while server and PostgreSQL are killed, then verifies the acknowledged writes, which are kept outside both. */
export async function runCrash(options: CrashOptions): Promise<CrashReport> {
  const begunAt = performance.now()
  const installation = await startInstallation()
  try {
    const { token, cookie } = await installation.signIn()
    const caller: Caller = { url: installation.url, token, name: 'Admin' }
    const scratch = { installation, caller }
    const writes = createWrites(await countEvents(scratch))
    const tally = newTally()
    const desks: Desk[] = Array.from({ length: options.desks }, () =>
      createDesk({ ...scratch, writes, tally }),
    )
    const state = { isOver: false }
    const work = desks.map(async (desk) => {
      while (!state.isOver || tally.acknowledged < options.writes) await desk.step(ordersOfDesk)
    })
    const killing = killByTurns(installation, options, () => tally.acknowledged).finally(() => {
      state.isOver = true
    })
    await Promise.all([killing, ...work])
    const { violations, ...found } = await verifyInstallation({
      installation,
      caller: { ...caller, cookie },
      desks,
    })
    return {
      ...(await killing),
      acknowledged: tally.acknowledged,
      unanswered: tally.unanswered,
      refused: tally.refused,
      ...found,
      minutes: (performance.now() - begunAt) / 60_000,
      violations: [...tally.violations, ...violations],
    }
  } finally {
    await installation.remove()
  }
}
