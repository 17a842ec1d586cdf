import { expect, test } from 'vitest'
import { maskField } from './common.ts'

test.each([
  ['arrival_passport_number', 'C1234567', '****567'],
  ['departure_phone_number_1', '081234567', '****567'],
  ['arrival_dob', '1985-04-30', '**-**-1985'],
  ['arrival_full_name', 'Ana 1985-04-30', 'Ana 1985-04-30'],
])('%s %j is shown as %j', (key, value, shown) => {
  expect(maskField(key, value)).toBe(shown)
})
