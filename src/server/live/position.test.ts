import { expect, test } from 'vitest'
import { earlier, isAhead, isTooOld, parsePosition } from './position.ts'

test('a position parses exactly if it is a PostgreSQL snapshot', () => {
  for (const text of ['5:5:', '5:9:', '5:9:5,8', `5:${2n ** 63n - 1n}:`])
    expect(parsePosition(text), text).not.toBeNull()
  for (const text of [
    '',
    '5',
    '0:5:',
    '9:5:',
    '5:9:4',
    '5:9:9',
    '5:9:8,6',
    '5:9:6,6',
    '5:9:6,',
    '-5:9:',
    `5:${2n ** 63n}:`,
  ])
    expect(parsePosition(text), text).toBeNull()
})

test('a position is valid for 100,000 transactions', () => {
  expect(isTooOld('200000:200009:', '300000:300009:')).toBe(false)
  expect(isTooOld('199999:300009:', '300000:300009:')).toBe(true)
  expect(isTooOld('1:1:', '99:99:')).toBe(false)
})

test('a position beyond the present is of another database', () => {
  expect(isAhead('5:10:', '5:9:')).toBe(true)
  expect(isAhead('5:9:', '5:9:6')).toBe(false)
})

test('an earlier position has not seen the transactions since', () => {
  expect(earlier('500:520:501,510', 64n)).toBe('436:436:')
  expect(earlier('30:30:', 64n)).toBe('1:1:')
})
