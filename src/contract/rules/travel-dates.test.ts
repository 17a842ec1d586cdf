import { expect, test } from 'vitest'
import { canBeMeant, dateThatMayBeMeant, refusalOf } from './travel-dates.ts'

const today = '2026-11-28'

test.each([
  ['of the Thai calendar', '2569-11-30', '2026-11-30'],
  ['of the Thai calendar, in two digits', '30/11/69', '2026-11-30'],
  ['of the era Reiwa', '0008-11-30', '2026-11-30'],
  ['of the era Reiwa, named', '令和8年11月30日', '2026-11-30'],
  ['of the era Reiwa, by its letter', 'R8.11.30', '2026-11-30'],
  ['of Taiwan', '0115-11-30', '2026-11-30'],
  ['of Iran', '1405-09-09', '2026-11-30'],
  ['of Arabia', '1448-06-20', '2026-11-30'],
  ['in two digits', '0026-11-30', '2026-11-30'],
  ['in two digits, day first', '30-11-26', '2026-11-30'],
  ['in two digits, year first', '26-11-30', '2026-11-30'],
  ['with two digits exchanged', '2206-11-30', '2026-11-30'],
  ['with others exchanged', '2062-11-30', '2026-11-30'],
  ['without a digit', '0206-11-30', '2026-11-30'],
  ['with a digit more', '20226-11-30', '2026-11-30'],
  ['with a wrong digit', '3026-11-30', '2026-11-30'],
  ['next year with a wrong digit', '2927-03-01', '2027-03-01'],
  ['of a birth', '1987-03-01', '2027-03-01'],
  ['two years away', '2028-12-01', '2026-12-01'],
  ['in other digits', '٢٥٦٩-١١-٣٠', '2026-11-30'],
  ['of a leap day', '2202-02-29', '2028-02-29'],
  ['with day and month exchanged', '2026-30-11', '2026-11-30'],
  ['month first', '11/30/2026', '2026-11-30'],
  ['day first', '01/12/2026', '2026-12-01'],
  ['with dots', '30.11.2569', '2026-11-30'],
  ['without separators', '30112026', '2026-11-30'],
  ['without separators, year first', '20261130', '2026-11-30'],
  ['in words', '30 November 2026', '2026-11-30'],
  ['in words, month first', 'Nov 30, 2569', '2026-11-30'],
  ['in Indonesian words', '1 Desember 2026', '2026-12-01'],
  ['with a time', '2569-11-30 08:05:00', '2026-11-30'],
  ['that no calendar has', '2569-31-31', null],
  ['of no date', 'tomorrow', null],
  ['of nothing', '', null],
])('a travel day %s, %j, may be %s (product §16)', (_, text, meant) =>
  expect(dateThatMayBeMeant(text, today)).toBe(meant),
)

test.each(['2569-11-30', '2206-11-30', '1926-03-01', '2028-12-01'])(
  'a travel day of %s cannot be meant',
  (date) => expect(canBeMeant(date, today)).toBe(false),
)

test.each(['2024-11-28', today, '2028-11-28'])('a travel day of %s can be meant', (date) =>
  expect(canBeMeant(date, today)).toBe(true),
)

test('the refusal of a travel day says which may be meant, and of another field nothing', () => {
  const issue = (key: string) => ({ path: [key], message: 'It must be a date.' })
  const values = { arrival_doa: '0206-11-30', arrival_dob: '0206-11-30' }
  expect(refusalOf(issue('arrival_doa'), values, today)).toBe('It must be a date. Perhaps 30-11-2026.')
  expect(refusalOf(issue('arrival_dob'), values, today)).toBe('It must be a date.')
})
