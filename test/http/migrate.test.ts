import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { runCommand } from '../support/command-process.ts'
import { createTestDatabase, serverUrlOf } from '../support/database.ts'
import { startServerProcess } from '../support/server-process.ts'
import { testDataKeys } from '../support/test-app.ts'

test('after migrate, by two at once, a server starts by the role that serves alone, which keeps another from contracting', async () => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-migrate-'))
  const serving = {
    DATABASE_URL: serverUrlOf(database.url),
    DATA_DIR: dataDir,
    DATA_KEYS: testDataKeys,
    DEMO: '0',
  }
  const owning = { ...serving, MIGRATION_DATABASE_URL: database.url }
  const isDone = { code: 0, said: expect.stringContaining('The database is up to date.') }
  const both = [runCommand(['migrate'], owning), runCommand(['migrate'], owning)]
  expect(await Promise.all(both)).toMatchObject([isDone, isDone])
  expect(await runCommand(['migrate', 'now'], owning)).toMatchObject({ code: 1 })
  const server = await startServerProcess(serving)
  expect(server.output()).not.toContain('could change the database')
  expect(await runCommand(['migrate', '--contract'], owning)).toMatchObject(isDone)
  const older = new Client({ connectionString: serverUrlOf(database.url) })
  await older.connect()
  expect(await runCommand(['migrate', '--contract'], owning)).toMatchObject({
    code: 1,
    said: expect.stringContaining('stop the servers of other versions first: a version without a name'),
  })
  await older.end()
  await server.end()
  await rm(dataDir, { recursive: true, force: true })
  await database.drop()
})
