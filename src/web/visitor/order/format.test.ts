import { afterEach, expect, test, vi } from 'vitest'
import { estDay, estInstant, fileKind, fileSize, localDay, localInstant } from './format.ts'

test.each([
  [0, '1 KB'],
  [219_136, '214 KB'],
  [1_048_575, '1.0 MB'],
  [20 * 1024 * 1024, '20.0 MB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(fileSize('en', bytes)).toBe(text)
})

test.each([
  ['de', '1,5 MB'],
  ['ar', '1.5 MB'],
  ['hi', '1.5 MB'],
] as const)('a fraction in %s is %s, in Latin digits', (language, text) => {
  expect(fileSize(language, 1.5 * 1024 * 1024)).toBe(text)
})

test('estDay gives the day in EST', () => {
  expect(estDay('en', '2026-11-21T03:00:00Z')).toBe('20-11-2026')
  expect(estDay('de', '2026-11-21T03:00:00Z')).toBe('20. November 2026')
})

test('estInstant uses the 24-hour clock in every language', () => {
  expect(estInstant('en', '2026-11-21T19:08:09Z')).toBe('21-11-2026 14:08:09\u{A0}EST')
  expect(estInstant('fr', '2026-11-21T19:08:09Z')).toBe('21 novembre 2026, 14:08:09\u{A0}EST')
})

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['Asia/Jakarta', 'en', '22-11-2026 02:08:09 GMT+7'],
  ['Asia/Jakarta', 'id', '22 November 2026, 02:08:09 WIB'],
  ['Asia/Kolkata', 'fr', '22 novembre 2026, 00:38:09 UTC+5:30'],
] as const)('a device in %s shows in %s %s', (zone, language, shown) => {
  vi.stubEnv('TZ', zone)
  expect(localInstant(language, '2026-11-21T19:08:09Z')).toBe(shown)
  expect(shown).toContain(localDay(language, '2026-11-21T19:08:09Z'))
})

test('an unknown media type is shown unchanged', () => {
  expect(fileKind('application/pdf')).toBe('PDF')
  expect(fileKind('image/avif')).toBe('image/avif')
})
