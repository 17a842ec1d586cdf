import { expect, test } from 'vitest'
import { orMissingText } from './missing.ts'

test.each(['', '  ', null, undefined])('%j is shown as -', (text) => expect(orMissingText(text)).toBe('-'))
test('text stays, without its outer blanks', () => expect(orMissingText(' Bali ')).toBe('Bali'))
