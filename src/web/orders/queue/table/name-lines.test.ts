import { expect, test } from 'vitest'
import { fitsTwoLines, nameLine } from './name-lines.ts'

/** px */
const letter = 7
const line = Math.floor(nameLine / letter)
const word = (letters: number) => 'n'.repeat(letters)
const fits = (name: string) => fitsTwoLines(name, (text) => text.length * letter)

test.each([
  ['one line of one word', word(line), true],
  ['two words that fill two lines', `${word(line)} ${word(line)}`, true],
  ['two words with a hyphen at the end of a line', `${word(line - 1)}-${word(line)}`, true],
  ['three words, none of which shares a line', `${word(11)} ${word(11)} ${word(11)}`, false],
  ['a word longer than a line', word(line + 1), false],
])('%s', (_title, name, expected) => expect(fits(name)).toBe(expected))
