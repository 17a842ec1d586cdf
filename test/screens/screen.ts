import type { BrowserContext, Page, Request } from '@playwright/test'
import { getOrder } from '#contract/order-details.ts'
import type { OrderRow } from '#contract/orders.ts'
import { promisedStatuses } from '#contract/rules/promise.ts'
import { exclusiveQueueNames, type ExclusiveQueueName } from '#contract/rules/queues.ts'
import { trackOrder } from '#contract/visitor.ts'
import { demoAdmin, type DemoServer } from './demo-server.ts'

export type SampleName = ExclusiveQueueName | 'withReply' | 'refunded' | 'toCheck' | 'household'

export type SampleOrders = Record<SampleName, OrderRow> & {
  /** The path of a question of an awaited customer. */
  questionPath: () => Promise<string>
}

export interface Screen {
  name: string
  signedIn: boolean
  path: (orders: SampleOrders) => string | Promise<string>
  /** The order that the visitor has opened. */
  opened?: SampleName
  /** Prepares the state; must not change an order. */
  act?: (page: Page, orders: SampleOrders) => Promise<unknown>
  /** Inclusive, in px. */
  minWidth?: number
  /** Also pictured as a whole page. */
  isLong?: true
}

export type StaffScreen = Omit<Screen, 'signedIn' | 'path'> & { path: string | Screen['path'] }

const viewports = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 990, height: 900 },
  { width: 390, height: 844 },
] as const

export const viewportsOf = ({ minWidth = 0 }: Screen) => viewports.filter(({ width }) => width >= minWidth)

export const emailOf = (order: OrderRow) =>
  order.arrival_email ?? order.departure_contact_email_address ?? demoAdmin.email

export async function sampleOrders(demo: DemoServer): Promise<SampleOrders> {
  const byQueue = await Promise.all(
    exclusiveQueueNames.map(async (queue) => [queue, await demo.ordersIn(queue)] as const),
  )
  const all = byQueue.flatMap(([, orders]) => orders)
  const first = (orders: readonly OrderRow[], what: string) => {
    const order = orders.find((it) => it.arrival_full_name && it.arrival_email) ?? orders[0]
    if (!order) throw new Error(`The demo has no order ${what}.`)
    return order
  }
  const samples = {
    toCheck: await firstToCheck(demo, all),
    household: await firstOfHousehold(demo, all),
    withReply: first(
      all.filter((it) => it.open_messages > 0),
      'with an open reply',
    ),
    refunded: first(
      all.filter((it) => it.process_status === 'Refunds' && it.refund_date !== null),
      'that was refunded',
    ),
    ...Object.fromEntries(byQueue.map(([queue, orders]) => [queue, first(orders, `in ${queue}`)])),
  } as Record<SampleName, OrderRow>
  return { ...samples, questionPath: () => demo.questionPath(samples.awaitingOrder.order_id) }
}

async function firstToCheck(demo: DemoServer, orders: readonly OrderRow[]): Promise<OrderRow> {
  for (const order of orders) {
    if (!promisedStatuses.includes(order.process_status) || !order.arrival_full_name) continue
    const { orderDetails } = await demo.call(getOrder, { params: { orderId: order.order_id } })
    if (orderDetails.preflight?.findings.some(({ severity }) => severity === 'stop')) return order
  }
  throw new Error('The demo has no order with something to check.')
}

async function firstOfHousehold(demo: DemoServer, orders: readonly OrderRow[]): Promise<OrderRow> {
  for (const order of orders) {
    if (order.process_status !== 'New') continue
    const { orderDetails } = await demo.call(getOrder, { params: { orderId: order.order_id } })
    if (orderDetails.household.length > 0) return order
  }
  throw new Error('The demo has no household.')
}

async function openForVisitor(page: Page, order: OrderRow): Promise<void> {
  const data = { orderId: order.order_id, email: emailOf(order) }
  const answer = await page.request.post(`/api${trackOrder.path}`, { data })
  if (!answer.ok()) throw new Error(`Order ${order.order_id} was not opened: ${await answer.text()}`)
}

/** A page that counts its open requests. */
export async function newScreenPage(context: BrowserContext): Promise<ScreenPage> {
  const page = await context.newPage()
  const pending = new Set<unknown>()
  // The stream of changes never ends.
  const isAwaited = (request: Request) => !request.url().includes('/api/admin/live')
  page.on('request', (request) => isAwaited(request) && pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))

  const settle = async () => {
    // Twice, because an answer may lead to the next request.
    for (let quiet = 0, waits = 0; quiet < 2 && waits < 200; waits += 1) {
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      await page.waitForTimeout(25)
      quiet = pending.size === 0 ? quiet + 1 : 0
    }
    await page.evaluate(async () => {
      await document.fonts.ready
      const finite = document.getAnimations().filter((it) => it.effect?.getTiming().iterations !== Infinity)
      for (const animation of finite) if (animation.timeline === document.timeline) animation.finish()
    })
  }
  return {
    page,
    settle,
    async show(screen, orders) {
      // A visitor without opened orders.
      if (!screen.signedIn) await page.context().clearCookies()
      if (screen.opened) await openForVisitor(page, orders[screen.opened])
      await page.goto(await screen.path(orders))
      // Requests start only after the page's code.
      await page.locator('main, h1').first().waitFor({ state: 'attached' })
      await settle()
      if (!screen.act) return
      await screen.act(page, orders)
      await settle()
    },
  }
}

export interface ScreenPage {
  page: Page
  /** Waits until all requests are answered and drawn. */
  settle(): Promise<void>
  show(screen: Screen, orders: SampleOrders): Promise<void>
}
