import { expect, test } from 'vitest'
import { modes, exclusiveQueueNames, findQueue, type PlacementInput, placementOf } from './queues.ts'
import { statuses } from './statuses.ts'

const today = '2026-11-22'
const order: PlacementInput = { status: 'New', assigned: false, mode: 'standard', windowOpensOn: null }

test.each([
  [{ assigned: true }, 'pendingOrder'],
  [{ assigned: true, mode: 'future', windowOpensOn: '2026-11-23' }, 'pendingOrder'],
  [{}, 'newOrder'],
  [{ windowOpensOn: '2026-11-23' }, 'newOrder'],
  [{ mode: 'priority' }, 'priorityOrder'],
  [{ mode: 'priority', windowOpensOn: '2026-11-23' }, 'priorityOrder'],
  [{ mode: 'future', windowOpensOn: '2026-11-23' }, 'futureOrder'],
  [{ mode: 'future', windowOpensOn: today }, 'newOrder'],
  [{ mode: 'future', windowOpensOn: '2026-11-21' }, 'newOrder'],
  [{ mode: 'future' }, 'newOrder'],
] as const)('a New order with %j is in %s', (facts, queue) =>
  expect(findQueue({ ...order, ...facts }, today)).toBe(queue),
)

test.each([
  ['Awaiting', 'awaitingOrder'],
  ['AwaitingGovt', 'awaitingGovtOrder'],
  ['Contact Customer', 'contactCustomerOrder'],
  ['Customer Called', 'customerCalledOrder'],
  ['Completed', 'completedOrder'],
  ['Refunds', 'refundOrder'],
  ['ChargeBack', 'chargeBack'],
  ['Deleted', 'deletedOrder'],
] as const)('an order in %s is in %s, with any assignee', (status, queue) => {
  for (const assigned of [true, false])
    for (const mode of modes) expect(findQueue({ ...order, status, assigned, mode }, today)).toBe(queue)
})

test('every status has a queue, and every queue a status', () => {
  const statusesOfQueues = exclusiveQueueNames.flatMap((name) =>
    placementOf(name).map(({ status }) => status),
  )
  expect([...new Set(statusesOfQueues)].toSorted()).toEqual([...statuses].toSorted())
})

test('an order that fits no queue throws', () =>
  expect(() => findQueue(Object.assign({}, order, { mode: 'weekly' }), today)).toThrow(
    'no queue holds {"status"',
  ))
