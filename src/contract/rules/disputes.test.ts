import { expect, test } from 'vitest'
import { disputeUrgency, dueText } from './disputes.ts'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T11:59:59Z', null, 'overdue'],
  ['2026-11-21T12:00:00Z', null, 'soon'],
  ['2026-11-24T12:00:00Z', null, 'soon'],
  ['2026-11-24T12:00:01Z', null, 'later'],
  [null, null, 'undated'],
  ['2026-11-01T00:00:00Z', 'Won', 'decided'],
  [null, 'Lost', 'decided'],
] as const)('a chargeback due at %s with outcome %s is %s', (dueAt, outcome, band) => {
  expect(disputeUrgency({ dueAt, outcome }, now)).toBe(band)
})

test.each([
  ['2026-11-24T16:30:00Z', 'in 3 d 4 h'],
  ['2026-11-23T12:20:00Z', 'in 2 d'],
  ['2026-11-21T14:00:00Z', 'in 2 h'],
  ['2026-11-21T12:09:00Z', 'in 9 min'],
  ['2026-11-20T09:00:00Z', 'late 1 d 3 h'],
] as const)('%s is due %s', (dueAt, text) => expect(dueText(dueAt, now)).toBe(text))
