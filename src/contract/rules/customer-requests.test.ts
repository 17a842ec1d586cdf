import { expect, test } from 'vitest'
import { refundDay } from './customer-requests.ts'

test.each([
  ['2026-11-27', 1, '2026-11-30'],
  ['2026-11-28', 1, '2026-11-30'],
  ['2026-11-30', 5, '2026-12-07'],
  ['2026-12-31', 5, '2027-01-07'],
])('a refund promised on %s within %i working days comes by %s', (day, days, by) => {
  expect(refundDay(day, days)).toBe(by)
})
