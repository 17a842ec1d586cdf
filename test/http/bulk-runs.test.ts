import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  cancelBulkRun,
  changeMatchingOrders,
  listBulkRunOrders,
  readBulkRun,
  undoBulkRun,
  type BulkRunAction,
  type BulkRunOutcome,
} from '#contract/bulk-runs.ts'
import { moveOrders, undo } from '#contract/moves.ts'
import { listOrders, searchOrders } from '#contract/orders.ts'
import { queueNames, type QueueName } from '#contract/rules/queues.ts'
import { can, roles, type Role } from '#contract/rules/roles.ts'
import type { Status } from '#contract/rules/statuses.ts'
import { revokeSession } from '#contract/session.ts'
import { workRuns } from '#server/orders/bulk-runs/work-runs.ts'
import { deleteExpiredRows } from '#server/expired-rows.ts'
import { isKillTrial } from '../support/kills.ts'
import { duringChange } from '../support/during-change.ts'
import { insertManyOrders } from '../support/many-orders.ts'
import { startServerProcess } from '../support/server-process.ts'
import { memberNames, serverEnvironment } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** The trial `bulk` has many more. */
const orderCount = Number(process.env.BULK_ORDERS ?? 4000)
const choiceCount = Number(process.env.BULK_CHOICES ?? 6)
const killCount = Number(process.env.BULK_KILLS ?? 2)
const firstId = 3_000_000
/** ms; two minutes for every 10,000 orders. */
const timeout = Math.max(180_000, orderCount * 12)

const start = new Date('2026-11-20T13:00:00Z')
let now = start
const app = useTestApp({ clock: () => now })
beforeAll(async () => {
  await insertManyOrders(app.owner, orderCount, firstId)
})
beforeEach(() => {
  now = new Date(now.getTime() + 20 * 60_000)
})

interface OrderState {
  status: Status
  assignee: number | null
  mode: string
  opensLater: boolean
  restricted: boolean
  /** What undo puts back. */
  text: string
  eventId: number | null
}

