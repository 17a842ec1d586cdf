import { expect, test } from 'vitest'
import { toGlyphs, embeddingLevels, visualOrder, type Face } from './scripts.ts'

const has = (face: Face, char: string) =>
  ({
    latin: /[ -~é]|\u0302/u,
    arabic: /[\u0600-\u06FF]/u,
    devanagari: /[\p{Script=Devanagari}\u200C\u200D]/u,
    thai: /\p{Script=Thai}/u,
    chinese: /\p{Script=Han}/u,
    korean: /\p{Script=Hangul}/u,
    hebrew: /\p{Script=Hebrew}/u,
    georgian: /\p{Script=Georgian}/u,
    tamil: /\p{Script=Tamil}/u,
    khmer: /\p{Script=Khmer}/u,
  })[face].test(char)

const glyphs = (text: string) => toGlyphs(text, has)
const charsOf = (text: string) =>
  glyphs(text)
    .map(({ char }) => char)
    .join('')

test('each character has the first family that contains it', () => {
  expect(glyphs('Aمकไ王한').map(({ face }) => face)).toEqual([
    'latin',
    'arabic',
    'devanagari',
    'thai',
    'chinese',
    'korean',
  ])
})

test('characters outside all families appear as their codes', () => {
  expect(charsOf('a\u0E81\u0E82b😀')).toBe('a[U+0E81 0E82]b[U+1F600]')
})

test('invisible characters are omitted, and each white space is a blank', () => {
  expect(charsOf('क्\u200Dष a\u200Db')).toBe('क्\u200Dष ab')
  expect(charsOf('a\u200Fb\uFEFF\tc\u00A0d\u0007')).toBe('ab c d')
})

test('letters and their marks are joined as far as they can be', () => {
  expect(charsOf('น้ำ')).toBe('น\u0E4D\u0E49\u0E32')
  expect(charsOf('e\u0301')).toBe('é')
  expect(glyphs('x\u0302').map(({ face }) => face)).toEqual(['latin', 'latin'])
})

function seen(text: string): string {
  const chars = [...text]
  const { levels } = embeddingLevels(chars)
  const runs = chars.map((char, at) => ({ char, level: levels[at] ?? 0 }))
  return visualOrder(runs)
    .map(({ char }) => char)
    .join('')
}

test.each([
  ['abc 12', 'abc 12'],
  ['אבג', 'גבא'],
  ['אב גד', 'דג בא'],
  ['Name: אב גד (x)', 'Name: דג בא (x)'],
  ['אב 12:30 גד', 'דג 12:30 בא'],
  ['אב Smith 7 גד', 'דג Smith 7 בא'],
  ['אב, ab', 'ab ,בא'],
])('%j is seen as %j', (text, expected) => {
  expect(seen(text)).toBe(expected)
})
