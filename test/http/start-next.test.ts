import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listOrders } from '#contract/orders.ts'
import { assignOrders, moveOrders, startNext, undo, type StartableQueue } from '#contract/moves.ts'
import type { MoveTarget } from '#contract/rules/statuses.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const startOfDay = Date.parse('2026-11-20T10:00:00Z')
const hourMs = 3_600_000

let now = startOfDay
const tokens = { Team: '', Admin: '' }

const app = useTestApp({ clock: () => new Date(now) })
beforeAll(async () => {
  tokens.Team = await app.signInAs('Team')
  tokens.Admin = await app.signInAs('Admin')
})
beforeEach(async () => {
  now = startOfDay
  await app.owner.deleteFrom('order_viewers').execute()
  await app.owner.updateTable('orders').set({ process_status: 'Deleted', assignee_id: null }).execute()
})

const askNext = async (folderName?: StartableQueue, token = tokens.Team) =>
  app.call(startNext, { body: folderName ? { folderName } : {} }, { token })
const nextId = async (folderName?: StartableQueue, token = tokens.Team) =>
  (await askNext(folderName, token)).body.data.order_id
const move = (orderId: number, updatingStatus: MoveTarget) =>
  app.as('Team').call(moveOrders, { body: { orderId: [orderId], updatingStatus } })

const standard = (arrival = '2026-11-23') => createTestOrder(app, { arrival_doa: arrival })
const priority = (arrival = '2026-11-23') =>
  createTestOrder(app, { processing_mode: 'priority', arrival_doa: arrival })

describe('the most urgent unassigned order', () => {
  test('is claimed by the promise, then the id, over New and Priority; a missed one comes last', async () => {
    const missed = await standard('2026-11-19')
    now += hourMs
    const later = await standard('2026-11-23')
    const same = [await standard('2026-11-21'), await standard('2026-11-21')]
    const urgent = await priority()
    await createTestOrder(app, { arrival_doa: '2026-12-24' })
    const claimed = []
    for (let asked = 0; asked < 5; asked++) claimed.push(await nextId())
    // Four hours, 12 hours before Jakarta's midnight, 24 hours.
    expect(claimed).toEqual([...same, urgent, later, missed])
    const { http, body } = await askNext()
    expect([http, body.message]).toEqual([404, 'The next window opens in 30 d.'])
  })

  test('is given to the caller, and undo gives it back', async () => {
    const orderId = await standard()
    const { body } = await askNext()
    expect(body).toMatchObject({
      message: 'Order has been assigned successfully',
      data: { order_id: orderId },
    })
    const mine = await app.as('Team').call(listOrders, { params: { orderName: 'myOrder' } })
    expect(mine.body.data).toMatchObject([{ order_id: orderId, assign_to: memberNames.Team }])
    await app.as('Team').call(undo, { body: { undo: body.data.undo ?? '' } })
    expect(await nextId('newOrder', tokens.Admin)).toBe(orderId)
  })

  test('of one queue is asked for by its name', async () => {
    const urgent = await priority()
    const other = await standard('2026-11-21')
    expect(await nextId('priorityOrder')).toBe(urgent)
    expect((await askNext('priorityOrder')).http).toBe(404)
    expect(await nextId('newOrder')).toBe(other)
  })

  test.each(['standard', 'priority'] as const)('is one with an open window: %s', async (processing_mode) => {
    const messageOf = async (folderName?: StartableQueue) => (await askNext(folderName)).body.message
    expect(await messageOf()).toBe('Nothing is waiting.')
    const orderId = await createTestOrder(app, { processing_mode, arrival_doa: '2026-11-24' })
    expect(await messageOf()).toBe('The next window opens in 7 h.')
    const [own, other] = ['priorityOrder', 'newOrder'] as const
    expect(await Promise.all([messageOf(own), messageOf(other)])).toEqual(
      processing_mode === 'priority'
        ? ['The next window opens in 7 h.', 'Nothing is waiting.']
        : ['Nothing is waiting.', 'The next window opens in 7 h.'],
    )
    now = Date.parse('2026-11-20T17:00:00Z')
    expect(await nextId()).toBe(orderId)
  })

  test('is the next of a journey of which the caller has just done one', async () => {
    const journey = { email: 'family@example.com', arrival_doa: '2026-11-23' }
    const [done, second, third] = [
      await createTestOrder(app, journey),
      await createTestOrder(app, journey),
      await createTestOrder(app, { ...journey, processing_mode: 'priority' }),
    ]
    const urgent = await standard('2026-11-21')
    await move(done, 'Completed')
    expect(await nextId(undefined, tokens.Admin)).toBe(urgent)
    expect([await nextId('newOrder'), await nextId()]).toEqual([third, second])
    const awaiting = await createTestOrder(app, journey)
    const older = await standard('2026-11-21')
    for (const orderId of [older, awaiting]) await move(orderId, 'Awaiting')
    expect([await nextId('awaitingOrder'), await nextId('awaitingOrder')]).toEqual([awaiting, older])
    const late = await createTestOrder(app, journey)
    const other = await standard('2026-11-21')
    now += hourMs / 2
    expect([await nextId(), await nextId()]).toEqual([other, late])
  })

  test('locked by another transaction is skipped', async () => {
    const [locked, free] = [await standard('2026-11-21'), await standard()]
    await app.owner.transaction().execute(async (tx) => {
      await tx.selectFrom('orders').select('order_id').where('order_id', '=', locked).forUpdate().execute()
      expect(await nextId()).toBe(free)
    })
    expect(await nextId()).toBe(locked)
  })

  test('that is restricted is given to Admins only', async () => {
    const orderId = await standard()
    const restrictedAt = new Date(now)
    await app.owner
      .updateTable('orders')
      .set({ restricted_at: restrictedAt })
      .where('order_id', '=', orderId)
      .execute()
    expect((await askNext()).http).toBe(404)
    expect(await nextId(undefined, tokens.Admin)).toBe(orderId)
  })

  test('goes to one of twenty concurrent callers', async () => {
    const orders = []
    for (let created = 0; created < 12; created++) orders.push(await standard())
    const answers = await Promise.all(Array.from({ length: 20 }, () => askNext()))
    const claimed = answers.filter(({ http }) => http === 200).map(({ body }) => body.data.order_id)
    expect(claimed.toSorted((a, b) => a - b)).toEqual(orders)
    expect(answers.filter(({ http }) => http === 404)).toHaveLength(8)
  })
})