/** What moves and assignments change, of each order. */
async function readStates(): Promise<Map<number, OrderState>> {
  const { rows } = await sql<OrderState & { id: number }>`
    select order_id as id, process_status as status, assignee_id as assignee, processing_mode as mode,
      coalesce(window_opens_on > (${now}::timestamptz at time zone 'Asia/Jakarta')::date, false) as "opensLater",
      restricted_at is not null as restricted, state_event_id as "eventId",
      concat_ws(' ', process_status, assignee_id, processing_date, processed_by, refund_date) as text
    from orders`.execute(app.owner)
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

const memberIds = async () => {
  const rows = await app.platform.db.selectFrom('members').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

interface Matching {
  folderName: QueueName
  searchVal?: string
  filters?: Record<string, string>
  month?: number
  urgency?: string
}

/** The ids that the list itself shows. */
async function shownIds({ folderName, searchVal, filters, month, urgency }: Matching, token: string) {
  const common = { ...(month ? { month } : {}), ...(urgency ? { urgency } : {}) }
  if (searchVal) {
    const body = {
      searchVal,
      folderName,
      start: 0,
      end: orderCount,
      exactCount: true,
      ...common,
    }
    const answer = await app.call(searchOrders, { body }, { token })
    expect(answer.body.count).toBe(answer.body.data.length)
    return answer.body.data.map((row) => row.order_id)
  }
  const exact = Object.entries(filters ?? {}).map(([field, value]) => [`filter[${field}]`, value])
  const query = { limit: orderCount, ...common, ...Object.fromEntries(exact) }
  const answer = await app.call(listOrders, { params: { orderName: folderName }, query }, { token })
  expect(answer.body.count).toBe(answer.body.data.length)
  return answer.body.data.map((row) => row.order_id)
}

const change = (orders: unknown, action: BulkRunAction, token: string) =>
  app.call(changeMatchingOrders, { body: { orders, action } as never }, { token })

const isUnderWay = async () =>
  (await app.platform.db.selectFrom('bulk_runs').select('id').where('pass', 'is not', null).execute())
    .length > 0
/** Again while the connection of a killed worker still holds its run. */
const workAll = async () => {
  do await workRuns(app.platform, Date.now() + 600_000)
  while (await isUnderWay())
}
/** One batch takes longer than a millisecond. */
const workOneBatch = () => workRuns(app.platform, Date.now() + 1)

async function reported(runId: string, outcome: BulkRunOutcome, token: string) {
  const orders: { orderId: number; reason: string | null }[] = []
  for (let after = 0, hasMore = true; hasMore; after = orders.at(-1)?.orderId ?? 0) {
    const query = { outcome, after: after || undefined, limit: 500 }
    const { body } = await app.call(
      listBulkRunOrders,
      { params: { runId }, query: after ? query : { outcome, limit: 500 } },
      { token },
    )
    orders.push(...body.data)
    hasMore = body.hasMore
  }
  return orders
}

const sorted = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b)

/** The rules of the single calls, told once more (product §3, §4). */
function mayChange(action: BulkRunAction, state: OrderState, role: Role, memberId: number): boolean {
  if (state.restricted && !can(role, 'seeRestrictedOrders')) return false
  switch (action.kind) {
    case 'assign':
      return (
        state.status === 'New' &&
        (state.assignee === null || state.assignee === memberId || action.takeOver === true)
      )
    case 'giveBack':
      return (
        state.status === 'New' &&
        state.assignee !== null &&
        (can(role, 'assignToOthers') || state.assignee === memberId)
      )
    case 'delete':
      return can(role, 'deleteFromList')
        ? state.status !== 'Deleted'
        : state.status === 'New' && state.assignee === null && state.mode === 'future' && state.opensLater
    case 'move':
      return (
        state.status !== action.updatingStatus &&
        (action.expectedStatus === undefined || state.status === action.expectedStatus)
      )
  }
}

const aList: fc.Arbitrary<Omit<Matching, 'folderName'>> = fc.oneof(
  fc.constant({}),
  fc.constantFrom('traveller', 'example.com', 'b12', '3000', '7').map((searchVal) => ({ searchVal })),
  fc.constantFrom('2026-11', '2026-12', '2027-02').map((process_month) => ({ filters: { process_month } })),
  fc.constantFrom(...Object.values(memberNames), '').map((assign_to) => ({ filters: { assign_to } })),
  fc.constant({ urgency: 'missed' as const }),
  fc.integer({ min: 1, max: 12 }).map((month) => ({ month })),
)
const anAction = (name: string): fc.Arbitrary<BulkRunAction> =>
  fc.oneof(
    fc
      .boolean()
      .map((takeOver) => ({ kind: 'assign' as const, assignto: name, ...(takeOver && { takeOver }) })),
    fc.constantFrom({ kind: 'giveBack' as const }, { kind: 'delete' as const }),
    fc.record({
      kind: fc.constant('move' as const),
      updatingStatus: fc.constantFrom('Awaiting' as const, 'Completed' as const, 'Refunds' as const),
    }),
  )
const aChoice = fc.constantFrom(...roles).chain((role) =>
  fc.record({
    role: fc.constant(role),
    folderName: fc.oneof(
      fc.constantFrom('completedOrder' as const, 'allOrder' as const),
      fc.constantFrom(...queueNames),
    ),
    list: aList,
    leftOut: fc.array(fc.nat(), { maxLength: 20 }),
    action: anAction(memberNames[role]),
  }),
)

test(
  'of any list, whatever is left out and done: shown = chosen = changed and refused, and changed = undone',
  async () => {
    await sql`update orders set restricted_at = ${now} where order_id % 97 = 0`.execute(app.owner)
    const ids = await memberIds()
    let changedInAll = 0
    await fc.assert(
      fc.asyncProperty(aChoice, async ({ role, folderName, list, leftOut, action }) => {
        if (folderName === 'allOrder' && !can(role, 'seeOrderHistory')) return
        if (list.month !== undefined && folderName !== 'futureOrder') return
        if (action.kind === 'assign' && action.takeOver && !can(role, 'assignToOthers')) return
        const token = await app.signInAs(role)
        const matching: Matching = { folderName, ...list }
        const shown = await shownIds(matching, token)
        const except = [...new Set(leftOut.flatMap((at) => shown[at % shown.length] ?? []))]
        const chosen = new Set(shown.filter((id) => !except.includes(id)))
        if (chosen.size === 0) return
        const before = await readStates()
        const expected = [...chosen].filter((id) => {
          const state = before.get(id)
          return state && mayChange(action, state, role, ids.get(memberNames[role]) ?? 0)
        })

        const answer = await change({ ...matching, except, expectedCount: chosen.size }, action, token)
        let changed: number[]
        let refused: number[]
        const run = answer.body.data?.run
        if (run) {
          expect(run).toMatchObject({
            state: 'running',
            total: chosen.size,
            isOwn: true,
            by: memberNames[role],
          })
          await workAll()
          const { data } = (await app.call(readBulkRun, { params: { runId: run.id } }, { token })).body
          changed = (await reported(run.id, 'changed', token)).map(({ orderId }) => orderId)
          refused = (await reported(run.id, 'refused', token)).map(({ orderId }) => orderId)
          expect(data).toMatchObject({ state: 'done', changed: changed.length, refused: refused.length })
          expect(await reported(run.id, 'waiting', token)).toEqual([])
        } else {
          // With nothing changed a bulk call is refused, and says the same of each order.
          const result = answer.http === 200 ? answer.body.data.result : answer.body.data
          ;({ updated: changed, skipped: refused } = toIds(result))
          expect(answer.http === 200).toBe(changed.length > 0)
        }
        expect(sorted([...changed, ...refused])).toEqual(sorted(chosen))
        expect(sorted(changed)).toEqual(sorted(expected))
        changedInAll += changed.length

        const after = await readStates()
        const differing = [...before].filter(([id, state]) => after.get(id)?.eventId !== state.eventId)
        const withEvent = differing.map(([id]) => id)
        const already = (id: number) =>
          action.kind === 'assign' && before.get(id)?.assignee === ids.get(memberNames[role])
        expect(sorted(withEvent)).toEqual(sorted(changed.filter((id) => !already(id))))

        if (withEvent.length === 0) return
        if (run) {
          expect((await app.call(undoBulkRun, { params: { runId: run.id } }, { token })).http).toBe(200)
          await workAll()
          const { data } = (await app.call(readBulkRun, { params: { runId: run.id } }, { token })).body
          expect(data).toMatchObject({ state: 'undone', undone: withEvent.length, kept: 0 })
        } else {
          const undoToken = answer.body.data.result?.undo ?? ''
          const { body } = await app.call(undo, { body: { undo: undoToken } }, { token })
          expect(sorted(body.data.updated)).toEqual(sorted(withEvent))
        }
        const undone = await readStates()
        const notAsBefore = [...before].filter(([id, { text }]) => undone.get(id)?.text !== text)
        expect(notAsBefore).toEqual([])
      }),
      {
        numRuns: choiceCount,
        endOnFailure: true,
        examples: [
          [
            {
              role: 'Manager',
              folderName: 'completedOrder',
              list: {},
              leftOut: [0, 7],
              action: { kind: 'delete' },
            },
          ],
          [
            {
              role: 'Team',
              folderName: 'allOrder',
              list: { searchVal: 'example.com' },
              leftOut: [3],
              action: { kind: 'move', updatingStatus: 'Awaiting' },
            },
          ],
        ],
      },
    )
    await sql`update orders set restricted_at = null`.execute(app.owner)
    expect(changedInAll).toBeGreaterThan(1000)
    if (process.env.BULK_ORDERS)
      console.log(`${choiceCount} choices of ${orderCount} orders: ${changedInAll} changed and undone`)
  },
  timeout,
)

function toIds(result: unknown): { updated: number[]; skipped: number[] } {
  const { updated, skipped } = result as { updated: number[]; skipped: { orderId: number }[] }
  return { updated, skipped: skipped.map(({ orderId }) => orderId) }
}

const toAwaiting: BulkRunAction = { kind: 'move', updatingStatus: 'Awaiting' }
const completed = { folderName: 'completedOrder' }
const completedCount = async () =>
  (await shownIds({ folderName: 'completedOrder' }, await app.signInAs('Admin'))).length

/** Starts a run over all Completed orders. */
async function startRun(token: string, action = toAwaiting) {
  const total = await completedCount()
  const { body } = await change({ ...completed, expectedCount: total }, action, token)
  return { runId: body.data.run?.id ?? '', total }
}
const readRun = async (runId: string, token: string) =>
  (await app.call(readBulkRun, { params: { runId } }, { token })).body.data
const eventsSince = async (eventId: number, action: string) => {
  const { rows } = await sql<{ orders: number; events: number }>`
    select count(distinct order_id) as orders, count(*) as events
    from order_events where id > ${eventId} and action = ${action}`.execute(app.owner)
  return rows[0]
}
const newestEvent = async () =>
  (await sql<{ id: number }>`select coalesce(max(id), 0) as id from order_events`.execute(app.owner)).rows[0]
    ?.id ?? 0
/** Takes the run back, so that the next test finds the orders as they were. */
async function undoAll(runId: string, token: string) {
  await app.call(undoBulkRun, { params: { runId } }, { token })
  await workAll()
  expect(await readRun(runId, token)).toMatchObject({ state: 'undone' })
}

describe('a run that is broken off', () => {
  if (isKillTrial)
    test(
      'by kills of its server it changes each order once, and its undo puts each back once',
      async () => {
        const token = await app.signInAs('Manager')
        const before = await readStates()
        const env = serverEnvironment(app)
        /** Until the orders are dealt with, killing what works on them when a random share of them is. */
        const workWithKills = async (
          runId: string,
          done: (run: Awaited<ReturnType<typeof readRun>>) => number,
        ) => {
          for (let kills = 0; kills < killCount; kills++) {
            const server = await startServerProcess(env)
            const run = await readRun(runId, token)
            const limit = done(run) + (Math.random() * (run.total - done(run))) / (killCount - kills)
            while (done(await readRun(runId, token)) < limit)
              await new Promise((resolve) => setTimeout(resolve, 5))
            await server.end('SIGKILL')
          }
          await workAll()
        }
        const first = await newestEvent()
        const { runId, total } = await startRun(token)
        await workWithKills(runId, ({ changed }) => changed)
        expect(await readRun(runId, token)).toMatchObject({ state: 'done', changed: total, refused: 0 })
        expect(await eventsSince(first, 'moved')).toEqual({ orders: total, events: total })

        const second = await newestEvent()
        await app.call(undoBulkRun, { params: { runId } }, { token })
        await workWithKills(runId, ({ undone }) => undone)
        expect(await readRun(runId, token)).toMatchObject({ state: 'undone', undone: total, kept: 0 })
        expect(await eventsSince(second, 'undone')).toEqual({ orders: total, events: total })
        const after = await readStates()
        expect([...before].filter(([id, { text }]) => after.get(id)?.text !== text)).toEqual([])
      },
      timeout,
    )

  test('a cancelled run changes no further order, and its undo reverts its changed orders', async () => {
    const token = await app.signInAs('Team')
    const { runId, total } = await startRun(token)
    await workOneBatch()
    const { http, body } = await app.call(cancelBulkRun, { params: { runId } }, { token })
    expect([http, body.data.state, body.data.stopReason]).toEqual([
      200,
      'stopped',
      `${memberNames.Team} cancelled it.`,
    ])
    await workAll()
    expect(await readRun(runId, token)).toMatchObject({ state: 'stopped', changed: 1000, refused: 0 })
    expect(await reported(runId, 'waiting', token)).toHaveLength(total - 1000)
    expect((await app.call(cancelBulkRun, { params: { runId } }, { token })).http).toBe(409)
    await undoAll(runId, token)
    expect(await readRun(runId, token)).toMatchObject({ undone: 1000, undoUntil: null })
    expect(await completedCount()).toBe(total)

    const { runId: unbegun } = await startRun(token)
    await app.call(cancelBulkRun, { params: { runId: unbegun } }, { token })
    expect((await app.call(undoBulkRun, { params: { runId: unbegun } }, { token })).http).toBe(409)
  })

  test('a run stops when its session ends, and its remaining orders wait', async () => {
    const member = await app.addMember('Sari Short', 'Team')
    const [token, other] = [await app.signInWith(member.email), await app.signInWith(member.email)]
    const { runId } = await startRun(token)
    await workOneBatch()
    const session = await app.platform.db
      .selectFrom('bulk_runs')
      .select('session_id')
      .where('id', '=', runId)
      .executeTakeFirstOrThrow()
    await app.call(revokeSession, { params: { id: session.session_id } }, { token: other })
    await workAll()
    expect(await readRun(runId, other)).toMatchObject({
      state: 'stopped',
      changed: 1000,
      stopReason: 'The session in which it was started has ended.',
    })
    await undoAll(runId, other)
  })

  test('a run of a demoted member skips each order that the new role may not change', async () => {
    const member = await app.addMember('Lina Lower', 'Manager')
    const token = await app.signInWith(member.email)
    const { runId, total } = await startRun(token, { kind: 'delete' })
    await workOneBatch()
    await app.owner.updateTable('members').set({ role: 'Team' }).where('id', '=', member.id).execute()
    await workAll()
    expect(await readRun(runId, token)).toMatchObject({ state: 'done', changed: 1000, refused: total - 1000 })
    const [refused] = await reported(runId, 'refused', token)
    expect(refused?.reason).toBe('can only be deleted by an Admin or Manager')
    await undoAll(runId, token)
  })
})

test('two concurrent workers change each order once, and no orders of other runs', async () => {
  const [token, admin] = [await app.signInAs('Manager'), await app.signInAs('Admin')]
  const { runId: otherId } = await startRun(admin)
  await workOneBatch()
  const first = await newestEvent()
  const { runId, total } = await startRun(token)
  await app.call(cancelBulkRun, { params: { runId: otherId } }, { token: admin })
  expect(await readRun(runId, token)).toMatchObject({ state: 'running' })
  const { db } = app.platform
  const readOther = async () => [
    await db.selectFrom('bulk_runs').selectAll().where('id', '=', otherId).execute(),
    await db.selectFrom('bulk_run_batches').selectAll().where('run_id', '=', otherId).execute(),
  ]
  const other = await readOther()
  await Promise.all([workAll(), workAll(), workAll()])
  expect(await readRun(runId, token)).toMatchObject({ state: 'done', changed: total })
  expect(await eventsSince(first, 'moved')).toEqual({ orders: total, events: total })
  await undoAll(runId, token)
  expect(await readOther()).toEqual(other)
  await undoAll(otherId, admin)
})

test('a run is refused if the number of matching orders differs from the one shown, and the reply has the present number (product §3)', async () => {
  const token = await app.signInAs('Manager')
  const before = await newestEvent()
  const total = await completedCount()
  for (const [orders, count] of [
    [{ ...completed, expectedCount: total + 1 }, total],
    [{ ...completed, expectedCount: total, except: [firstId + 1] }, total - 1],
    [{ ...completed, expectedCount: 7 }, total],
  ] as const) {
    const { http, body } = await change(orders, toAwaiting, token)
    expect([http, body.message, body.data]).toEqual([
      409,
      `The list has ${count} of these orders now. Nothing was changed.`,
      { count },
    ])
  }
  expect(await newestEvent()).toBe(before)
  const runs = app.platform.db.selectFrom('bulk_runs').select('id').where('pass', 'is not', null)
  expect(await runs.execute()).toEqual([])
})

test('an order that was moved during its claim is skipped and reported', async () => {
  const token = await app.signInAs('Team')
  const [moved = 0, ...others] = await shownIds({ folderName: 'priorityOrder' }, token)
  const answer = await duringChange(
    app,
    (tx) =>
      tx.updateTable('orders').set({ process_status: 'Awaiting' }).where('order_id', '=', moved).execute(),
    () =>
      change(
        { folderName: 'priorityOrder', expectedCount: others.length + 1 },
        { kind: 'assign', assignto: memberNames.Team },
        token,
      ),
  )
  const result = answer.body.data.result
  expect(result?.skipped).toEqual([{ orderId: moved, reason: 'is Awaiting Customer' }])
  expect(sorted(result?.updated ?? [])).toEqual(sorted(others))
  await app.call(undo, { body: { undo: result?.undo ?? '' } }, { token })
})

test('a member has one run at a time; only they can cancel or undo it, once, within ten minutes of its end', async () => {
  const [token, other] = [await app.signInAs('Manager'), await app.signInAs('Admin')]
  const { runId, total } = await startRun(token)
  const second = await change({ ...completed, expectedCount: total }, toAwaiting, token)
  expect([second.http, second.body.message]).toEqual([
    409,
    'Another change of yours is still under way. Please wait for its end, or cancel it.',
  ])
  const params = { runId }
  expect((await app.call(undoBulkRun, { params }, { token })).http).toBe(409)
  expect((await app.call(cancelBulkRun, { params }, { token: other })).http).toBe(403)
  await workAll()
  expect(await readRun(runId, other)).toMatchObject({ isOwn: false, undoUntil: null, changed: total })
  const refused = await app.call(undoBulkRun, { params }, { token: other })
  expect([refused.http, refused.body.message]).toEqual([
    403,
    `Only ${memberNames.Manager}, who started this change, can cancel or undo it.`,
  ])

  const end = now
  now = new Date(end.getTime() + 10 * 60_000)
  expect((await app.call(undoBulkRun, { params }, { token })).http).toBe(409)
  expect((await readRun(runId, token)).undoUntil).toBeNull()
  now = new Date(end.getTime() + 10 * 60_000 - 1)
  const attempts = await Promise.all([1, 2].map(() => app.call(undoBulkRun, { params }, { token })))
  expect(attempts.map(({ http }) => http).toSorted()).toEqual([200, 409])
  await workAll()
  expect(await readRun(runId, token)).toMatchObject({ state: 'undone', undone: total, kept: 0 })
  expect((await app.call(undoBulkRun, { params }, { token })).http).toBe(409)
})

test('undo skips orders that were changed or erased meanwhile, and reports them', async () => {
  const token = await app.signInAs('Manager')
  const { runId, total } = await startRun(token)
  await workAll()
  const [later = 0, erased = 0] = (await reported(runId, 'changed', token)).map(({ orderId }) => orderId)
  const body = { orderId: [later], updatingStatus: 'Refunds' as const }
  const { data } = (await app.call(moveOrders, { body }, { token })).body
  await app.owner.updateTable('orders').set({ erased_at: now }).where('order_id', '=', erased).execute()
  await undoAll(runId, token)
  expect(await readRun(runId, token)).toMatchObject({ undone: total - 2, kept: 2 })
  expect(await reported(runId, 'kept', token)).toEqual([
    { orderId: later, reason: 'was changed in the meantime' },
    { orderId: erased, reason: expect.stringMatching(/^was erased on/) },
  ])
  await app.call(undo, { body: { undo: data.undo ?? '' } }, { token })
  for (const back of [{ erased_at: null }, { process_status: 'Completed' as const }])
    await app.owner.updateTable('orders').set(back).where('order_id', 'in', [later, erased]).execute()
})

test('a run without permission is refused: Order History, a take-over, a delete, an unknown field or run', async () => {
  const [team, telecaller] = [await app.signInAs('Team'), await app.signInAs('Telecaller')]
  const one = { folderName: 'newOrder', expectedCount: 1 }
  const outcomes = [
    await change({ folderName: 'allOrder', expectedCount: 1 }, toAwaiting, telecaller),
    await change(
      { ...completed, expectedCount: await completedCount() },
      { kind: 'assign', assignto: memberNames.Admin },
      team,
    ),
    await change(
      {
        folderName: 'priorityOrder',
        expectedCount: (await shownIds({ folderName: 'priorityOrder' }, team)).length,
      },
      { kind: 'delete' },
      team,
    ),
    await change({ ...one, filters: { sealed: 'x' } }, toAwaiting, team),
    await change(one, { kind: 'move', updatingStatus: 'New' } as never, team),
    await change({ ...one, searchVal: 'ab' }, toAwaiting, team),
  ]
  expect(outcomes.map(({ http }) => http)).toEqual([403, 403, 403, 400, 400, 400])
  const params = { runId: '00000000-0000-4000-8000-000000000000' }
  for (const endpoint of [readBulkRun, cancelBulkRun, undoBulkRun])
    expect((await app.call(endpoint, { params }, { token: team })).http).toBe(404)
})

test('a search that selects the orders is recorded, even if nothing changes', async () => {
  const token = await app.signInAs('Team')
  await change(
    { folderName: 'allOrder', searchVal: 'traveller a', expectedCount: 999_999 },
    toAwaiting,
    token,
  )
  const [entry] = await app.platform.db
    .selectFrom('audit_events')
    .select(['action', 'actor', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(entry).toMatchObject({ action: 'searched', actor: memberNames.Team })
  expect(JSON.stringify(entry?.details)).not.toContain('traveller')
})

test('finished runs are deleted with their orders after thirty days', async () => {
  const { db } = app.platform
  const deleteAfter = (ms: number) => deleteExpiredRows({ db, clock: () => new Date(now.getTime() + ms) })
  const keptMs = 30 * 24 * 60 * 60_000
  const token = await app.signInAs('Night Staff')
  const { runId } = await startRun(token)
  await deleteAfter(keptMs + 1)
  const left = await db.selectFrom('bulk_runs').select('id').execute()
  expect(left).toEqual([{ id: runId }])
  await app.call(cancelBulkRun, { params: { runId } }, { token })
  await deleteAfter(keptMs)
  expect(await db.selectFrom('bulk_runs').select('id').execute()).toEqual(left)
  await deleteAfter(keptMs + 1)
  expect(await db.selectFrom('bulk_run_batches').select('run_id').execute()).toEqual([])
})
