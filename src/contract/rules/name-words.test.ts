import { expect, test } from 'vitest'
import { foldedWords, formsOfWord, isOneLetterApart, mayBeMistaken } from './name-words.ts'

const folded = (word: string) => foldedWords(word)[0] ?? ''

test.each([
  ['nguyen', 'ngyuen', true],
  ['nguyen', 'nguyem', true],
  ['nguyen', 'nguyn', true],
  ['nguyen', 'nnguyen', true],
  ['nguyen', 'uyennguyen', false],
  ['nguyen', 'nguyen', false],
  ['nguyen', 'ngeuyn', false],
  ['nguyen', 'guyenn', false],
  ['王秀英', '王秀瑛', true],
  ['王秀英', '李秀瑛', false],
  ['Петров', 'Петрав', true],
  ['القحطاني', 'القحطني', true],
  ['ab', 'ba', true],
  ['a', 'ab', true],
])('%s and %s are one letter apart: %s', (first, second, expected) => {
  expect(isOneLetterApart(folded(first), folded(second))).toBe(expected)
  expect(isOneLetterApart(folded(second), folded(first))).toBe(expected)
  if (expected)
    expect(formsOfWord(folded(first)).some((form) => formsOfWord(folded(second)).includes(form))).toBe(true)
})

test.each([
  ['tuy', false],
  ['tuyet', true],
  ['王秀', false],
  ['王秀英', true],
  ['2048654', false],
  ['a@example.com', false],
])('%s may be mistaken: %s', (word, expected) => expect(mayBeMistaken(folded(word))).toBe(expected))

test('the words of a text are folded, whatever stands between them', () =>
  expect(foldedWords(' Emma-Louise  O’Donoghue ')).toEqual(['emma', 'louise', 'odonoghue']))
