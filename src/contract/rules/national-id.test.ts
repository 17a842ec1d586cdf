import { expect, test } from 'vitest'
import { isNationalId } from './national-id.ts'

test.each([
  ['3171014107850003', undefined, true],
  ['3171 0141 0785 0003', undefined, true],
  ['3171014107850003', '1985-07-01', true],
  ['3171014107850003', '1985-07-02', false],
  ['3171013107850003', '1985-07-31', true],
  ['3171013213850003', undefined, false],
  ['4111111111111111', undefined, false],
  ['5100000000000008', undefined, false],
  ['317101410785000', undefined, false],
])('%j with the date of birth %j: %j', (text, dateOfBirth, expected) => {
  expect(isNationalId(text, dateOfBirth)).toBe(expected)
})
