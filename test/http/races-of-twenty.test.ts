import { expect, test } from 'vitest'
import { runRaces } from '../faults/races/run-races.ts'

// 10,000 of them, and those about files: npm run test:races.
test('of twenty who do what one alone may over two servers one does it, and the others are told so (product §3)', async () => {
  const { lines, violations } = await runRaces({ races: 20, seed: 1, isQuick: true })
  expect(violations).toEqual([])
  expect(lines.length).toBeGreaterThan(8)
  expect(lines.filter((line) => line.races === 0)).toEqual([])
})
