import { setTimeout as pause } from 'node:timers/promises'
import { recordOf } from '#contract/rules/typed-keys.ts'
import { createDesk, newTally, type Desk, type DeskOptions } from './desk.ts'
import { startInstallation, type Installation } from './installation.ts'
import type { OrderModel } from './order-model.ts'
import { verifyInstallation } from './verify-installation.ts'
import { createWrites, writeKinds, type Caller, type Undoable, type Write } from './writes.ts'

interface CrashOptions {
  kills: { server: number; postgres: number }
  /** The least number of acknowledged writes; kills are spread over them. */
  writes: number
  desks: number
}

const ordersOfDesk = 12

/** Counts the history entries of each kind of write, by one write of each on its own order. */
export async function countEvents(options: Omit<DeskOptions, 'writes' | 'tally'>) {
  const events = recordOf(writeKinds, () => 0)
  const writes = createWrites(events)
  const desk = createDesk({ ...options, writes, tally: newTally() })
  for (let taken = 0; taken < 2; taken++) await desk.takeIn()
  const nth = (index: number): OrderModel => {
    const order = [...desk.orders.values()][index]
    if (!order) throw new Error(`there is no order ${index}`)
    return order
  }
  const historyOf = async ({ orderId }: OrderModel) => (await desk.read(orderId)).events.length
  async function measure(write: Write): Promise<string> {
    const [order = nth(0)] = write.orders
    const before = await historyOf(order)
    const answer = await desk.perform(write)
    if (!answer) throw new Error(`${write.kind} was refused`)
    events[write.kind] = (await historyOf(order)) - before
    return answer.undo ?? ''
  }
  const measureWithUndo = async (write: Undoable) => {
    const token = await measure(write)
    await measure(writes.undoOf(write, token))
  }
  await measureWithUndo(writes.claim(nth(0), options.caller.name))
  await measureWithUndo(writes.move('move', [nth(0)]))
  await measureWithUndo(writes.move('bulk move', [nth(0), nth(1)]))
  await measureWithUndo(writes.upload(nth(0)))
  await measure(writes.remark(nth(0)))
  await desk.perform(writes.moveTo(nth(0), 'Refunds'))
  await measureWithUndo(writes.refund(nth(0)))
  // Models made before the counts were known start from the observed orders.
  for (const [orderId, model] of desk.orders)
    desk.orders.set(orderId, { ...model, events: await historyOf(model) })
  return { events, desk }
}

type Target = keyof CrashOptions['kills']

async function killByTurns(
  installation: Installation,
  { kills, writes }: CrashOptions,
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
    // Spreads the kills over all writes.
    const due = ((nth + Math.random()) * writes) / total
    while (acknowledged() < due) await pause(5)
    await pause(Math.random() * 200)
    const target: Target =
      (nth % 2 === 0 && done.server < kills.server) || done.postgres >= kills.postgres ? 'server' : 'postgres'
    const killedAt = performance.now()
    await kill[target]()
    done[target] += 1
    seconds.push((performance.now() - killedAt) / 1000)
    if ((nth + 1) % Math.ceil(total / 20) === 0)
      console.error(`${nth + 1} of ${total} kills, ${acknowledged()} writes`)
  }
  const sorted = seconds.toSorted((a, b) => a - b)
  return {
    kills: done,
    back: { median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 },
  }
}

export async function runCrash(options: CrashOptions) {
  const begunAt = performance.now()
  const installation = await startInstallation()
  try {
    const { token, cookie } = await installation.signIn()
    const caller: Caller = { url: installation.url, token, name: 'Admin' }
    const scratch = { installation, caller }
    const { events, desk: firstDesk } = await countEvents(scratch)
    console.error(`entries of each write: ${JSON.stringify(events)}`)
    const writes = createWrites(events)
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
    killing.catch((error: unknown) => console.error(String(error)))
    await Promise.all([killing, ...work])
    console.error(`${tally.acknowledged} writes, now read again`)
    const { violations, ...found } = await verifyInstallation({
      installation,
      caller: { ...caller, cookie },
      desks: [firstDesk, ...desks],
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
