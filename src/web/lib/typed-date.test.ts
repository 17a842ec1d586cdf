import { expect, test } from 'vitest'
import { readTypedDate } from './typed-date.ts'

test.each(['23-11-2026', '23.11.2026', '23/11/2026', '23112026', ' 23-11-2026 ', '2026-11-23'])(
  'the date %j is 23 November 2026 (spec §9)',
  (text) => expect(readTypedDate('date', text)).toEqual({ value: '2026-11-23' }),
)

test.each([
  ['date', '3-1-2027', '2027-01-03'],
  ['date', ' ', ''],
  ['dateTime', '10-03-2027 09:30:05', '2027-03-10 09:30:05'],
  ['dateTime', '10032027 9:30', '2027-03-10 09:30:00'],
] as const)('%s %j is %j', (kind, text, value) => expect(readTypedDate(kind, text)).toEqual({ value }))

const dateMessage = 'Please enter the date as DD-MM-YYYY.'
const dateTimeMessage = 'Please enter the date and time as DD-MM-YYYY HH:mm:ss.'

test.each([
  ['date', '0902', dateMessage],
  // Ambiguous: day 3 or day 31.
  ['date', '3112026', dateMessage],
  ['date', '23-11-26', dateMessage],
  ['date', '23-11.2026', dateMessage],
  ['date', 'tomorrow', dateMessage],
  ['date', '31-02-2026', 'This date does not exist.'],
  ['date', '11-23-2026', 'This date does not exist.'],
  ['dateTime', '10-03-2027', dateTimeMessage],
  ['dateTime', '10-03-2027 noon', dateTimeMessage],
  ['dateTime', '10-03-2027 24:00', 'This date or time does not exist.'],
] as const)('%s %j is refused: %s', (kind, text, message) =>
  expect(readTypedDate(kind, text)).toEqual({ message }),
)
