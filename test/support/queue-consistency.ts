import assert from 'node:assert/strict'
import { folderCounts, futureMonthCounts, listOrders } from '#contract/orders.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import {
  exclusiveQueueNames,
  findQueue,
  countedQueueNames,
  queueNames,
  type QueueName,
  queues,
} from '#contract/rules/queues.ts'
import { promisedStatuses } from '#contract/rules/promise.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import type { TestApp } from './test-app.ts'

/** Loads every id of a list by cursor, page by page, and again by page number; both must agree. */
async function loadIdsByPaging(
  app: TestApp,
  token: string,
  orderName: QueueName,
  pageSize: number,
  month?: number,
) {
  const query = { limit: pageSize, ...(month && { month }) }
  const idsByCursor: number[] = []
  let after: string | undefined
  for (;;) {
    const { body } = await app.call(
      listOrders,
      { params: { orderName }, query: { ...query, ...(after && { after }) } },
      { token },
    )
    idsByCursor.push(...body.data.map((row) => row.order_id))
    if (body.data.length < pageSize || !body.keys) break
    after = body.keys.last
  }
  const idsByPageNumber: number[] = []
  for (let page = 1; ; page++) {
    const { body } = await app.call(
      listOrders,
      { params: { orderName }, query: { ...query, page } },
      { token },
    )
    idsByPageNumber.push(...body.data.map((row) => row.order_id))
    if (body.data.length < pageSize) break
  }
  assert.deepEqual(idsByPageNumber, idsByCursor)
  return idsByCursor
}

/** Applies the placement rules of product §2 in TypeScript to every stored order. */
async function expectedIdsByRule(app: TestApp) {
  const today = jakartaToday(app.platform.clock())
  const rows = await app.platform.db
    .selectFrom('orders')
    .select(['order_id', 'process_status', 'assignee_id', 'processing_mode', 'window_opens_on'])
    .execute()
  const classified = rows.map((row) => ({
    id: row.order_id,
    assignee: row.assignee_id,
    isOpen: promisedStatuses.includes(row.process_status),
    place: findQueue(
      {
        status: row.process_status,
        assigned: row.assignee_id !== null,
        mode: row.processing_mode,
        windowOpensOn: row.window_opens_on,
      },
      today,
    ),
  }))
  return (queue: QueueName, memberId: number) =>
    classified
      .filter(({ place: queueName, assignee, isOpen }) => {
        if (queue === 'allOrder') return true
        if (queue === 'openOrder') return isOpen
        if (queue === 'myOrder') return queueName === 'pendingOrder' && assignee === memberId
        return queueName === queue
      })
      .map((order) => order.id)
}

/**
 * For every queue: count = list total = number of rows by paging = rows by the placement rules; the twelve add up to
 * Order History; the month tiles add up to Future Orders.
 */
export async function expectQueuesToAgree(
  app: TestApp,
  viewers: { token: string; id: number }[],
  pageSize = 7,
) {
  const byRule = await expectedIdsByRule(app)
  for (const [index, { token, id }] of viewers.entries()) {
    const { body: counted } = await app.call(folderCounts, {}, { token })
    // Only My Orders differs between members; the other queues are checked once.
    for (const orderName of index === 0 ? queueNames : (['myOrder'] as const)) {
      const { body } = await app.call(listOrders, { params: { orderName } }, { token })
      const ids = await loadIdsByPaging(app, token, orderName, pageSize)
      assert.equal(new Set(ids).size, ids.length, `${orderName}: no row twice`)
      assert.deepEqual(
        ids.toSorted((a, b) => a - b),
        byRule(orderName, id).toSorted((a, b) => a - b),
        `${orderName}: rows`,
      )
      assert.equal(body.count, ids.length, `${orderName}: list total`)
      if (isOneOf(countedQueueNames, orderName))
        assert.equal(counted.data[queues[orderName].countField], ids.length, `${orderName}: count`)
    }
    const sum = exclusiveQueueNames.reduce(
      (total, queueName) => total + (counted.data[queues[queueName].countField] ?? 0),
      0,
    )
    assert.equal(sum, counted.data.allOrdersCount, 'the twelve queues add up to Order History')
  }
  const token = viewers[0]?.token ?? ''
  const { body: months } = await app.call(futureMonthCounts, {}, { token })
  for (const { month, count } of months.data) {
    const ids = await loadIdsByPaging(app, token, 'futureOrder', pageSize, month)
    assert.equal(ids.length, count, `month ${month}`)
  }
  const { body: future } = await app.call(listOrders, { params: { orderName: 'futureOrder' } }, { token })
  assert.equal(
    months.data.reduce((total, { count }) => total + count, 0),
    future.count,
    'the months add up to Future Orders',
  )
}
