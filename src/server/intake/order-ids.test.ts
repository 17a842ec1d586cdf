import { expect, test } from 'vitest'
import { permutedOrderId } from './order-ids.ts'

const key = Buffer.alloc(32, 7)

test('each number has its own id of ten digits', () => {
  const ids = Array.from({ length: 20_000 }, (_, n) => permutedOrderId(key, 2_000_001 + n))
  expect(new Set(ids).size).toBe(ids.length)
  expect(Math.min(...ids)).toBeGreaterThanOrEqual(1_000_000_000)
  expect(Math.max(...ids)).toBeLessThanOrEqual(9_999_999_999)
})

test('ids of neighbouring numbers, and of one number under two keys, look unrelated', () => {
  const ids = Array.from({ length: 2000 }, (_, n) => permutedOrderId(key, n))
  const steps = ids.slice(1).map((id, at) => id - (ids[at] ?? 0))
  expect(new Set(steps).size).toBe(steps.length)
  // Each third of the range holds about a third of the ids, and as many steps go down as up.
  const inThird = ids.filter((id) => id < 4_000_000_000).length
  expect(inThird).toBeGreaterThan(550)
  expect(inThird).toBeLessThan(790)
  expect(steps.filter((step) => step > 0).length).toBeGreaterThan(850)
  expect(steps.filter((step) => step > 0).length).toBeLessThan(1150)
  expect(permutedOrderId(Buffer.alloc(32, 8), 1)).not.toBe(permutedOrderId(key, 1))
})

test('the permutation never changes, because a changed one would repeat ids', () => {
  expect([1, 2, 2_000_001].map((number) => permutedOrderId(key, number))).toEqual([
    7_078_071_428, 8_579_793_650, 7_666_366_429,
  ])
})
