import { expect, test } from 'vitest'
import { isRefundPending } from './pending-refund.ts'

test.each([
  ['Refunds', null, true],
  ['Refunds', '2026-11-20T14:41:02Z', false],
  ['Completed', null, false],
] as const)('%s, refunded %s: %s', (process_status, refund_date, expected) =>
  expect(isRefundPending({ process_status, refund_date })).toBe(expected),
)
