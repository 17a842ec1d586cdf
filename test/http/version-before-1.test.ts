import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { serverRole } from '#server/platform/db/server-role.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { runCommand } from '../support/command-process.ts'
import { databaseUrl, execute, freshName } from '../support/database.ts'
import { embeddedEnvironment } from '../support/embedded-installation.ts'
import { startServerProcess } from '../support/server-process.ts'
import { testDataKeys } from '../support/test-app.ts'

const server = process.env['TEST_DATABASE_URL'] ?? ''

const orders = ['create table orders (order_id bigint primary key)', 'insert into orders values (2000001)']
const record = [
  'create table kysely_migration (name text primary key, timestamp text not null)',
  "insert into kysely_migration values ('0001_core', ''), ('0047_by_buyer', '')",
]
const left = 'is of a version before 1.0 and is left as it was: choose an empty one'

async function contentOf(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  const tables = await client.query(`select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)
  const schemas = await client.query("select nspname from pg_namespace where nspname !~ '^pg_' order by 1")
  const roles = await client.query(
    'select rolname, rolconfig from pg_roles where rolname in (current_user, $1) order by 1',
    [serverRole],
  )
  await client.end()
  return [tables.rows, schemas.rows, roles.rows]
}

test.each([
  ['whose migrations are of before', [...orders, ...record]],
  ['that has orders and no record of migrations', orders],
])('a database %s is refused in one line, and left as it was (product §10)', async (_, statements) => {
  const name = freshName('pabean_before')
  await execute(server, `create database ${name}`)
  const url = databaseUrl(server, name)
  await execute(url, ...statements)
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-before-'))
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, DATA_KEYS: testDataKeys, DEMO: '0' }
  const before = await contentOf({ connectionString: url })
  const { code, said } = await runCommand(['migrate'], env)
  expect([code, said.trim().split('\n').at(-1)]).toEqual([1, `the database ${left}`])
  await expect(startServerProcess(env)).rejects.toThrow(`Pabean could not start: the database ${left}`)
  expect(await contentOf({ connectionString: url })).toEqual(before)
  await execute(server, `drop database ${name} with (force)`)
  await rm(dataDir, { recursive: true })
})

test('a data folder of before is refused in one line, and left as it was (product §10)', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-before-'))
  const inDatabase = async <T>(work: (connection: pg.ClientConfig) => Promise<T>): Promise<T> => {
    const { connection, stop } = await startEmbeddedPostgres({
      dataDir: join(dataDir, 'postgres'),
      log: () => {},
    })
    try {
      return await work(connection)
    } finally {
      await stop()
    }
  }
  const before = await inDatabase(async (connection) => {
    const client = new pg.Client(connection)
    await client.connect()
    for (const statement of [...orders, ...record]) await client.query(statement)
    await client.end()
    return contentOf(connection)
  })
  await expect(startServerProcess(embeddedEnvironment(dataDir))).rejects.toThrow(
    `Pabean could not start: the database in DATA_DIR ${dataDir} ${left}`,
  )
  const after = await inDatabase(contentOf)
  expect(after).toEqual(before)
  await rm(dataDir, { recursive: true })
})
