import { expect, test } from 'vitest'
import { displayMoney, displayNumber } from './display-money.ts'
import { displayText } from './display-text.ts'

test.each([
  ['country', 'JPN', 'Japan'],
  ['country', 'bosnia and herzegovina', 'Bosnia and Herzegovina'],
  ['country', 'Atlantis', 'Atlantis'],
  ['country', 'us', 'USA'],
  ['countries', 'SGP, SINGAPORE; Viet Nam,', 'Singapore, Viet Nam'],
  ['text', 'no', 'No'],
  ['text', 'individual', 'Individual'],
  ['text', 'e-VOA 2B7104435', 'e-VOA 2B7104435'],
  ['text', '2026-11-23', '23-11-2026'],
  ['text', '2026-11-23 08:15:00', '23-11-2026 08:15:00'],
  ['date', '1987-09-02', '02-09-1987'],
  ['date', 'next week', 'next week'],
  ['dateTime', '2026-04-01 23:15:00', '01-04-2026 23:15:00'],
  ['email', 'someone', 'someone'],
] as const)('a %s is shown: %s as %s', (kind, text, shown) => expect(displayText[kind](text)).toBe(shown))

test('amounts have thousands separators and keep their decimals', () => {
  expect(displayMoney('272360987', 'IDR')).toBe('272,360,987 IDR')
  expect(displayMoney('1699.00', ' USD ')).toBe('1,699.00 USD')
  expect(displayMoney('12.5', null)).toBe('12.5')
  expect(displayMoney(null, 'USD')).toBe('')
  expect(displayNumber('999')).toBe('999')
  expect(displayNumber('two or three')).toBe('two or three')
})
