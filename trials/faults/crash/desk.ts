import { randomUUID } from 'node:crypto'
import { createOrder } from '#contract/intake.ts'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { send } from '../../../test/support/call.ts'
import { intakeKey, type Installation } from './installation.ts'
import { differences, observe, type OrderModel } from './order-model.ts'
import {
  HalfDone,
  isUndoable,
  NoAnswer,
  Refused,
  type Acknowledged,
  type Caller,
  type Undoable,
  type Write,
  type Writes,
} from './writes.ts'

export interface Tally {
  acknowledged: number
  /** Writes without an answer. */
  unanswered: { done: number; notDone: number }
  /** By message. A refusal must have its cause in a kill, since a desk writes only what its orders allow. */
  refused: Record<string, number>
  violations: string[]
}

export const newTally = (): Tally => ({
  acknowledged: 0,
  unanswered: { done: 0, notDone: 0 },
  refused: {},
  violations: [],
})

/** Rejects with `NoAnswer` where the connection fails. */
const orNoAnswer = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    if (error instanceof TypeError || error instanceof SyntaxError) throw new NoAnswer(error.message)
    throw error
  })

export interface DeskOptions {
  installation: Pick<Installation, 'untilServing'>
  writes: Writes
  caller: Caller
  tally: Tally
}

export function createDesk({ installation, writes, caller, tally }: DeskOptions) {
  const orders = new Map<number, OrderModel>()
  let undoable: { write: Undoable; token: string } | null = null

  async function read(orderId: number): Promise<OrderDetails> {
    for (;;) {
      const answer = await orNoAnswer(
        send(caller.url, getOrder, { params: { orderId } }, { token: caller.token }),
      ).catch(() => null)
      if (answer?.http === 200) return answer.body.orderDetails
      if (answer && answer.http < 500)
        throw new Error(`order ${orderId}: ${answer.http} ${answer.body.message}`)
      await installation.untilServing()
    }
  }

  /** Repeats the intake with one idempotency key until it is answered, as a landing site does. */
  async function takeIn(): Promise<void> {
    const key = randomUUID()
    const body = {
      landing_domain: 'arrival.pabean.example',
      email: `b${key}@arrives.example`,
      arrival_full_name: 'Siti Rahma',
    }
    for (;;) {
      const answer = await orNoAnswer(
        send(caller.url, createOrder, { body }, { token: intakeKey, headers: { 'idempotency-key': key } }),
      ).catch(() => null)
      if (answer?.http === 200) {
        const { events, status, assignee, remarks, isRefunded } = observe(
          await read(answer.body.data.order_id),
        )
        const orderId = answer.body.data.order_id
        orders.set(orderId, { orderId, status, assignee, remarks, documents: [], isRefunded, events })
        tally.acknowledged += 1
        return
      }
      await installation.untilServing()
    }
  }

  /** Whether an unanswered write was done as a whole or not at all. */
  async function wasDone({ kind, orders: before, after }: Write): Promise<boolean> {
    const observed = await Promise.all(before.map(async ({ orderId }) => observe(await read(orderId))))
    const misses = (models: readonly OrderModel[]) =>
      models.flatMap((model, index) => {
        const seen = observed[index]
        return seen ? differences(model, seen).map((line) => `${model.orderId} ${line}`) : []
      })
    const [ifNot, ifDone] = [misses(before), misses(after)]
    if (ifNot.length === 0) return false
    if (ifDone.length > 0)
      tally.violations.push(
        `${kind} without an answer is half done: ${ifDone.join('; ')}; ${ifNot.join('; ')}`,
      )
    return true
  }

  /** The orders' last writes, for messages of violations. */
  const outcomes = new Map<number, string[]>()
  const remember = ({ kind, after }: Write, outcome: string) => {
    for (const { orderId, status } of after)
      outcomes.set(orderId, [
        ...(outcomes.get(orderId) ?? []).slice(-3),
        `${kind} to ${status} at ${new Date().toISOString()} ${outcome}`,
      ])
  }

  /** Replaces the models by the observed orders, so that a fault counts once. */
  async function takeAsObserved(models: readonly OrderModel[]): Promise<string[]> {
    const lines: string[] = []
    for (const model of models) {
      const { files, ...observed } = observe(await read(model.orderId))
      lines.push(
        ...differences(model, { ...observed, files }).map(
          (line) => `${model.orderId} ${line} (${outcomes.get(model.orderId)?.join(', ')})`,
        ),
      )
      orders.set(model.orderId, { ...model, ...observed, documents: model.documents.slice(0, files.length) })
    }
    return lines
  }

  const settle = (models: readonly OrderModel[]) => {
    for (const model of models) orders.set(model.orderId, model)
  }

  async function perform(write: Write): Promise<Acknowledged | undefined> {
    try {
      const answer = await orNoAnswer(write.call(caller))
      remember(write, 'acknowledged')
      tally.acknowledged += write.orders.length
      settle(write.after)
      return answer
    } catch (error) {
      if (error instanceof Refused) {
        remember(write, `refused (${error.message})`)
        const reason = `${write.kind}: ${error.message.replaceAll(/\d+/g, 'N')}`
        tally.refused[reason] = (tally.refused[reason] ?? 0) + 1
        return undefined
      }
      if (error instanceof HalfDone) {
        const lines = await takeAsObserved(write.orders)
        tally.violations.push(`${write.kind}: ${error.message}; before it: ${lines.join('; ')}`)
        return undefined
      }
      if (!(error instanceof NoAnswer)) throw error
      await installation.untilServing()
      const done = await wasDone(write)
      remember(write, `unanswered (${error.message}), ${done ? 'done' : 'not done'}`)
      tally.unanswered[done ? 'done' : 'notDone'] += 1
      if (done) settle(write.after)
      return undefined
    }
  }

  return {
    orders,
    read,
    async step(ordersOfDesk: number): Promise<void> {
      if (orders.size < ordersOfDesk || Math.random() < 0.05) return takeIn()
      if (undoable && Math.random() < 0.5) {
        const { write, token } = undoable
        undoable = null
        await perform(writes.undoOf(write, token))
        return
      }
      // Only the newest orders, so that each is written to repeatedly.
      const write = writes.choose([...orders.values()].slice(-ordersOfDesk), caller.name)
      const answer = await perform(write)
      undoable = answer?.undo && isUndoable(write) ? { write, token: answer.undo } : null
    },
    takeIn,
    perform,
  }
}
export type Desk = ReturnType<typeof createDesk>
