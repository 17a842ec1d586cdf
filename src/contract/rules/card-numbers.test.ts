import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cardNumber,
  cardSpellings,
  imeiNumber,
  passportNumber,
  plainDigits,
  telephoneNumber,
} from '../../../test/support/card-numbers.ts'
import { keepsNumbers, maskCardsOfField } from './card-number-fields.ts'
import { maskCards } from './card-numbers.ts'

/** A seeded generator (0 up to 1), so that a failure can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const texts: readonly ((card: string) => string)[] = [
  (card) => card,
  (card) => `He paid with ${card}, please refund.`,
  (card) => `Card${card}`,
  (card) => `${card} 12/27 and thanks`,
  (card) => `Kartu: ${card}\nTelp. 0812 3456 7890`,
]

test('no card number is left, however it is written', () => {
  const spellings = fc.constantFrom(...cardSpellings)
  fc.assert(
    fc.property(fc.nat(), fc.nat(), spellings, fc.constantFrom(...texts), (index, seed, spell, sentence) => {
      const card = cardNumber(index, randomOf(seed))
      const masked = maskCards(sentence(spell(card)))
      expect(masked).toContain('****')
      // A longer number that begins with a valid one keeps seven digits.
      expect(plainDigits(masked)).not.toContain(card.slice(0, -7))
    }),
    { numRuns: 1000 },
  )
})

test('what is masked is masked no further', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), (text, seed) => {
      const masked = maskCards(`${text} ${cardNumber(seed, randomOf(seed))} ${text}`)
      expect(maskCards(masked)).toBe(masked)
    }),
  )
})

test.each([
  ['4111 1111 1111 1111, 5500-0000-0000-0004', '****1111, ****0004'],
  ['4111 1111 1111 1111\n5500 0000 0000 0004', '****1111\n****0004'],
  ['378282246310005 and 3782 822463 10005', '****0005 and ****0005'],
  ['> > 4111 1111\r\n> > 1111 1111', '> > ****1111'],
  ['4111 1111 1111\n1111\n0812 3456 7890', '****1111\n0812 3456 7890'],
  ['22.11.2026 4111\u22121111\u22121111\u22121111', '22.11.2026 ****1111'],
  ['4111111111111111@example.com', '****1111@example.com'],
  ['4111 1111 1111 1111 12/27 123', '****1111 12/27 ****'],
  ['4111111111111111 exp 12/2027, CVV 123', '****1111 exp 12/2027, CVV ****'],
  ['cvc: 1234', 'cvc: ****'],
  ['Security code is 123.', 'Security code is ****.'],
  ['%B4111111111111111^DOE/JANE^27121011000000000000?', '%B****1111'],
  [';4111111111111111=27121011000012300000?', ';****1111'],
])('%j is stored as %j', (text, stored) => {
  expect(maskCards(text)).toBe(stored)
})

test.each([
  'order 2000001, ticket 1234567890123',
  '4111111111111112',
  '41111111111111111111',
  'transaction 9111111111111111',
  'between 30-01-2026 and 30-01-2026 31-01-2026',
  'IMEI 352999061234567',
  '+62 812 3456 7890, +62 813 4567 8901',
  '415-555-0124, 415-555-2670',
  'NPWP 34.567.890.1-234.567',
  'CVV result M',
  '****1111',
])('%j stays', (text) => {
  expect(maskCards(text)).toBe(text)
})

test('telephone, passport and IMEI numbers are taken for cards at most once in a thousand', () => {
  const random = randomOf(17)
  for (const make of [telephoneNumber, passportNumber, imeiNumber]) {
    const numbers = Array.from({ length: 5000 }, () => make(random))
    const masked = numbers.filter((number) => maskCards(number) !== number)
    expect(masked.length, masked.join(', ')).toBeLessThanOrEqual(numbers.length / 1000)
  }
})

test('ids, telephone and IMEI numbers and secrets keep their digits, other fields do not', () => {
  for (const key of [
    'transaction_id',
    'orderId',
    'arrival_phone_number',
    'departure_imei_2',
    'filter[transaction_id]',
    'password',
  ])
    expect(maskCardsOfField(key, '4111111111111111')).toBe('4111111111111111')
  expect(keepsNumbers('departure_phone_number_1')).toBe(true)
  expect(maskCardsOfField('remark', '4111111111111111')).toBe('****1111')
  expect(maskCardsOfField('arrival_cvv', '123')).toBe('****')
  expect(maskCardsOfField('cvv_result', 'M')).toBe('M')
})
