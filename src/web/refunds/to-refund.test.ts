import { expect, test } from 'vitest'
import { isToRefund } from './to-refund.ts'

test.each([
  ['Refunds', null, true],
  ['Refunds', '2026-11-20T14:41:02Z', false],
  ['Completed', null, false],
] as const)('%s, refunded %s: %s', (process_status, refund_date, expected) =>
  expect(isToRefund({ process_status, refund_date })).toBe(expected),
)
