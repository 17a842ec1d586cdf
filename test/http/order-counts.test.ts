import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { assignOrders, moveOrders } from '#contract/moves.ts'
import { recountOrders } from '#server/orders/counts.jobs.ts'
import { compactCounts } from '#server/orders/counts.queries.ts'
import { countAllQueues, readMiscounted } from '#server/orders/counts.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const today = '2026-11-22'
const app = useTestApp({ clock: () => new Date(`${today}T08:00:00Z`) })

const countRows = (tx: Tx) =>
  tx
    .selectFrom('order_counts')
    .select(['id', 'process_status', 'assignee_id', 'processing_mode', 'window_opens_on', 'n'])
    .orderBy('id')
    .execute()

/** Changes that are taken back, so that each test finds the same orders. */
async function tryOut(work: (tx: Tx) => Promise<void>) {
  const rollback = new Error('taken back')
  await inTransaction(app.owner, async (tx) => {
    await work(tx)
    throw rollback
  }).catch((error: unknown) => {
    if (error !== rollback) throw error
  })
}

beforeAll(async () => {
  const token = await app.signInAs('Admin')
  const orderIds: number[] = []
  for (const processing_mode of ['standard', 'priority', 'future'])
    for (const arrival_doa of ['2027-03-05', '2027-04-05'])
      orderIds.push(await createTestOrder(app, { processing_mode, arrival_doa }))
  for (const [index, orderId] of orderIds.entries()) {
    const assignto = index % 2 === 0 ? memberNames.Team : memberNames.Manager
    expect((await app.call(assignOrders, { body: { orderId, assignto } }, { token })).http).toBe(200)
    const move = { body: { orderId, updatingStatus: 'Completed' as const } }
    expect((await app.call(moveOrders, move, { token })).http).toBe(200)
  }
  await createTestOrder(app)
})

test('orders of a status other than New are one counter, for any assignee and travel date', () =>
  tryOut(async (tx) => {
    await compactCounts(tx, today, 0)
    const rows = await countRows(tx)
    expect(rows.filter(({ process_status }) => process_status === 'Completed')).toEqual([
      {
        id: expect.any(Number),
        process_status: 'Completed',
        assignee_id: null,
        processing_mode: null,
        window_opens_on: null,
        n: 6,
      },
    ])
  }))

test('compaction leaves no zero row, and folds nothing up to its threshold', () =>
  tryOut(async (tx) => {
    const before = await countRows(tx)
    await compactCounts(tx, today, before.length)
    expect(await countRows(tx)).toEqual(before)
    await compactCounts(tx, today, before.length - 1)
    const after = await countRows(tx)
    expect(after.map(({ process_status, n }) => [process_status, n])).toEqual(
      expect.arrayContaining([
        ['New', 1],
        ['Completed', 6],
      ]),
    )
    expect(after).toHaveLength(2)
  }))

test('windows opened before today are one counter, and later ones keep their day', () =>
  tryOut(async (tx) => {
    const windows = ['2025-01-07', '2026-11-21', today, '2026-12-01']
    await tx
      .insertInto('order_counts')
      .values(
        windows.map((window_opens_on) => ({
          process_status: 'New' as const,
          processing_mode: 'future' as const,
          window_opens_on,
          n: 1,
        })),
      )
      .execute()
    await compactCounts(tx, today, 0)
    const rows = (await countRows(tx)).filter(({ processing_mode: mode }) => mode === 'future')
    expect(rows.map(({ window_opens_on: day, n }) => [day, n])).toEqual(
      expect.arrayContaining([
        [null, 2],
        [today, 1],
        ['2026-12-01', 1],
      ]),
    )
    expect(rows).toHaveLength(3)
  }))

test('a change that moves no order between queues adds no counter row', () =>
  tryOut(async (tx) => {
    const before = await countRows(tx)
    await tx.updateTable('orders').set({ email: 'corrected@example.com' }).execute()
    expect(await countRows(tx)).toEqual(before)
  }))

test('a deleted row is no longer counted', () =>
  tryOut(async (tx) => {
    const copy = sql`
      insert into orders
      select (jsonb_populate_record(o, '{"order_id": 999999, "process_status": "Awaiting"}')).*
      from orders o limit 1
    `
    await copy.execute(tx)
    await tx.deleteFrom('orders').where('order_id', '=', 999_999).execute()
    await compactCounts(tx, today, 0)
    const rows = await countRows(tx)
    expect(rows.some(({ process_status }) => process_status === 'Awaiting')).toBe(false)
  }))

test('a recount corrects and reports the counts of a clock months ahead, and then finds no difference', async () => {
  const { db } = app.platform
  const counted = () => countAllQueues(db, new Date(`${today}T08:00:00Z`))
  await createTestOrder(app, { processing_mode: 'future', arrival_doa: '2026-12-20' })
  const right = await counted()
  expect(right.futureOrder).toBeGreaterThan(0)
  await inTransaction(app.owner, (tx) => compactCounts(tx, '2027-01-21', 0))
  expect((await counted()).futureOrder).toBe(0)
  const lines: unknown[] = []
  const log = { ...app.platform.log, error: (...line: unknown[]) => void lines.push(line) }
  await recountOrders({ ...app.platform, log: log as typeof app.platform.log })
  expect(await counted()).toEqual(right)
  expect(lines).toHaveLength(1)
  expect(await readMiscounted(db)).toEqual([expect.any(Number)])
  await recountOrders({ ...app.platform, log: log as typeof app.platform.log })
  expect(lines).toHaveLength(1)
  expect(await readMiscounted(db)).toEqual([0])
})
