import { expect, test } from 'vitest'
import { orMissingText } from './missing-text.ts'

test.each(['', '  ', null, undefined])('%j is shown as - (spec §2)', (text) =>
  expect(orMissingText(text)).toBe('-'),
)
test('text is kept, without leading and trailing spaces', () => expect(orMissingText(' Bali ')).toBe('Bali'))
