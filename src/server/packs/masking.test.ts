import { expect, test } from 'vitest'
import { maskField, maskNumber, maskText } from './masking.ts'

test.each([
  ['C1234567', '*****567'],
  ['C1234567890123', '******123'],
  ['12345', '*****'],
  ['', ''],
])('the number %j is shown as %j', (number, shown) => {
  expect(maskNumber(number)).toBe(shown)
})

test.each([
  ['arrival_passport_number', 'C1234567', '*****567'],
  ['departure_phone_number_1', '081234567', '******567'],
  ['arrival_dob', '1985-04-30', '**-**-1985'],
  ['arrival_full_name', 'Ana 1985-04-30', 'Ana 1985-04-30'],
])('%s %j is shown as %j', (key, value, shown) => {
  expect(maskField(key, value)).toBe(shown)
})

test('a text keeps neither the travellers’ numbers nor card numbers', () => {
  const text = 'Passport C1234567, card 4111 1111 1111 1111, order 2000001, ticket 1234567890123.'
  expect(maskText(text, ['C1234567'])).toBe(
    'Passport *****567, card ************1111, order 2000001, ticket 1234567890123.',
  )
})
