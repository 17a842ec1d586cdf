import { expect, test } from 'vitest'
import { isOneOf, keysOf, recordOf } from './typed-keys.ts'

test('a record has a value for each key, in the order of the keys', () => {
  const record = recordOf(['b', 'a'], (key) => key.toUpperCase())
  expect(record).toEqual({ b: 'B', a: 'A' })
  expect(keysOf(record)).toEqual(['b', 'a'])
})

test('a value is one of a list only if it is identical to an item', () => {
  expect(isOneOf(['a', 'b'], 'a')).toBe(true)
  expect(isOneOf(['1'], 1)).toBe(false)
  expect(isOneOf([], undefined)).toBe(false)
})
