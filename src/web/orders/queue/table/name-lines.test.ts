import { expect, test } from 'vitest'
import { fitOf, nameLine } from './name-lines.ts'

/** px */
const letter = 7
const line = Math.floor(nameLine / letter)
const word = (letters: number) => 'n'.repeat(letters)
const fit = (name: string) => fitOf(name, (text) => text.length * letter)

test.each([
  ['one line of one word', word(line), 'whole'],
  ['two words that fill two lines', `${word(line)} ${word(line)}`, 'whole'],
  ['two words with a hyphen at the end of a line', `${word(line - 1)}-${word(line)}`, 'whole'],
  ['three words, none of which shares a line', `${word(11)} ${word(11)} ${word(11)}`, 'small'],
  ['three long words, none of which shares a line', `${word(12)} ${word(13)} ${word(12)}`, 'broken'],
  ['a word longer than a line', word(line + 1), 'small'],
  ['a word longer than a line of small letters', word(line + 5), 'broken'],
])('%s', (_title, name, expected) => expect(fit(name)).toBe(expected))
