import { expect, test } from 'vitest'
import { jsonHash } from './json-hash.ts'

test('the hash is that of the JSON with sorted keys and without spaces', () => {
  // printf '{"a":[{"c":null,"d":""},1],"b":"ü"}' | sha256sum
  expect(jsonHash({ b: 'ü', a: [{ d: '', c: null }, 1] }).toString('hex')).toBe(
    '93db03314ac1bfdc064a4a39e51b1913ec4c0e54b42f81726971e693df320fab',
  )
})
