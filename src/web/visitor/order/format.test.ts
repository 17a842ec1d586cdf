import { expect, test } from 'vitest'
import { estDay, fileKind, fileSize } from './format.ts'

test.each([
  [0, '1 KB'],
  [219_136, '214 KB'],
  [1_048_575, '1.0 MB'],
  [20 * 1024 * 1024, '20.0 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})

test('a day is the one in EST', () => {
  expect(estDay('2026-11-21T03:00:00Z')).toBe('20-11-2026')
})

test('an unknown kind is named as it came', () => {
  expect(fileKind('application/pdf')).toBe('PDF')
  expect(fileKind('image/avif')).toBe('image/avif')
})
