import { expect, test } from 'vitest'
import { parseLogPosition, replayedUntil } from './log-position.ts'

test('positions are compared as numbers, not as texts', () => {
  expect(parseLogPosition('10/0') > parseLogPosition('9/FFFFFFFF')).toBe(true)
  expect(parseLogPosition('0/10000000') > parseLogPosition('0/9000000')).toBe(true)
})

test('a replica has all until the last position that it has replayed', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 24, 12, 0, seconds))
  const known = [
    { at: at(1), position: 100n },
    { at: at(2), position: 100n },
    { at: at(3), position: 180n },
  ]
  expect(replayedUntil(known, 100n)).toEqual(at(2))
  expect(replayedUntil(known, 179n)).toEqual(at(2))
  expect(replayedUntil(known, 500n)).toEqual(at(3))
  expect(replayedUntil(known, 99n)).toBeUndefined()
})
