import { expect, test } from 'vitest'
import { orMissing } from './missing.ts'

test.each(['', '  ', null, undefined])('%j is shown as -', (text) => expect(orMissing(text)).toBe('-'))
test('text stays, without its outer blanks', () => expect(orMissing(' Bali ')).toBe('Bali'))
