import { expect, test } from 'vitest'
import { byteRange, parseFileName } from './byte-range.ts'

test.each([
  [undefined, null],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-30', { start: 70, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['lines=1-2', null],
])('of 100 bytes %j requests %j', (header, range) => {
  expect(byteRange(header, 100)).toEqual(range)
})

test('a file name holds the order id and the document', () => {
  expect(parseFileName('2048654_k3J-_x.pdf')).toEqual({ orderId: 2048654, file1: 'k3J-_x.pdf' })
})

test.each(['2048654', '2048654_', '_a.pdf', '12_a.pdf', '2048654_../a.pdf', '2048654_a', 'x2048654_a.pdf'])(
  '%j is no file name',
  (text) => {
    expect(parseFileName(text)).toBeNull()
  },
)
