import { expect, test } from 'vitest'
import { urgencyOfDispute } from './DisputeStatus.tsx'

test.each([
  ['2026-11-20', null, 'overdue'],
  ['2026-11-28', null, 'soon'],
  ['2026-11-29', null, 'later'],
  [null, null, 'undated'],
  ['2026-11-20', 'Won', 'decided'],
] as const)('due %s with outcome %s is %s', (dispute_due_on, dispute_outcome, band) =>
  expect(
    urgencyOfDispute(
      { dispute_due_on, dispute_reason_code: null, dispute_outcome, dispute_settled_as: null },
      '2026-11-21',
    ),
  ).toBe(band),
)
