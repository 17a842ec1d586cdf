import type { ReplyInput } from '#contract/endpoint.ts'
import * as contract from '#contract/intake.ts'
import { createOrder, type IntakeOrder } from '#contract/intake.ts'
import { trackPath } from '#contract/rules/visitor-addresses.ts'
import { linkWaiting } from '#server/disputes/dispute-of-order.ts'
import { loadActiveGateway } from '#server/gateways/gateways.ts'
import { idsOf } from '#server/orders/orders-of-payment.ts'
import type { NewOrder } from '#server/orders/new-order-rows.ts'
import { insertOrder, orderExists } from '#server/orders/orders.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { IntakeActor, Work } from '#server/platform/work.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'
import { receiveOnce, sentKeyOf } from './receive-once.ts'
import { allocateOrderIds } from './order-ids.ts'
import { prepareOrder } from './prepare-order.ts'

type CreatedOrder = ReplyInput<typeof createOrder>['data']

const isDuplicateOrderId = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'orders_pkey'

/** 409 if a concurrent request used the same id. */
async function insertOrRefuse(work: Work<IntakeActor>, order: NewOrder): Promise<void> {
  try {
    await insertOrder(work, order)
  } catch (error) {
    if (isDuplicateOrderId(error)) refuse('conflict', `Order id ${order.order_id} is taken.`)
    throw error
  }
}

interface PlacedOrder {
  order: IntakeOrder
  createdAt: Date
}

/** Adds the rows of new orders; those without an id get one, in the given order. */
export async function prepareOrders<T extends PlacedOrder>(
  { tx, seal, config }: Pick<Work, 'tx' | 'seal' | 'config'>,
  placed: readonly T[],
): Promise<(T & { row: NewOrder })[]> {
  const ids = await allocateOrderIds({ tx, seal }, placed.filter(({ order }) => !order.order_id).length)
  return placed.map((it) => {
    const orderId = it.order.order_id ?? ids.shift()
    if (!orderId) throw new Error('too few order ids were allocated')
    const { schedule } = config
    return { ...it, row: prepareOrder(it.order, { orderId, createdAt: it.createdAt, schedule, seal }) }
  })
}

/** The row of an existing order, prepared again from corrected data. */
export const prepareCorrectedOrder = (
  { seal, config }: Pick<Work, 'seal' | 'config'>,
  order: IntakeOrder,
  { orderId, createdAt }: { orderId: number; createdAt: Date },
): NewOrder => prepareOrder(order, { orderId, createdAt, schedule: config.schedule, seal })

async function createNewOrder(work: Work<IntakeActor>, order: IntakeOrder): Promise<CreatedOrder> {
  const { tx, now, config } = work
  if (order.order_id && (await orderExists(tx, order.order_id)))
    refuse('conflict', `Order id ${order.order_id} is taken.`)
  const [prepared] = await prepareOrders(work, [{ order, createdAt: now }])
  if (!prepared) throw new Error('no order was prepared')
  const { order_id, process_status, processing_mode, process_month } = prepared.row
  await insertOrRefuse(work, prepared.row)
  await linkWaiting(work, order_id, idsOf(prepared.row))
  return {
    order_id,
    process_status,
    processing_mode,
    process_month,
    track_url: config.publicUrl + trackPath(order_id),
  }
}

/** A key is limited to its own sites, because each order sends mails with links. */
export function requireOwnSite({ name, domains }: IntakeActor, site: string): void {
  const domain = site.toLowerCase()
  if (domains && !domains.some((own) => domain === own || domain.endsWith(`.${own}`)))
    refuse('forbidden', `The intake key ${name} is of other sites than ${site}.`)
}

/** Receives one order (product §5, Intake). */
function receiveOrder(
  work: Work<IntakeActor>,
  order: IntakeOrder,
  sentKey: string | undefined,
): Promise<CreatedOrder> {
  requireOwnSite(work.actor, order.landing_domain)
  return receiveOnce(work, { sentKey, body: order, what: 'order', reply: createOrder.reply.shape.data }, () =>
    createNewOrder(work, order),
  )
}

export const intakeCalls = implement(contract, {
  createOrder: write(async (work, { body, request }) => {
    const data = await receiveOrder(work, body, sentKeyOf(request))
    return { message: `Order ${data.order_id} has been received.`, data }
  }),
  /** The gateway that landing sites use for payments; 404 if none is active. */
  activeGateway: read(async ({ tx }) => ({
    data: (await loadActiveGateway(tx)) ?? refuse('notFound', 'No payment gateway is active.'),
  })),
})
