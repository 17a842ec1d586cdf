import { expect, test } from 'vitest'
import type { HouseholdOrder } from '#contract/household.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import type { Status } from '#contract/rules/statuses.ts'
import { hasNextToClaim, journeyOf, stepInJourney, waitingOthers } from './journey.ts'

const other = (order_id: number, process_status: Status = 'New'): HouseholdOrder => ({
  order_id,
  name: `Traveller ${order_id}`,
  process_status,
  is_assigned: false,
  due_at: null,
  window_opens_on: null,
  travel_date: null,
  processing_date: null,
})

const orderWith = (...household: HouseholdOrder[]) =>
  ({
    ...other(1004),
    landing_domain: 'arrival.example',
    arrival_full_name: 'Siti Rahma',
    household,
  }) as unknown as OrderDetails

test('the orders of a journey, the current one included, are sorted by urgency, then by id', () => {
  const order = orderWith(other(1002), other(1006))
  expect(journeyOf(order).map(({ order_id: id, name }) => `${id} ${name}`)).toEqual([
    '1002 Traveller 1002',
    '1004 Siti Rahma',
    '1006 Traveller 1006',
  ])
  expect([stepInJourney(order, 1), stepInJourney(order, -1)]).toEqual([1006, 1002])
  expect(stepInJourney(orderWith(other(1006)), -1)).toBe(1006)
  const urgent = { ...other(1009), due_at: '2026-11-23T05:00:00Z' }
  expect(journeyOf(orderWith(other(1002), urgent)).map(({ order_id: id }) => id)).toEqual([1009, 1002, 1004])
  expect(journeyOf(orderWith())).toEqual([])
  expect(stepInJourney(orderWith(), 1)).toBeUndefined()
})

test('Start next has an order of the journey to claim: a New one without an assignee, whose window is open (product §12)', () => {
  const order = orderWith(other(1002), other(1005, 'Completed'), other(1006, 'Awaiting'))
  expect(waitingOthers(order).map(({ order_id: id }) => id)).toEqual([1002, 1006])
  const hasNext = (...household: HouseholdOrder[]) => hasNextToClaim({ household }, '2026-11-20')
  expect(hasNext(other(1002), other(1006, 'Awaiting'))).toBe(true)
  expect(hasNext(other(1005, 'Completed'), other(1006, 'Awaiting'))).toBe(false)
  expect(hasNext({ ...other(1002), is_assigned: true })).toBe(false)
  expect(hasNext({ ...other(1002), window_opens_on: '2026-11-21' })).toBe(false)
})
