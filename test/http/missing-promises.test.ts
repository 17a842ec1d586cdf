import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveOrders } from '#contract/moves.ts'
import { setMissingPromises } from '#server/orders/missing-promises.ts'
import { createTestOrder } from '../support/orders.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({
    clock: () => new Date('2026-11-20T05:00:00Z'),
    env: { STANDARD_HOURS: '10', PRIORITY_HOURS: '2' },
  })
})
afterAll(() => app.stop())

test('orders of a version without promises get theirs while they wait for a document, each its own (product §12)', async () => {
  const standard = await createTestOrder(app)
  const priority = await createTestOrder(app, { processing_mode: 'priority' })
  const finished = await createTestOrder(app)
  const token = await app.signInAs('Team')
  await app.call(moveOrders, { body: { orderId: finished, updatingStatus: 'Completed' } }, { token })
  await app.owner.updateTable('orders').set({ due_at: null }).execute()
  const agreed = await createTestOrder(app, { arrival_doa: '2026-11-21' })
  const agreedAt = new Date('2026-11-22T00:00:00Z')
  await app.owner.updateTable('orders').set({ due_at: agreedAt }).where('order_id', '=', agreed).execute()

  expect(await setMissingPromises(app.platform)).toBe(true)
  expect(await setMissingPromises(app.platform)).toBe(false)

  const rows = await app.owner
    .selectFrom('orders')
    .select(['order_id', 'due_at'])
    .orderBy('order_id')
    .execute()
  expect(rows).toEqual([
    { order_id: standard, due_at: new Date('2026-11-20T15:00:00Z') },
    { order_id: priority, due_at: new Date('2026-11-20T07:00:00Z') },
    { order_id: finished, due_at: null },
    { order_id: agreed, due_at: agreedAt },
  ])
})
