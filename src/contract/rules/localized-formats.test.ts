import { describe, expect, test } from 'vitest'
import { languageCodes } from './languages.ts'
import { localizedDate, localizedMoney } from './localized-formats.ts'

const withPlainSpaces = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ').replaceAll('\u200F', '')

describe('localizedDate', () => {
  test.each([
    ['en', '20-11-2026'],
    ['id', '20 November 2026'],
    ['ms', '20 November 2026'],
    ['fil', 'Nobyembre 20, 2026'],
    ['vi', '20 tháng 11, 2026'],
    ['th', '20 พฤศจิกายน ค.ศ. 2026'],
    ['zh-Hans', '2026年11月20日'],
    ['ja', '2026年11月20日'],
    ['ko', '2026년 11월 20일'],
    ['hi', '20 नवंबर 2026'],
    ['ar', '20 نوفمبر 2026'],
    ['ru', '20 ноября 2026 г.'],
    ['de', '20. November 2026'],
    ['fr', '20 novembre 2026'],
    ['es', '20 de noviembre de 2026'],
  ] as const)('in %s formats the day as %s', (language, shown) => {
    expect(withPlainSpaces(localizedDate(language, '2026-11-20'))).toBe(shown)
    expect(withPlainSpaces(localizedDate(language, '2026-11-20 23:30:00')), 'with its time').toBe(shown)
  })

  test.each(languageCodes)('text that is not a date is returned unchanged (%s)', (language) => {
    expect(localizedDate(language, 'next week')).toBe('next week')
    expect(localizedDate(language, '2026-02-30')).toBe('2026-02-30')
  })
})

test.each([
  ['en', 'USD 1,049.50'],
  ['id', 'USD 1.049,50'],
  ['ar', '1,049.50 USD'],
  ['de', '1.049,50 USD'],
  ['ru', '1 049,50 USD'],
] as const)('localizedMoney in %s formats the amount as %s', (language, shown) => {
  expect(withPlainSpaces(localizedMoney(language, '1049.5', 'USD'))).toBe(shown)
  expect(withPlainSpaces(localizedMoney(language, '1049.5', null))).toBe(shown.replace(/ ?USD ?/, ''))
})

test.each(languageCodes)('localizedMoney rounds no currency (%s)', (language) => {
  for (const currency of ['IDR', 'JPY', 'USD', 'KWD'])
    expect(localizedMoney(language, '1049.5', currency)).toMatch(/1[.,\s]?049[.,]50(?!\d)/)
})
