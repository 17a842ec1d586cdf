import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { followDatabaseClock } from '#server/platform/db/database-clock.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

const dayMs = 24 * 60 * 60_000

test('a server with a wrong clock uses the time of the database', async () => {
  const { db, log } = app.platform
  const wrong = vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + 60 * dayMs)
  const clock = await followDatabaseClock(db, log)
  wrong.mockRestore()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  expect(Math.abs(clock.now().getTime() - (rows[0]?.now.getTime() ?? 0))).toBeLessThan(dayMs)
  clock.stop()
})
