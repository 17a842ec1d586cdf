import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applicationEmail, decodeOrderId, encodeOrderId, isOrderId, readOrderId } from './order-id.ts'

const ids = fc.integer({ min: 100_000, max: 999_999_999_999_999 })

test('an id is a number of six to fifteen digits', () => {
  for (const id of ['100000', '2048654', '999999999999999']) expect(isOrderId(id)).toBe(true)
  for (const text of [
    '',
    '99999',
    '012345',
    '1000000000000000',
    '1e6',
    '-123456',
    ' 123456',
    '123456\n',
    '１２３４５６',
  ])
    expect(isOrderId(text), text).toBe(false)
})

describe('in links', () => {
  test('an id is doubled, then base64 without padding (spec §3)', () => {
    expect(encodeOrderId(2_048_654)).toBe('NDA5NzMwOA')
    expect(Buffer.from(encodeOrderId('999999999999999'), 'base64').toString()).toBe('1999999999999998')
  })

  test('every encoded id decodes to itself and is told from a plain id by its first letter', () =>
    fc.assert(
      fc.property(ids, (id) => {
        const encoded = encodeOrderId(id)
        expect(encoded).toMatch(/^[MNO][A-Za-z0-9]+$/)
        expect(decodeOrderId(encoded)).toBe(String(id))
      }),
    ))

  test('a plain id is accepted too', () =>
    fc.assert(
      fc.property(ids, (id) => {
        expect(decodeOrderId(String(id))).toBe(String(id))
      }),
    ))

  test('decoding anything else gives null', () => {
    for (const doubled of [
      '4097309',
      '199998',
      '2000000000000000',
      '04097308',
      '4097308.0',
      '4.097308e6',
      ' 4097308',
    ])
      expect(decodeOrderId(btoa(doubled).replaceAll('=', '')), doubled).toBeNull()
    for (const text of [
      '',
      'NDA5NzMwOA==',
      'NDA5NzMwOB',
      'NDA5NzMwO',
      'nda5nzmwoa',
      '../../etc',
      'M'.repeat(99),
      'NaN',
      'М0000000',
      '!NDA5NzMwOA',
      'NDA5NzMwOA!',
    ])
      expect(decodeOrderId(text), text).toBeNull()
  })

  test('no text decodes to the id of another order', () =>
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), fc.stringMatching(/^[MNO][\w+/=-]*$/)),
        (text) => {
          const id = decodeOrderId(text)
          expect(id === null || id === text || encodeOrderId(id) === text).toBe(true)
        },
      ),
    ))

  test('encoding anything but an id throws RangeError', () => {
    for (const id of [Number.NaN, 1.5, 99_999, -2_048_654, 1e15, 'abc'])
      expect(() => encodeOrderId(id)).toThrow(new RangeError(`not an order id: ${id}`))
  })
})

test.each([
  ['2048654', '2048654'],
  [' #2048654. ', '2048654'],
  ['２０４８６５４', '2048654'],
  ['٢٠٤٨٦٥٤', '2048654'],
  ['२०४८६५४', '2048654'],
  ['๒๐๔๘๖๕๔', '2048654'],
  ['\u200e2048654\u202c', '2048654'],
  ['204 86-54', '2048654'],
  ['2\u00a0048.654', '2048654'],
  ['Order ID: 2048654 (paid)', '2048654'],
  ['№2048654', '2048654'],
  ['2048654@mail.pabean.example', '2048654'],
  ['Pabean <2048654@mail.pabean.example>', '2048654'],
  ['NDA5NzMwOA', '2048654'],
  ['https://pabean.example/track-order/NDA5NzMwOA', '2048654'],
  ['https://pabean.example/get-new-order-details/NDA5NzMwOA?lang=hi', '2048654'],
  ['see http://10.0.0.1:8080/track-order/NDA5NzMwOA.', '2048654'],
  ['Order 2 of 3: 2048654', '2048654'],
  ['23-11-2026', '23112026'],
  ['12345', null],
  ['0000000', null],
  ['1234567890123456', null],
  ['my order', null],
  ['', null],
])('what is typed as %j is read as %j (product §16)', (text, id) => expect(readOrderId(text)).toBe(id))

test('the application e-mail is the id at the send domain', () =>
  expect(applicationEmail(2_048_654, 'mail.pabean.example')).toBe('2048654@mail.pabean.example'))