describe('of a queue of another status', () => {
  test('the most urgent unopened order is named without being assigned', async () => {
    const [first, second] = [await standard('2026-11-21'), await standard('2026-11-22')]
    for (const orderId of [second, first]) await move(orderId, 'Awaiting')
    const { body } = await askNext('awaitingOrder')
    expect(body).toMatchObject({ message: 'Order has been opened', data: { order_id: first, undo: null } })
    expect(await nextId('awaitingOrder', tokens.Admin)).toBe(second)
    expect((await askNext('awaitingOrder')).http).toBe(404)
    const list = await app.as('Team').call(listOrders, { params: { orderName: 'awaitingOrder' } })
    expect(list.body.data.map((row) => row.assign_to)).toEqual([null, null])
    // Forgotten after 45 seconds.
    now += 46_000
    expect(await nextId('awaitingOrder')).toBe(first)
  })

  test('the oldest where there is no promise', async () => {
    const older = await standard('2026-11-23')
    now += 1000
    const younger = await standard('2026-11-21')
    for (const orderId of [younger, older]) await move(orderId, 'Completed')
    expect([await nextId('completedOrder'), await nextId('completedOrder')]).toEqual([older, younger])
  })

  test('is named to one of twenty concurrent callers', async () => {
    const orders = [await standard(), await standard(), await standard()]
    for (const orderId of orders) await move(orderId, 'AwaitingGovt')
    const answers = await Promise.all(Array.from({ length: 20 }, () => askNext('awaitingGovtOrder')))
    const opened = answers.filter(({ http }) => http === 200).map(({ body }) => body.data.order_id)
    expect(opened.toSorted((a, b) => a - b)).toEqual(orders)
  })
})

test.each(['myOrder', 'pendingOrder', 'futureOrder', 'deletedOrder', 'allOrder', 'nothing'])(
  '%s has no next order',
  async (folderName) => {
    // @ts-expect-error -- not a startable queue
    const { http, body } = await app.as('Team').call(startNext, { body: { folderName } })
    expect([http, body.message]).toEqual([400, 'There is no next order in this list.'])
  },
)

describe('lists', () => {
  test('of open orders are sorted by urgency, missed ones last, in pages from either side', async () => {
    const missed = [await standard('2026-11-18'), await standard('2026-11-19')]
    now += hourMs
    const orders = [await standard('2026-11-23'), await standard('2026-11-21'), await standard('2026-11-22')]
    const expected = [orders[1], orders[2], orders[0], ...missed]
    const list = async (query: object) =>
      (
        await app
          .as('Team')
          .call(listOrders, { params: { orderName: 'newOrder' }, query: { sort: 'due_at', ...query } })
      ).body
    const idsOf = ({ data }: Awaited<ReturnType<typeof list>>) => data.map((row) => row.order_id)
    expect(idsOf(await list({}))).toEqual(expected)
    expect(idsOf(await list({ order: 'desc' }))).toEqual(expected.toReversed())
    expect(idsOf(await list({ limit: 2, page: 2 }))).toEqual(expected.slice(2, 4))
    const first = await list({ limit: 3 })
    const second = await list({ limit: 3, page: 2, after: first.keys?.last })
    expect(idsOf(second)).toEqual(expected.slice(3))
    expect(idsOf(await list({ limit: 3, before: second.keys?.first }))).toEqual(expected.slice(0, 3))
    const streamed = await list({ limit: 501 })
    expect(idsOf(streamed)).toEqual(expected)
  })

  test('are filtered by late, due soon, missed or travelling today (product §12)', async () => {
    const late = await standard('2026-11-21')
    await move(await standard('2026-11-21'), 'Completed')
    const missed = await standard('2026-11-19')
    now += 2 * hourMs
    await priority()
    const today = await standard('2026-11-20')
    const narrowed = async (urgency: string) => {
      const { body } = await app
        .as('Team')
        .call(listOrders, { params: { orderName: 'allOrder' }, query: { urgency } })
      return [body.count, body.data.map((row) => row.order_id)]
    }
    expect(await narrowed('late')).toEqual([1, [late]])
    expect(await narrowed('missed')).toEqual([1, [missed]])
    expect(await narrowed('today')).toEqual([1, [today]])
    expect(await narrowed('soon')).toEqual([1, [today]])
    expect(await narrowed('late,missed')).toEqual([2, [missed, late]])
  })

  test('of finished orders are not sorted by urgency', async () => {
    const { http, body } = await app
      .as('Team')
      .call(listOrders, { params: { orderName: 'completedOrder' }, query: { sort: 'due_at' } })
    expect([http, body.message]).toEqual([
      400,
      'Only orders that wait for their document are sorted by urgency.',
    ])
  })
})

test('a claim by assignment and Start next at once has one winner', async () => {
  const orderId = await standard()
  const [claimed, next] = await Promise.all([
    app.as('Admin').call(assignOrders, { body: { orderId: [orderId], assignto: memberNames.Admin } }),
    askNext(),
  ])
  expect([claimed.http === 200, next.http === 200].filter(Boolean)).toHaveLength(1)
})
