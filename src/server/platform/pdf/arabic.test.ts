import { expect, test } from 'vitest'
import { shapeArabic } from './arabic.ts'

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
