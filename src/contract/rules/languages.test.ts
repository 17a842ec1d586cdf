import { expect, test } from 'vitest'
import { languageCodes, matchLanguage, languages, preferredLanguage } from './languages.ts'

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['zh_CN', 'zh-Hans'],
  ['zh-Hant-TW', 'zh-Hans'],
  ['German', 'de'],
  ['Deutsch', 'de'],
  [' русский ', 'ru'],
  ['in', 'id'],
  ['Bahasa', 'id'],
  ['Mandarin', 'zh-Hans'],
  ['Cantonese', 'zh-Hans'],
  ['Simplified Chinese', 'zh-Hans'],
  ['Traditional Chinese', 'zh-Hans'],
  ['Malaysian', 'ms'],
  ['Bahasa Malaysia', 'ms'],
  ['tl-PH', 'fil'],
  ['Tagalog', 'fil'],
  ['Pilipino', 'fil'],
  ['jp', 'ja'],
  ['JP', 'ja'],
  ['cn', 'zh-Hans'],
  ['zh-TW', 'zh-Hans'],
  ['kr', 'ko'],
  ['vn', 'vi'],
  ['vn-VN', 'vi'],
  ['ph', 'fil'],
  ['Klingon', null],
  ['constructor', null],
  ['__proto__', null],
  ['', null],
  [null, null],
])('%j matches the language %j', (wish, code) => {
  expect(matchLanguage(wish)).toBe(code)
})

test('every language is found by its own name, its English name and its locale', () => {
  for (const code of languageCodes) {
    const { name, english, locale } = languages[code]
    expect([name, english, locale, code].map(matchLanguage)).toEqual([code, code, code, code])
  }
})

test.each([
  ['nl-NL, fr;q=0.8, en;q=0.9', 'en'],
  ['th-TH,th;q=0.9,en;q=0.8', 'th'],
  ['ar-EG,ar;q=0.9,en;q=0.8', 'ar'],
  ['en;q=0, ja;q=0.1', 'ja'],
  ['en;q=0', null],
  ['fr, de', 'fr'],
  ['de; q=0.1 , fr;q=0.5', 'fr'],
  ['de;q=0.1 , fr;q=0.5', 'fr'],
  ['de;level=1;q=0.1, fr;q=0.5', 'fr'],
  ['de;xq=0.1, fr;q=0.5', 'de'],
  ['de;q=0.1x, fr;q=0.5', 'de'],
  ['*', null],
  ['x;q=zz', null],
  [undefined, null],
])('Accept-Language %j prefers %j', (header, code) => {
  expect(preferredLanguage(header)).toBe(code)
})
