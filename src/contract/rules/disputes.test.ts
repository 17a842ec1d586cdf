import { expect, test } from 'vitest'
import { disputeUrgency } from './disputes.ts'

const today = '2026-11-21'
test.each([
  ['2026-11-20', null, 'overdue'],
  ['2026-11-21', null, 'soon'],
  ['2026-11-28', null, 'soon'],
  ['2026-11-29', null, 'later'],
  [null, null, 'undated'],
  ['2026-11-01', 'Won', 'decided'],
  [null, 'Lost', 'decided'],
] as const)('a chargeback due on %s with outcome %s is %s', (dueOn, outcome, band) => {
  expect(disputeUrgency({ dueOn, outcome }, today)).toBe(band)
})
