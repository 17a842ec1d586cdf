import { expect, test } from 'vitest'
import { validTimezone } from './time-zone.ts'

test.each(['Asia/Jakarta', 'America/New_York', 'UTC'])('%s is a time zone', (zone) => {
  expect(validTimezone(zone)).toBe(zone)
})

test.each([undefined, '', 'Mars/Olympus', '+07:00', "'; drop table downloads"])(
  '%j is no time zone',
  (zone) => {
    expect(validTimezone(zone)).toBe('')
  },
)
