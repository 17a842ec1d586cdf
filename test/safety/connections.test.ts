import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Reply } from '#contract/endpoint.ts'
import { listOrders } from '#contract/orders.ts'
import { roles } from '#contract/rules/roles.ts'
import { trackOrder } from '#contract/visitor.ts'
import { applyRoleSettings } from '#server/platform/db/session-settings.ts'
import { createTurns } from '#server/platform/auth/turns.ts'
import { insertManyOrders } from '../support/many-orders.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({
  env: { TRUST_PROXY: '127.0.0.1' },
  oneServerBecause: 'each process limits how many long lists it reads at once',
})
beforeAll(async () => {
  await insertManyOrders(app.owner, 15_000)
  // The answer exceeds the buffers of a connection.
  await sql`update orders set full_name = repeat('x', 2000)`.execute(app.platform.db)
})

/** Requests a long list and reads only the head of the answer. */
async function readSlowly(path: string, token: string): Promise<{ socket: Socket; status: string }> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(`GET /api${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${token}\r\n\r\n`)
  const [head] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return { socket, status: head.toString().split(' ', 2)[1] ?? '' }
}

const longList = '/admin/get-orders-list/completedOrder?limit=15000'
const exported = '/admin/export/completedOrder'

test('twelve slow readers of long lists do not block sign-in, /readyz or tracking', async () => {
  const orderId = await createTestOrder(app, { email: 'buyer@example.com' })
  const members = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const { email } = await app.addMember(`Reader ${index}`, roles[index % roles.length] ?? 'Team')
      return app.signInWith(email)
    }),
  )
  const readers = await Promise.all(members.map((token) => readSlowly(longList, token)))
  try {
    // Four are read; the others are refused and hold no connection.
    expect(readers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => '200'),
      ...Array.from({ length: 8 }, () => '503'),
    ])
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    const { email } = await app.addMember('Late Comer', 'Team')
    await app.signInWith(email)
    const tracked = await app.call(trackOrder, {
      body: { orderId: String(orderId), email: 'buyer@example.com' },
    })
    expect(tracked.http).toBe(200)
    const token = await app.signInAs('Admin')
    const page = await app.call(
      listOrders,
      { params: { orderName: 'newOrder' }, query: { limit: 50 } },
      { token },
    )
    expect(page.http).toBe(200)
  } finally {
    for (const { socket } of readers) socket.destroy()
  }
})

test('a long list is one snapshot: its rows match its count', async () => {
  const token = await app.signInAs('Team')
  const answer = await fetch(`${app.url}/api${longList}`, { headers: { authorization: token } })
  const reader = answer.body?.getReader()
  const first = await reader?.read()
  await sql`update orders set process_status = 'Deleted' where process_status = 'Completed' and order_id % 2 = 0`.execute(
    app.platform.db,
  )
  const pieces = [first?.value]
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
    pieces.push(piece.value)
  const { count, data } = JSON.parse(
    Buffer.concat(pieces.map((piece) => Buffer.from(piece ?? []))).toString(),
  ) as Reply<typeof listOrders>
  expect(data).toHaveLength(count)
  const { body } = await app.call(
    listOrders,
    { params: { orderName: 'completedOrder' }, query: { limit: 1 } },
    { token },
  )
  expect(body.count).toBeLessThan(count)
})

test('a member has one long list or export at a time, and the next one after it', async () => {
  const token = await app.signInAs('Manager')
  const first = await readSlowly(longList, token)
  expect(first.status).toBe('200')
  const second = await fetch(`${app.url}/api${exported}`, { headers: { authorization: token } })
  expect(second.status).toBe(429)
  expect(second.headers.get('retry-after')).toBe('10')
  expect(await second.json()).toMatchObject({
    message: 'Another long list or export of yours is still open.',
  })
  first.socket.destroy()
  await expect
    .poll(
      async () => (await fetch(`${app.url}/api${exported}`, { headers: { authorization: token } })).status,
    )
    .toBe(200)
})

test('statements and idle transactions have a timeout by role, not by startup parameters', async () => {
  await applyRoleSettings({ connectionString: app.databaseUrl }, { isPooled: true })
  const { rows } = await sql<Record<string, string>>`
    select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone`.execute(
    app.platform.db,
  )
  expect(rows).toEqual([{ statement: '30s', idle: '1min', zone: 'UTC' }])
  const source = await sql<{ source: string }>`
    select source from pg_settings where name = 'statement_timeout'`.execute(app.platform.db)
  expect(source.rows).toEqual([{ source: 'database user' }])
})

test('150 simultaneous wrong sign-ins do not exhaust the connections', async () => {
  const { db } = app.platform
  const waitingForLocks = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.count ?? 0
  }
  const outcome = { done: false }
  const tries = Promise.all(
    Array.from({ length: 150 }, () =>
      fetch(`${app.url}/api/admin/admin-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
        body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong' }),
      }).then(({ status }) => status),
    ),
  ).finally(() => (outcome.done = true))
  const seen: number[] = []
  while (!outcome.done) seen.push(await waitingForLocks())
  expect(seen.length).toBeGreaterThan(3)
  expect(Math.max(...seen)).toBe(0)
  const statuses = await tries
  // Ten are tried (product §5), the others refused.
  expect(statuses.filter((status) => status === 400)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(140)
})

test('tries of one key are evaluated in turn, other keys in parallel, and too many are refused', async () => {
  const inTurn = createTurns(20)
  const running = { of: 0, most: 0 }
  const work = async () => {
    running.of += 1
    running.most = Math.max(running.most, running.of)
    await new Promise((resolve) => setTimeout(resolve, 2))
    running.of -= 1
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => inTurn(['a'], work)))
  expect(running.most).toBe(1)
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5)
  await Promise.all([inTurn(['a', 'b'], work), inTurn(['c'], work)])
  expect(running.most).toBe(2)
  await expect(inTurn(['a'], () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  await inTurn(['a'], work)
})
