import { expect, test } from 'vitest'
import { createMask, identityNumbersIn, maskEmail, maskNumber } from './masking.ts'

test.each([
  ['C1234567', '****567'],
  ['C1234567890123', '****123'],
  ['12345', '****'],
  ['', ''],
])('the number %j is shown as %j', (number, shown) => {
  expect(maskNumber(number)).toBe(shown)
})

test.each([
  ['buyer@mail.example.com', 'b•••@m•••.com'],
  [' é.b@пример.рф ', 'é•••@п•••.рф'],
  ['', ''],
  ['nobody', ''],
])('the e-mail %j is shown as %j', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})

test.each([
  ['Passport C1234567, order 2000001.', 'Passport ****567, order 2000001.'],
  ['c1234567, C 1234 567 and passport_C1234567.pdf', '****567, ****567 and passport_****567.pdf'],
  ['99887766 is hers, 299887766 is not', '****766 is hers, 299887766 is not'],
])('the text %j is shown as %j', (text, shown) => {
  expect(createMask(['C-1234567', '99887766', '123', ''])(text)).toBe(shown)
})

test('a number is looked for as letters and digits, whatever else was typed in it', () => {
  expect(createMask(['(A[1*2+3.45'])('A12345, A.123.45')).toBe('****345, ****345')
})

test('numbers are found in the data and in what corrections changed', () => {
  const customer = {
    fields: {
      arrival_passport_number: 'A1',
      arrival_full_name: 'Ana',
      departure_owner_identity_number: 'B2',
    },
    familyMember: [{ family_member_name: 'Ben', family_passport_number: 'C3' }],
  }
  const corrected = {
    arrival_passport_number: { from: 'D4', to: 'A1' },
    familyMember: { from: [{ family_passport_number: 'E5' }], to: [] },
    email: { from: 'x', to: 'y' },
  }
  expect(identityNumbersIn([customer, corrected])).toEqual(['A1', 'B2', 'C3', 'D4', 'A1', 'E5'])
})
