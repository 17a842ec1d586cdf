import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  daysUntil,
  displayDate,
  displayMonth,
  estDate,
  estDateTime,
  estDayRange,
  estTimestamp,
  estUsDate,
  estUsTime,
  isIsoDate,
  isIsoInstant,
  isLocalDateTime,
  jakartaToday,
  monthNames,
  parseLocalDateTime,
  processMonth,
  parseEstUs,
  windowOpensOn,
  wireInstant,
} from './dates.ts'

const moments = fc.date({
  min: new Date('1900-01-02T00:00:00Z'),
  max: new Date('2999-12-30T00:00:00Z'),
  noInvalidDate: true,
})
const days = moments.map((moment) => moment.toISOString().slice(0, 10))

test('isIsoDate accepts calendar dates only', () => {
  for (const text of ['2026-11-23', '2028-02-29', '1000-01-01', '9999-12-31'])
    expect(isIsoDate(text)).toBe(true)
  for (const text of [
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '0000-01-01',
    '23-11-2026',
    '',
    '2026-11-23 ',
    '2026-11-23T00:00:00Z',
  ])
    expect(isIsoDate(text), text).toBe(false)
  fc.assert(fc.property(days, (day) => isIsoDate(day)))
})

test('a local date and time is accepted without a zone only', () => {
  expect(parseLocalDateTime('2026-11-23 14:05:59')).toEqual({ date: '2026-11-23', time: '14:05:59' })
  expect(isLocalDateTime('2026-11-23 14:05:59')).toBe(true)
  for (const text of [
    '2026-02-30 14:05:59',
    '2026-11-23 24:00:00',
    '2026-11-23',
    '2026-11-23T14:05:59',
    '2026-11-23 14:05:59Z',
    '2026-11-23 14:05',
  ])
    expect(isLocalDateTime(text), text).toBe(false)
})

test('an instant is accepted with a zone only', () => {
  for (const text of ['2026-11-23T14:05:59Z', '2026-11-23T14:05:59.123Z', '2026-11-23T14:05:59+07:00'])
    expect(isIsoInstant(text)).toBe(true)
  for (const text of [
    '2026-11-23T14:05:59',
    '2026-02-30T14:05:59Z',
    '2026-11-23T24:00:00Z',
    '2026-11-23 14:05:59Z',
    '2026-11-23T14:05:59+99:00',
    '2026-11-23',
  ])
    expect(isIsoInstant(text), text).toBe(false)
})

describe('calendar days', () => {
  test('jakartaToday changes to the next day at 17:00 UTC (product §2)', () => {
    expect(jakartaToday(new Date('2026-11-20T16:59:59.999Z'))).toBe('2026-11-20')
    expect(jakartaToday(new Date('2026-11-20T17:00:00Z'))).toBe('2026-11-21')
  })

  test('addDays crosses months, leap days and years, and throws for an invalid date', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(() => addDays('2026-02-30', 1)).toThrow(RangeError)
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
    expect(() => addDays('2026-02-30', 1)).toThrow('2026-02-30 and 1 days')
  })

  test('daysUntil is the inverse of addDays', () =>
    fc.assert(
      fc.property(days, fc.integer({ min: -5000, max: 5000 }), (day, n) => {
        expect(daysUntil(addDays(day, n), day)).toBe(n)
        expect(addDays(addDays(day, n), -n)).toBe(day)
      }),
    ))

  test('the window is open exactly when travel is at most so many days away', () => {
    expect(windowOpensOn('2026-11-23', 3)).toBe('2026-11-20')
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: -9, max: 9 }),
        fc.integer({ min: 0, max: 9 }),
        (today, away, window) => {
          const travel = addDays(today, away)
          expect(windowOpensOn(travel, window) <= today).toBe(daysUntil(travel, today) <= window)
        },
      ),
    )
  })

  test('processMonth is the year and month of a date', () =>
    expect(processMonth('2027-03-31')).toBe('2027-03'))
})

describe('display formats (spec §9)', () => {
  test('displayDate formats a day as DD-MM-YYYY', () => {
    expect(displayDate('2026-11-23')).toBe('23-11-2026')
    expect(displayDate('2026-11-23 14:05:59')).toBe('23-11-2026')
  })

  test('the months are Jan to Dec (spec §2)', () =>
    expect(monthNames.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'))

  test('displayMonth formats a month as its name and year', () => {
    expect(displayMonth('2027-03')).toBe('Mar 2027')
    expect(monthNames.map((_, index) => displayMonth(`2027-${String(index + 1).padStart(2, '0')}`))).toEqual(
      monthNames.map((name) => `${name} 2027`),
    )
  })

  test('instants are shown in EST without daylight saving time', () => {
    expect(estDateTime('2026-11-21T01:14:05Z')).toBe('20-11-2026 20:14:05')
    expect(estDateTime('2026-07-01T04:59:59Z')).toBe('30-06-2026 23:59:59')
    expect(estDateTime('2026-11-21T08:14:05.900+07:00')).toBe('20-11-2026 20:14:05')
    expect(estDateTime(new Date('2026-11-21T01:14:05Z'))).toBe('20-11-2026 20:14:05')
    expect(estTimestamp('2026-11-21T01:14:05Z')).toBe('20-11-2026 20:14:05\u{A0}EST')
    expect(estUsDate('2026-11-21T01:14:05Z')).toBe('11-20-2026')
    expect(estUsTime('2026-11-21T01:14:05Z')).toBe('20:14:05')
    expect(estDate(new Date('2026-11-21T01:14:05Z'))).toBe('2026-11-20')
    expect(wireInstant(new Date('2026-11-23T14:05:59.987Z'))).toBe('2026-11-23T14:05:59Z')
    expect(parseEstUs('11-20-2026', '20:14:05')).toEqual(new Date('2026-11-21T01:14:05Z'))
  })

  test('a missing value is shown as -, text that is not a date unchanged', () => {
    for (const show of [displayDate, displayMonth, estDateTime, estTimestamp, estUsDate, estUsTime]) {
      for (const none of [null, undefined, '']) expect(show(none)).toBe('-')
      expect(show('next week')).toBe('next week')
    }
    expect(displayDate('2026-02-30')).toBe('2026-02-30')
    for (const none of ['2027-13', '12027-03', '2027-031']) expect(displayMonth(none)).toBe(none)
    expect(estDateTime('2026-11-23')).toBe('2026-11-23')
  })
})

describe('estDayRange', () => {
  test('includes the last day', () =>
    expect(estDayRange('2026-11-01', '2026-11-30')).toEqual({
      from: new Date('2026-11-01T05:00:00Z'),
      to: new Date('2026-12-01T05:00:00Z'),
    }))

  test('is unbounded where an end is empty', () => {
    expect(estDayRange('', '2026-11-30').from).toBeNull()
    expect(estDayRange('2026-11-01', undefined).to).toBeNull()
  })

  test('contains an instant exactly when its displayed day is in the range', () =>
    fc.assert(
      fc.property(moments, days, fc.integer({ min: 0, max: 400 }), (moment, first, length) => {
        const last = addDays(first, length)
        const { from, to } = estDayRange(first, last)
        const day = estDateTime(moment).slice(0, 10).split('-').reverse().join('-')
        const inside = from !== null && to !== null && from <= moment && moment < to
        expect(inside).toBe(first <= day && day <= last)
      }),
    ))
})
