import { expect, test } from 'vitest'
import { countryKey } from './country-key.ts'

test.each([
  ['Ste. Lucie', 'ST LUCIE'],
  ['Cook Islands', 'Cook Island'],
  ['Kepulauan Cook', 'COOK ISLAND'],
  ['Pulau Natal', 'Natal Island'],
  ['Bosnia dan Herzegovina', 'Herzegovina & Bosnia'],
  ['Isle of Man', 'The Isle of Man'],
  ['Korea, Republic of', 'Republic of Korea'],
])('%s and %s are one name', (one, other) => expect(countryKey(one)).toBe(countryKey(other)))

test.each([
  ['Cook Islands', 'Cook'],
  ['Saint Lucia', 'Lucia'],
])('%s and %s are two', (one, other) => expect(countryKey(one)).not.toBe(countryKey(other)))
