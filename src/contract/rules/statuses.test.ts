import { expect, test } from 'vitest'
import { statusesCompletedByUpload, disputableStatuses, isStatus, moveTargets, statuses } from './statuses.ts'

test('a status is one as it is stored, not as it is shown', () => {
  expect(statuses.every(isStatus)).toBe(true)
  for (const text of ['new', 'Awaiting Customer', 'constructor', '']) expect(isStatus(text)).toBe(false)
})

test('an order can be moved to every status but New', () =>
  expect([...moveTargets, 'New'].toSorted()).toEqual([...statuses].toSorted()))

test('an upload completes what is neither decided nor Deleted', () =>
  expect([...statusesCompletedByUpload, 'Completed', 'Refunds', 'ChargeBack', 'Deleted']).toEqual(statuses))

test('disputed is what a customer may have had', () =>
  expect(disputableStatuses).toEqual(['Completed', 'Customer Called', 'Contact Customer', 'ChargeBack']))
