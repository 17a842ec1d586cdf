import { expect, test } from 'vitest'
import { singleLine } from './single-line.ts'

test.each([
  ['Siti Nurhaliza', 'Siti Nurhaliza'],
  ['Subject\r\nBcc: all@example.com', 'Subject Bcc: all@example.com'],
  ['a\0b\u2028c\u0085d', 'a b c d'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['\u2066نور\u2069 الهدى', 'نور الهدى'],
  ['नी\u200Dला', 'नी\u200Dला'],
  ['half \uD83D.', 'half \uFFFD.'],
  ['  \t ', ''],
])('%j is %j', (given, expected) => {
  expect(singleLine(given)).toBe(expected)
})

test('a text cut inside a character is well-formed', () => {
  expect(singleLine('ab\u{1F600}', 3)).toBe('ab\uFFFD')
  expect(singleLine('\u{1F600}ab'.slice(-3))).toBe('\uFFFDab')
  expect(singleLine('abc', 2)).toBe('ab')
})
