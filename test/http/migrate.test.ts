import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../support/command-process.ts'
import { createTestDatabase, serverUrlOf } from '../support/database.ts'
import { startServerProcess } from '../support/server-process.ts'
import { testDataKeys } from '../support/test-app.ts'

test('after migrate, which may be repeated, a server starts by the role that serves alone', async () => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-migrate-'))
  const serving = {
    DATABASE_URL: serverUrlOf(database.url),
    DATA_DIR: dataDir,
    DATA_KEYS: testDataKeys,
    DEMO: '0',
  }
  const owning = { ...serving, MIGRATION_DATABASE_URL: database.url }
  for (const _repeat of [1, 2]) {
    const { code, said } = await runCommand(['migrate'], owning)
    expect([code, said]).toEqual([0, expect.stringContaining('The database is up to date.')])
  }
  expect(await runCommand(['migrate', 'now'], owning)).toMatchObject({ code: 1 })
  const server = await startServerProcess(serving)
  expect(server.output()).not.toContain('could change the database')
  await server.end()
  await rm(dataDir, { recursive: true, force: true })
  await database.drop()
})
