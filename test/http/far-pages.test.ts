import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { listOrders, type OrderRow } from '#contract/orders.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { compactMonths } from '#server/orders/counts.queries.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { insertManyOrders } from '../support/many-orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** They come every five minutes, so for a hundred days. */
const orderCount = 30_000
const limit = 50

const app = useTestApp()
const admin = app.as('Admin')
beforeAll(async () => {
  await insertManyOrders(app.platform.db, orderCount)
})

const conditions = { completedOrder: `process_status = 'Completed'`, allOrder: 'true' } as const

/** The ids of a queue by one sorted read, without any count. */
async function allIds(queue: keyof typeof conditions, order: 'asc' | 'desc'): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from orders where ${sql.raw(conditions[queue])}
    order by created_at ${sql.raw(order)}, order_id ${sql.raw(order)}`.execute(app.platform.db)
  return rows.map(({ order_id: id }) => id)
}

async function pageIds(orderName: QueueName, order: 'asc' | 'desc', page: number): Promise<number[]> {
  const { http, body } = await admin.call(listOrders, {
    params: { orderName },
    query: { order, page, limit },
  })
  expect(http).toBe(200)
  return body.data.map(({ order_id: id }: OrderRow) => id)
}

async function expectPagesOf(queue: keyof typeof conditions, order: 'asc' | 'desc') {
  const ids = await allIds(queue, order)
  const last = Math.ceil(ids.length / limit)
  for (const page of [20, 21, 22, Math.floor(last / 3), Math.floor(last / 2), last - 1, last, last + 1])
    expect(await pageIds(queue, order, page), `page ${page} of ${queue}, ${order}`).toEqual(
      ids.slice((page - 1) * limit, page * limit),
    )
}

describe.each(['desc', 'asc'] as const)('a far page, %s,', (order) => {
  test('a far page has the orders at its offset', async () => {
    await expectPagesOf('completedOrder', order)
    await expectPagesOf('allOrder', order)
  })

  test('a far page is right after moves, deletes and compaction of the counts', async () => {
    const db = app.owner
    await sql`update orders set process_status = 'Completed' where order_id % 7 = 0`.execute(db)
    await sql`update orders set process_status = 'Deleted' where order_id % 11 = 0`.execute(db)
    await sql`delete from orders where order_id % 1009 = 0`.execute(db)
    await expectPagesOf('completedOrder', order)
    const countRows = async () => {
      const { rows } = await sql<{ rows: number; months: number }>`
        select count(*)::int as rows, count(distinct (process_status, month))::int as months from order_months`.execute(
        db,
      )
      return rows[0] ?? { rows: 0, months: 0 }
    }
    const { rows, months } = await countRows()
    expect(rows).toBeGreaterThan(months)
    await inTransaction(db, (tx) => compactMonths(tx, rows - months))
    expect(await countRows()).toEqual({ rows, months })
    await inTransaction(db, (tx) => compactMonths(tx, rows - months - 1))
    expect(await countRows()).toEqual({ rows: months, months })
    await expectPagesOf('completedOrder', order)
    await expectPagesOf('allOrder', order)
  })
})
