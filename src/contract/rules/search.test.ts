import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import { encodeOrderId } from './order-id.ts'
import { isSearchable, readSearch } from './search.ts'
import { fold, likeContaining } from './search-text.ts'

const read = (text: string) => readSearch(text, readTelephoneNumber)

/** Whether a text with this content has all words of a search. */
const hasWords = (content: string, searched: string): boolean =>
  (read(searched)?.words ?? []).every((spellings) => spellings.some((word) => fold(content).includes(word)))

const orderOf = (text: string) => read(text)?.orderId

test('a search reads every part of a text as words that the text has', () =>
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
      fc.nat(),
      fc.nat(),
      (signs, a, b) => {
        const start = Math.min(a % (signs.length + 1), b % (signs.length + 1))
        const end = Math.max(a % (signs.length + 1), b % (signs.length + 1))
        const searched = signs.slice(start, end).join('')
        const reading = read(searched)
        const isWord = reading !== null && reading.partOfOrderId === null && !searched.includes('@')
        if (isWord) expect(hasWords(signs.join(''), searched)).toBe(true)
      },
    ),
    { numRuns: 500 },
  ))

test('any text of three letters or more can be searched for', () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aÉñøßłж'), minLength: 3 }), (text) => {
      expect(read(text)).not.toBeNull()
    }),
  ))

test.each(['', '  ', 'ab', ' é ', 'ж', 'ab\u{0}\u{0}', '\u{0}\u{1}\u{2}', '@', '😀😀', '+-', '\u{302e}'])(
  'refuses %j as too short',
  (text) => {
    expect(read(text)).toBeNull()
    expect(isSearchable(text)).toBe(false)
  },
)

test.each(['中', '田中', 'あ', 'カ', 'ｶ', '김', 'a中'])(
  'accepts %s with fewer than three characters',
  (text) => expect(read(text)?.words).toEqual([[fold(text)]]),
)

test('one or two digits are searched in order ids only', () => {
  expect(read('7')).toEqual({ words: [], orderId: null, partOfOrderId: '7', telephone: null })
  expect(read('42')?.partOfOrderId).toBe('42')
  expect(read('420')?.partOfOrderId).toBeNull()
})

test('% _ and \\ are taken as letters', () => {
  expect(likeContaining('a_b%')).toBe(String.raw`%a\_b\%%`)
  expect(read('a%b')?.words).toEqual([['a~CF;b']])
  expect(read(String.raw`a\b`)?.words).toEqual([['a~FM;b']])
})

describe('words', () => {
  test.each([
    ['José García', 'garcia jose'],
    ['José García', 'GARCÍA, José'],
    ["Siobhan O'Hanlon", "O'Hanlon, Siobhan"],
    ["Siobhan O'Hanlon", 'ohanlon'],
    ["Siobhan O'Hanlon", 'O´Hanlon'],
    ['Siobhan OHanlon', 'O`Hanlon'],
    ['Jürgen Müller', 'Mueller'],
    ['JUERGEN MUELLER', 'Müller'],
    ['Jürgen Müller', 'muller'],
    ['Bäuerle', 'Baeuerle'],
    ['Soerensen', 'Sørensen'],
    ['Großkopf', 'grosskopf'],
    ['Åse', 'aase'],
    ['Goethe', 'goethe'],
    ['Anne Marie Weber', 'Anne-Marie'],
    ['Li Wu', 'wu li'],
    ['王秀英', '秀英 王'],
    ['Maria Santos', '"Maria" (Santos)'],
    ['Maria Santos', 'ria san'],
    ['St John', 'St. John'],
  ])('of %j are found by %j', (content, searched) => expect(hasWords(content, searched)).toBe(true))

  test.each([
    ['José García', 'garcia juan'],
    ['Jürgen Müller', 'Miller'],
  ])('of %j are not found by %j', (content, searched) => expect(hasWords(content, searched)).toBe(false))
})

test.each([
  ['+62 (812) 345-67.89/0', '6281234567890', '34567890'],
  ['٠٨١٢', '812', null],
  ['0812–345', '812345', null],
  ['0062812', '62812', null],
  ['012', '012', null],
  ['8001234', '8001234', null],
  ['+7 903 123-45-99', '79031234599', '31234599'],
  ['8 (903) 123-45-99', '89031234599', '31234599'],
  ['+49 (0)160 1234567', '4901601234567', '01234567'],
  ['０８０－１２３４－５６７８', '8012345678', '12345678'],
  ['tel:+6281234567890', '6281234567890', '34567890'],
  ['https://wa.me/6281234567890', '6281234567890', '34567890'],
  ['+49 30 12345678 ext. 12', '493012345678', '12345678'],
  ['1,234,567,890', '1234567890', '34567890'],
])('the number %j is searched by its digits %s and the end %s of a telephone', (text, digits, end) => {
  expect(read(text)?.words.flat()).toContain(digits)
  expect(read(text)?.telephone).toBe(end)
})

test.each([
  ['Maria Santos <Maria.S@example.org>', ['maria.s@example.org']],
  ['mailto:maria@example.org?subject=Hi', ['maria@example.org']],
  ['<maria@example.org>,', ['maria@example.org']],
  ['x@Müller.de', ['x@muller.de', 'x@xn--mller-kva.de']],
  ['maria@163', ['maria@163', 'maria@0.0.0.163']],
])('the e-mail in %j is %j', (text, forms) => expect(read(text)?.words).toEqual([forms]))

test.each([
  ['Order ID: 2048654', 2_048_654],
  ['ID2048654', 2_048_654],
  ['“1,234,567,890”', 1_234_567_890],
  ['№ 2048654', 2_048_654],
  ['2048654@mail.pabean.example', 2_048_654],
  ['Pabean <2048654@mail.pabean.example>', 2_048_654],
  [`see https://pabean.example/track-order/${encodeOrderId(2_048_654)}#e=a%40b.org`, 2_048_654],
  [`https://pabean.example/admin/view-order/${encodeOrderId(2_048_654)}`, 2_048_654],
  [`https://pabean.example/admin/filing/${encodeOrderId(2_048_654)}`, 2_048_654],
  [
    `https://safe.example/?url=https%3A%2F%2Fpabean.example%2Ftrack-order%2F${encodeOrderId(2_048_654)}`,
    2_048_654,
  ],
  ['C4881027', null],
  ['pi_3N123456abc', null],
])('the order id in %j is %s', (text, id) => expect(orderOf(text)).toBe(id))
