import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Db } from '#server/platform/db/database.ts'
import { compareMigrations, migrateTo, migrateToLatest } from '#server/platform/db/migrate.ts'
import { untilUnlocked, whileSchemaLocked } from '#server/platform/db/schema-lock.ts'
import { runCommand } from '../support/command-process.ts'
import { databaseUrl, execute, freshName, serverUrlOf } from '../support/database.ts'
import { testDataKeys } from '../support/test-app.ts'

const server = process.env['TEST_DATABASE_URL'] ?? ''

let name: string
let url: string
let db: Db
const said: string[] = []
const log = {
  info: (message: string) => void said.push(message),
  warn: (_facts: unknown, message: string) => void said.push(message),
}

beforeEach(async () => {
  said.length = 0
  name = freshName('pabean_schema')
  await execute(server, `create database ${name}`)
  url = databaseUrl(server, name)
  db = openDatabase({ connectionString: url }, () => {}).db
})
afterEach(async () => {
  await db.destroy()
  await execute(server, `drop database ${name} with (force)`)
})

test('of several first migrate commands over an empty database none fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pabean-schema-'))
  const run = (nth: number) =>
    runCommand(['migrate'], {
      DATABASE_URL: serverUrlOf(url),
      MIGRATION_DATABASE_URL: url,
      DATA_DIR: join(folder, String(nth)),
      DATA_KEYS: testDataKeys,
      DEMO: '0',
    })
  const ended = await Promise.all([1, 2, 3].map(run))
  expect(ended.map(({ code, said: output }) => [code, output])).toEqual(
    ended.map(() => [0, expect.stringContaining('The database is up to date.')]),
  )
  expect(await compareMigrations(db)).toEqual({ missing: [], unknown: [] })
  await rm(folder, { recursive: true, force: true })
})

test('whoever comes second says that it waits, and begins when the first has ended', async () => {
  const owner = { connectionString: url }
  const order: string[] = []
  let release = () => {}
  const first = whileSchemaLocked(owner, log, async () => {
    order.push('first')
    await new Promise<void>((resolve) => (release = resolve))
    order.push('end of first')
  })
  while (order.length === 0) await pause(5)
  const second = whileSchemaLocked(owner, log, async () => void order.push('second'))
  while (said.length === 0) await pause(5)
  expect(said).toEqual(['waits for another process that brings the database up to date'])
  release()
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'end of first', 'second'])
})

test('a migration that a long reader keeps from its table lets writers through, and is done after the reader', async () => {
  await migrateTo(db, '0038_proposals')
  const reader = new pg.Client({ connectionString: url })
  const writer = new pg.Client({ connectionString: url })
  await reader.connect()
  await writer.connect()
  await reader.query('begin')
  await reader.query('select count(*) from orders')
  const migrated = untilUnlocked({ connectionString: url }, log, () => migrateToLatest(db))
  while (said.length === 0) await pause(20)
  expect(said[0]).toContain('an open transaction has')
  // Between two tries, or for as long as one may wait.
  await writer.query('update orders set order_id = order_id where false')
  expect((await compareMigrations(db)).missing).toContain('0039_household')
  await reader.query('commit')
  await migrated
  expect(await compareMigrations(db)).toEqual({ missing: [], unknown: [] })
  await reader.end()
  await writer.end()
})
