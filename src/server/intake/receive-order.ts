import type { createOrder, IntakeOrder } from '#contract/intake.ts'
import type { Given } from '#contract/endpoint.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { insertOrder, orderExists, type NewOrder } from '#server/orders/orders.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { IntakeActor, Work } from '#server/platform/work.ts'
import { activeGateway, claimKey, firstAnswer, keepAnswer, nextOrderIds } from './receive-order.queries.ts'
import { contentHash, prepareOrder } from './prepare-order.ts'

type Taken = Given<typeof createOrder>['data']

const isTaken = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'orders_pkey'

/** Stores a prepared order. Refuses with 409 where another was quicker with the same id. */
async function store(work: Work<IntakeActor>, order: NewOrder): Promise<void> {
  try {
    await insertOrder(work, order)
  } catch (error) {
    if (isTaken(error)) refuse('conflict', `Order id ${order.order_id} is taken.`)
    throw error
  }
}

export interface PlacedOrder {
  order: IntakeOrder
  createdAt: Date
}

/** Adds the rows to new orders; those without an id of their own are numbered in the order given. */
export async function prepareOrders<T extends PlacedOrder>(
  { tx, seal, config }: Pick<Work, 'tx' | 'seal' | 'config'>,
  placed: readonly T[],
): Promise<(T & { row: NewOrder })[]> {
  const ids = await nextOrderIds(tx, placed.filter(({ order }) => !order.order_id).length)
  const windowDays = config.futureWindowDays
  return placed.map((it) => {
    const orderId = it.order.order_id ?? ids.shift()
    if (!orderId) throw new Error('the sequence of order ids gave too few')
    return { ...it, row: prepareOrder(it.order, { orderId, createdAt: it.createdAt, windowDays, seal }) }
  })
}

/** The row of an order that is there already, made again from corrected data. */
export const prepareAgain = (
  { seal, config }: Pick<Work, 'seal' | 'config'>,
  order: IntakeOrder,
  { orderId, createdAt }: { orderId: number; createdAt: Date },
): NewOrder => prepareOrder(order, { orderId, createdAt, windowDays: config.futureWindowDays, seal })

async function takeNew(work: Work<IntakeActor>, order: IntakeOrder): Promise<Taken> {
  const { tx, now, config } = work
  if (order.order_id && (await orderExists(tx, order.order_id)))
    refuse('conflict', `Order id ${order.order_id} is taken.`)
  const [prepared] = await prepareOrders(work, [{ order, createdAt: now }])
  if (!prepared) throw new Error('no order was prepared')
  const { order_id, process_status, processing_mode, process_month } = prepared.row
  await store(work, prepared.row)
  return {
    order_id,
    process_status,
    processing_mode,
    process_month,
    track_url: `${config.publicUrl}/track-order/${encodeOrderId(order_id)}`,
  }
}

/**
 * Takes in one order (product §5, Intake). With an idempotency key a repeat of the same `sent` body, even at the same
 * time, gives the first answer and no second order; another body is refused with 409.
 */
export async function takeOrder(
  work: Work<IntakeActor>,
  order: IntakeOrder,
  { sent, key }: { sent: object; key: string | undefined },
): Promise<Taken> {
  if (key === undefined) return takeNew(work, order)
  if (key.length < 1 || key.length > 255) refuse('invalid', 'Idempotency-Key must have 1 to 255 characters.')
  const owner = work.actor.name
  const bodyHash = contentHash(sent)
  if (await claimKey(work.tx, { owner, key, bodyHash, now: work.now })) {
    const taken = await takeNew(work, order)
    await keepAnswer(work.tx, owner, key, taken)
    return taken
  }
  const first = await firstAnswer(work.tx, owner, key)
  if (!first.body_hash.equals(bodyHash))
    refuse('conflict', 'This Idempotency-Key was used for another order.')
  return first.reply as Taken
}

/** The gateway that landing sites take payments with. */
export const gatewayInUse = async (tx: Tx) =>
  (await activeGateway(tx)) ?? refuse('notFound', 'No payment gateway is active.')
