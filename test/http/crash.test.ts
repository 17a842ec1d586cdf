import { expect, test } from 'vitest'
import { runCrash } from '../faults/crash/run-crash.ts'

// The long run: npm run test:crash.
test('killed under writes, server and PostgreSQL lose nothing that was acknowledged and do nothing twice', async () => {
  const { violations, acknowledged, kills } = await runCrash({
    kills: { server: 2, postgres: 3 },
    writes: 250,
    desks: 4,
  })
  expect(violations).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(250)
  expect(kills).toEqual({ server: 2, postgres: 3 })
})
