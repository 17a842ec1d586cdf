import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { connectionName } from '#server/platform/db/migrations.ts'
import { runCommand } from '../support/command-process.ts'
import { createTestDatabase, serverUrlOf } from '../support/database.ts'
import { startServerProcess } from '../support/server-process.ts'
import { testDataKeys } from '../support/test-app.ts'

test('after two concurrent migrations a server starts with the serving role, and blocks a contracting migration (product §10)', async () => {
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
  const ended = await Promise.all(both)
  expect(ended, ended.map(({ said }) => said).join('\n')).toMatchObject([isDone, isDone])
  expect(await runCommand(['migrate', 'now'], owning)).toMatchObject({ code: 1 })
  const server = await startServerProcess(serving)
  const owner = new Client({ connectionString: database.url })
  await owner.connect()
  // Behind a pooler the server is known by its open transaction alone.
  const present = async () => {
    const { rows } = await owner.query<{
      name: string
    }>(`select application_name as name from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`)
    return rows.map(({ name }) => name)
  }
  await expect.poll(present).toContain(connectionName)
  expect(server.output()).not.toContain('could change the database')
  expect(await runCommand(['migrate', '--contract'], owning)).toMatchObject(isDone)
  const older = new Client({ connectionString: serverUrlOf(database.url) })
  await older.connect()
  await older.query(`set application_name = 'pabean 0000_before'; begin`)
  expect(await runCommand(['migrate', '--contract'], owning)).toMatchObject({
    code: 1,
    said: expect.stringContaining('stop the servers of other versions first: pabean 0000_before'),
  })
  await older.end()
  // Where one role does both, its own connections are none of another version.
  const alone = { ...serving, DATABASE_URL: database.url }
  await server.end()
  expect(await present()).toEqual([])
  await owner.end()
  expect(await runCommand(['migrate', '--contract'], alone)).toMatchObject(isDone)
  await rm(dataDir, { recursive: true, force: true })
  await database.drop()
})
