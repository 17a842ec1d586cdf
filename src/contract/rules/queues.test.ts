import { expect, test } from 'vitest'
import { modes, placeNames, placeOf, placements, type Placed } from './queues.ts'
import { statuses } from './statuses.ts'

const today = '2026-11-22'
const order: Placed = { status: 'New', assigned: false, mode: 'standard', windowOpensOn: null }

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
] as const)('a New order with %j is in %s', (facts, place) =>
  expect(placeOf({ ...order, ...facts }, today)).toBe(place),
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
] as const)('an order in %s is in %s, whoever has it', (status, place) => {
  for (const assigned of [true, false])
    for (const mode of modes) expect(placeOf({ ...order, status, assigned, mode }, today)).toBe(place)
})

test('every status leads to a queue, and every queue has a way in', () => {
  const ways = placeNames.flatMap((name) => placements[name].map((way) => way.status))
  expect([...new Set(ways)].toSorted()).toEqual([...statuses].toSorted())
})

test('what fits no queue is a mistake of the caller', () =>
  expect(() => placeOf(Object.assign({}, order, { mode: 'weekly' }), today)).toThrow(
    'no queue holds {"status"',
  ))
