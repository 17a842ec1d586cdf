import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

test('polling slows down fifteen seconds after the last call, and recovers with the next one', () => {
  let now = 0
  const pace = createPace(() => now)
  expect(pace.idleMs()).toBe(500)
  now = 14_999
  expect(pace.idleMs()).toBe(500)
  now = 15_000
  expect(pace.idleMs()).toBe(5000)
  pace.markActive()
  expect(pace.idleMs()).toBe(500)
})
