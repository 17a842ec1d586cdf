import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignOrders } from '#contract/moves.ts'
import { createTestOrder } from '../support/orders.ts'
import { startServerProcess, type ServerProcess } from '../support/server-process.ts'
import { serverEnvironment } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const memberCount = 50

let servers: ServerProcess[]

afterAll(async () => {
  await Promise.all(servers.map((server) => server.end()))
})
const app = useTestApp()
beforeAll(async () => {
  const env = serverEnvironment(app)
  servers = await Promise.all([startServerProcess(env), startServerProcess(env)])
})

interface ClaimResponse {
  http: number
  body: { status: number; message: string; data?: { updated: number[] } }
}

/** Opens a socket in advance; the returned function sends the claim over it. */
async function connectClaimer(url: string, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const claim = (path: string, method: string, body?: string): Promise<ClaimResponse> =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${url}${path}`,
        {
          method,
          agent,
          headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
        },
        (response) => {
          let text = ''
          response.on('data', (chunk: Buffer) => (text += chunk.toString()))
          response.on('end', () => resolve({ http: response.statusCode ?? 0, body: JSON.parse(text) }))
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  await claim('/healthz', 'GET')
  return { ask: claim, close: () => agent.destroy() }
}

test("of fifty concurrent claims over two server processes one succeeds and the others are refused with the assignee's name (product §3, §10)", async () => {
  const claimers = await Promise.all(
    Array.from({ length: memberCount }, async (_, index) => {
      const member = await app.addMember(`Member ${index}`, 'Team')
      return { ...member, token: await app.signInWith(member.email) }
    }),
  )
  const orderId = await createTestOrder(app)
  const sockets = await Promise.all(
    claimers.map(({ token }, index) => connectClaimer(servers[index % servers.length]?.url ?? '', token)),
  )

  const outcomes = await Promise.all(
    sockets.map((socket, index) =>
      socket.ask(
        `/api${assignOrders.path}`,
        assignOrders.method,
        JSON.stringify({ orderId, assignto: claimers[index]?.name }),
      ),
    ),
  )
  for (const socket of sockets) socket.close()

  const winners = claimers.filter((_, index) => outcomes[index]?.http === 200)
  expect(winners).toHaveLength(1)
  const order = await app.platform.db
    .selectFrom('orders')
    .select('assignee_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(order.assignee_id).toBe(winners[0]?.id)

  const refused = outcomes.filter((outcome) => outcome.http !== 200)
  expect(refused).toHaveLength(memberCount - 1)
  for (const { http, body } of refused) {
    expect(http).toBe(409)
    expect(body.status).toBe(0)
    expect(body.message).toBe(`Order ${orderId} is with ${winners[0]?.name}.`)
  }
  const events = await app.platform.db
    .selectFrom('order_events')
    .select('member_id')
    .where('order_id', '=', orderId)
    .where('action', '=', 'assigned')
    .execute()
  expect(events).toEqual([{ member_id: winners[0]?.id }])
})
