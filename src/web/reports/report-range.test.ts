import { expect, test } from 'vitest'
import { definedEnds, parseRange, formatRange } from './report-range.ts'

test.each([
  ['', { fromDate: '', toDate: '' }],
  ['?fromDate=2026-11-01', { fromDate: '2026-11-01', toDate: '' }],
  ['?toDate=2026-11-30', { fromDate: '', toDate: '2026-11-30' }],
  ['?fromDate=2026-11-01&toDate=2026-11-30', { fromDate: '2026-11-01', toDate: '2026-11-30' }],
])('%s is parsed and formatted again', (search, range) => {
  expect(parseRange(search)).toEqual(range)
  expect(formatRange(range)).toBe(search)
})

test.each(['?fromDate=yesterday', '?fromDate=2026-02-30', '?toDate=0002-11-20', '?from=2026-11-01'])(
  '%s is ignored: both ends are unbounded',
  (search) => {
    expect(parseRange(search)).toEqual({ fromDate: '', toDate: '' })
  },
)

test('an unbounded end is not sent', () => {
  expect(definedEnds({ fromDate: '', toDate: '2026-11-30' })).toEqual({ toDate: '2026-11-30' })
})
