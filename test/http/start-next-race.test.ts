import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNext } from '#contract/moves.ts'
import { addDays, jakartaToday } from '#contract/rules/dates.ts'
import { createChance } from '#server/demo/random.ts'
import { send } from '../support/call.ts'
import { createTestOrder } from '../support/orders.ts'
import { startServerProcess, type ServerProcess } from '../support/server-process.ts'
import { startTestApp, serverEnvironment, type TestApp } from '../support/test-app.ts'

/** 10,000 in the long form (`npm run test:start-next`). */
const orderCount = Number(process.env['START_NEXT_ORDERS'] ?? 300)
const deskCount = 20

let app: TestApp
let servers: ServerProcess[]

beforeAll(async () => {
  app = await startTestApp()
  const env = serverEnvironment(app)
  servers = await Promise.all([startServerProcess(env), startServerProcess(env)])
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end()))
  await app.stop()
})

/** Of one clock, ms: before the call was sent, and after its answer had come. */
interface Claim {
  orderId: number
  begun: number
  ended: number
}

const chance = createChance(1)
const today = jakartaToday(new Date())
/** When each order was there for certain. */
const createdAt = new Map<number, number>()

async function createOrders(count: number): Promise<void> {
  for (let created = 0; created < count; created++) {
    const mode = chance.integer(1, 10) === 1 ? 'priority' : 'standard'
    const travelDate = addDays(today, chance.integer(-1, 3))
    const orderId = await createTestOrder(app, { processing_mode: mode, arrival_doa: travelDate })
    createdAt.set(orderId, performance.now())
  }
}

/** Takes orders until all are taken. */
async function work(token: string, url: string, claims: Claim[]): Promise<void> {
  while (claims.length < orderCount) {
    const begun = performance.now()
    const { http, body } = await send(url, startNext, { body: {} }, { token })
    if (http === 404) continue
    expect(http, body.message).toBe(200)
    claims.push({ orderId: body.data.order_id, begun, ended: performance.now() })
  }
}

test(
  `${deskCount} desks take ${orderCount} orders over two servers: none twice, and none that was free and more urgent is passed over (product §12)`,
  {
    timeout: 600_000,
  },
  async () => {
    const desks = await Promise.all(
      Array.from({ length: deskCount }, async (_, index) => {
        const { email } = await app.addMember(`Desk ${index}`, 'Team')
        return { token: await app.signInWith(email), url: servers[index % servers.length]?.url ?? '' }
      }),
    )
    await createOrders(orderCount / 2)
    const claims: Claim[] = []
    await Promise.all([
      createOrders(orderCount / 2),
      ...desks.map(({ token, url }) => work(token, url, claims)),
    ])

    expect(new Set(claims.map(({ orderId }) => orderId)).size).toBe(orderCount)
    expect(claims).toHaveLength(orderCount)
    const orders = await app.owner
      .selectFrom('orders')
      .select(['order_id', 'due_at', 'travel_date'])
      .execute()
    const places = orders
      .map((order) => ({
        orderId: order.order_id,
        isMissed: (order.travel_date ?? today) < today,
        dueAt: order.due_at?.getTime() ?? Infinity,
      }))
      .toSorted(
        (a, b) => Number(a.isMissed) - Number(b.isMissed) || a.dueAt - b.dueAt || a.orderId - b.orderId,
      )
    const rankOf = new Map(places.map(({ orderId }, rank) => [orderId, rank]))
    const rank = ({ orderId }: Claim) => rankOf.get(orderId) ?? 0
    // Of what was there before a claim began, and was asked for only after that had ended, nothing is more urgent.
    const passedOver = claims.flatMap((claim) =>
      claims
        .filter(
          (later) =>
            later.begun > claim.ended &&
            (createdAt.get(later.orderId) ?? Infinity) < claim.begun &&
            rank(later) < rank(claim),
        )
        .map((later) => `${claim.orderId} before ${later.orderId}`),
    )
    expect(passedOver).toEqual([])
  },
)
