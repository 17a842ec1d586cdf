import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, toSearchPattern } from './search-text.ts'

const texts = fc.string({ unit: 'grapheme', maxLength: 40 })
const latin = fc.string({
  unit: fc.constantFrom(...'abcXYZ àÉñøŁđßæŒþİıŞğ-_.@+019'),
  maxLength: 40,
})

/** LIKE of PostgreSQL with its usual escape, as far as our patterns use it. */
function isLike(text: string, like: string): boolean {
  const source = like.replaceAll(/\\(.)|%|[\^$.|?*+()[\]{}\\/]/gs, (sign, escaped?: string) =>
    sign === '%' ? '.*' : `\\${escaped === '_' ? 'x5f' : (escaped ?? sign)}`,
  )
  return new RegExp(`^${source}$`, 's').test(text)
}

describe('fold', () => {
  test.each([
    ['Nguyễn Thị Ánh Tuyết', 'nguyen thi anh tuyet'],
    ['Łukasz Wiśniewski', 'lukasz wisniewski'],
    ['Đà Nẵng', 'da nang'],
    ['GROẞKOPF Großkopf', 'grosskopf grosskopf'],
    ['Ærø Þór Œuvre', 'aero thor oeuvre'],
    ['Ðħŧŋ', 'dhtn'],
    ['‘’ʻʼ', '~CH;~CH;~CH;~CH;'],
    ['‐–—−', '----'],
    ['İstanbul ISPARTA ısparta', 'istanbul isparta isparta'],
    ['tuyet.anh+x_y@example.com', 'tuyet.anh+x_y@example.com'],
    ["O'Brien O’Brien", 'o~CH;brien o~CH;brien'],
    ['  a \t\n b\u{a0}c ', 'a b c'],
    ['a\u{0}b\u{7}c\u{200d}d\u{feff}e', 'abcde'],
    ['中a', '~EOCN;a'],
    ['Ｔｏｋｙｏ　２０', 'tokyo 20'],
    ['٠٨١٢ ०१', '0812 01'],
    ['ΟΔΟΣ οδος', '~DLP;~DLE;~DLP;~DMD; ~DLP;~DLE;~DLP;~DMD;'],
    ['100%~', '100~CF;~HO;'],
    ['😀', '~BPGAA;'],
  ])('%j is folded to %s', (text, folded) => expect(fold(text)).toBe(folded))

  test('gives ASCII without leading, trailing or double spaces', () =>
    fc.assert(
      fc.property(texts, (text) => {
        expect(fold(text)).toMatch(/^(?! )(?:[a-zA-P0-9@._+~;-]| (?! ))*(?<! )$/)
      }),
    ))

  test('does not depend on case', () =>
    fc.assert(
      fc.property(latin, (text) => {
        expect(fold(text.toUpperCase())).toBe(fold(text))
        expect(fold(text.toLowerCase())).toBe(fold(text))
      }),
    ))

  test('folding twice changes nothing when no character had to be encoded', () =>
    fc.assert(
      fc.property(latin, (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    ))

  test('a decimal digit of any script becomes the ASCII digit', () => {
    for (let code = 0x80; code <= 0x1_ff_ff; code++) {
      const digit = String.fromCodePoint(code)
      if (/\p{Nd}/u.test(digit)) expect(fold(digit), code.toString(16)).toMatch(/^[0-9]$/)
    }
    for (const system of ['arab', 'arabext', 'beng', 'deva', 'thai', 'khmr', 'mymr', 'laoo'])
      expect(
        fold(
          new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false }).format(9_876_543_210),
        ),
      ).toBe('9876543210')
  })
})

describe('toSearchPattern', () => {
  test('matches every text that contains the search text', () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
        fc.nat(),
        fc.nat(),
        (signs, a, b) => {
          const start = Math.min(a % (signs.length + 1), b % (signs.length + 1))
          const end = Math.max(a % (signs.length + 1), b % (signs.length + 1))
          const pattern = toSearchPattern(signs.slice(start, end).join(''))
          if (pattern) expect(isLike(fold(signs.join('')), pattern.like)).toBe(true)
        },
      ),
      { numRuns: 500 },
    ))

  test('accepts any search text of three letters or more', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aÉñøßłж'), minLength: 3 }), (text) => {
        expect(toSearchPattern(text)).not.toBeNull()
      }),
    ))

  test('matches % _ and \\ literally', () => {
    expect(toSearchPattern('a_b')?.like).toBe(String.raw`%a\_b%`)
    expect(isLike(fold('axb'), toSearchPattern('a_b')?.like ?? '')).toBe(false)
    expect(isLike(fold('a_b'), toSearchPattern('a_b')?.like ?? '')).toBe(true)
    expect(toSearchPattern('a%b')?.like).toBe('%a~CF;b%')
    expect(toSearchPattern(String.raw`a\b`)?.like).toBe('%a~FM;b%')
  })

  test.each(['', '  ', 'ab', ' é ', 'ж', 'ab\u{0}\u{0}', '\u{0}\u{1}\u{2}', '@', '😀😀', '+-', '\u{302e}'])(
    'refuses %j as too short',
    (text) => expect(toSearchPattern(text)).toBeNull(),
  )

  test.each(['中', '田中', 'あ', 'カ', 'ｶ', '김', 'a中'])(
    'accepts %s with fewer than three characters',
    (text) =>
      expect(toSearchPattern(text)).toMatchObject({
        digits: null,
        orderIdOnly: false,
        like: `%${fold(text)}%`,
      }),
  )

  test('finds a Korean name by one syllable', () => {
    expect(isLike(fold('김민준'), toSearchPattern('민')?.like ?? '')).toBe(true)
    expect(isLike(fold('김민준'), toSearchPattern('박')?.like ?? '')).toBe(false)
  })

  test('searches one or two digits in order ids only', () => {
    expect(toSearchPattern('7')).toEqual({ like: '%7%', digits: '7', orderIdOnly: true })
    expect(toSearchPattern('42')).toEqual({ like: '%42%', digits: '42', orderIdOnly: true })
    expect(toSearchPattern('420')?.orderIdOnly).toBe(false)
  })

  test.each([
    ['+62 (812) 345-67.89/0', '6281234567890'],
    ['٠٨١٢', '812'],
    ['0812–345', '812345'],
    ['0062812', '62812'],
    ['012', '012'],
    ['8001234', '8001234'],
    ['812a', null],
    ['---', null],
  ])('the digits of %s are %s', (text, digits) => expect(toSearchPattern(text)?.digits).toBe(digits))
})
