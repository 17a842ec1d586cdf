import { array, assert, integer, property, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { breakLines, type FontBook, shapeArabic } from './typesetter.ts'

/** Every character is as wide as the size; Chinese ones twice. */
const book: FontBook = {
  has: (face, char) => /[\u4E00-\u9FFF，。]/u.test(char) === (face === 'chinese') && face !== 'korean',
  width: (face, text, { size }) => [...text].length * size * (face === 'chinese' ? 2 : 1),
}
const style = { size: 1, weight: 'regular' } as const

const texts = (text: string, width: number) =>
  [...breakLines(text, style, width, book)].map(({ pieces }) => pieces.map((piece) => piece.text).join(''))

test('lines break at blanks, which do not count as width', () => {
  expect(texts('one two three', 7)).toEqual(['one two', 'three'])
})

test('a word wider than its line is broken where the line is full', () => {
  expect(texts('abcdefgh ij', 3)).toEqual(['abc', 'def', 'gh', 'ij'])
})

test('a word is broken between letters, never inside one', () => {
  expect(texts('क्षत्रिये', 5)).toEqual(['क्ष', 'त्रि', 'ये'])
})

test('Chinese breaks anywhere, but no line begins with a closing mark', () => {
  expect(texts('王小明，你好。', 7)).toEqual(['王小', '明，你', '好。'])
})

test('every line break of the text is kept', () => {
  expect(texts('a\n\nb\r\nc', 9)).toEqual(['a', '', 'b', 'c'])
})

test('no line exceeds its width, and no character is lost', () => {
  const words = array(stringMatching(/^[a-z王]{1,12}$/), { maxLength: 30 })
  assert(
    property(words, integer({ min: 2, max: 20 }), (generated, width) => {
      const lines = [...breakLines(generated.join(' '), style, width, book)]
      for (const line of lines) expect(line.width).toBeLessThanOrEqual(width)
      const set = lines.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join('')
      expect(set.replaceAll(' ', '')).toBe(generated.join(''))
    }),
  )
})

test.each([
  ['محمد', '\uFEE3\uFEA4\uFEE4\uFEAA'],
  ['الزهراء', '\uFE8D\uFEDF\uFEB0\uFEEB\uFEAE\uFE8D\uFE80'],
  ['لا', '\uFEFB'],
  ['سلام', '\uFEB3\uFEFC\uFEE1'],
  ['پدر', '\uFB58\uFEAA\uFEAD'],
  ['ب', '\uFE8F'],
])('%s is joined, and reads as it was', (word, forms) => {
  expect(shapeArabic(word)).toBe(forms)
  expect(shapeArabic(word).normalize('NFKC')).toBe(word)
})

test.each(['مَرْيَم', 'ڕۆژ'])('%s is left to the font', (word) => {
  expect(shapeArabic(word)).toBe(word)
})
