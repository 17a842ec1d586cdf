import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openDatabase } from '#server/platform/db/database.ts'
import { isEmpty, readSchemaState } from '#server/platform/db/migrate.ts'
import { serverRole } from '#server/platform/db/server-role.ts'
import { fitSessions } from '#server/platform/db/session-settings.ts'
import { createTestDatabase, directServerUrlOf, execute, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let url: string
beforeAll(async () => {
  database = await createTestDatabase()
  url = directServerUrlOf(database.url)
})
afterAll(() => database.drop())

const silent = pino({ level: 'silent' })
const fit = (connectionString = url) =>
  fitSessions('DATABASE_URL', { connectionString }, { isPooled: false }, silent).then(
    () => 'served',
    (error: Error) => error.message,
  )
const inDatabase = (what: string) => `alter database NAME set ${what}`
const ofRole = (what: string) => `alter role ${serverRole} in database NAME set ${what}`
const undone = ['alter database NAME reset all', `alter role ${serverRole} in database NAME reset all`]

const change = (...statements: string[]) => {
  const name = new URL(database.url).pathname.slice(1)
  const open = 'set default_transaction_read_only = off'
  return execute(database.url, open, ...statements.map((text) => text.replaceAll('NAME', name)))
}

test.each([
  ['a search_path of the database', inDatabase('search_path = jobs'), "to_regclass('orders') is not null"],
  ['a search_path of the role', ofRole('search_path = "$user", jobs'), "to_regclass('orders') is not null"],
  ['a time zone', inDatabase("TimeZone = 'Asia/Jakarta'"), "now()::text like '%+00'"],
  ['dates day first', ofRole("DateStyle = 'SQL, DMY'"), "'01/02/2026'::date = date '2026-01-02'"],
  ['bytes escaped', ofRole('bytea_output = escape'), String.raw`'\x01'::bytea::text = '\x01'`],
  ['another isolation', inDatabase('default_transaction_isolation = serializable'), 'true'],
  ['short limits', ofRole("statement_timeout = '500ms'"), "current_setting('statement_timeout') = '30s'"],
])('%s is set by us for each connection', async (_, setting, holds) => {
  await change(setting)
  expect(await fit()).toBe('served')
  const { db } = openDatabase({ connectionString: url }, () => {})
  const { rows } = await sql<{ holds: boolean; isolation: string }>`
    select (${sql.raw(holds)}) as holds, current_setting('transaction_isolation') as isolation`.execute(db)
  await db.destroy()
  await change(...undone)
  expect(rows).toEqual([{ holds: true, isolation: 'read committed' }])
})

test.each([
  [
    'is read-only',
    inDatabase('default_transaction_read_only = on'),
    undone,
    'DATABASE_URL takes no writes: it is',
  ],
  [
    'has pg_trgm in a closed schema',
    'create schema extensions; alter extension pg_trgm set schema extensions',
    ['alter extension pg_trgm set schema public', 'drop schema extensions'],
    `DATABASE_URL has pg_trgm in schema extensions, which ${serverRole} may not use: grant usage on schema extensions to`,
  ],
  [
    'has its tables in another schema',
    'create schema desk; alter table kysely_migration set schema desk; alter table orders set schema desk',
    [
      'alter table desk.kysely_migration set schema public',
      'alter table desk.orders set schema public',
      'drop schema desk',
    ],
    'DATABASE_URL has the tables in schema desk, and they belong into public: move them there',
  ],
])('a database that %s is refused with cause and cure', async (_, setting, undo, line) => {
  await change(setting)
  const said = await fit()
  await change(...undo)
  expect(said).toContain(line)
  expect(await fit()).toBe('served')
})

test('a setting of the address that stays is refused and named', async () => {
  const address = new URL(url)
  address.searchParams.set('options', '-c search_path=jobs')
  expect(await fit(address.href)).toContain(
    'DATABASE_URL has search_path = jobs and not public: take it out of the address or the pooler',
  )
})

test('pg_trgm in a schema that the role may use is found there', async () => {
  await execute(
    database.url,
    `create schema extensions; alter extension pg_trgm set schema extensions; grant usage on schema extensions to ${serverRole}`,
  )
  expect(await fit()).toBe('served')
  const { db } = openDatabase({ connectionString: url }, () => {})
  const { rows } = await sql`select similarity('desk', 'desks') > 0 as finds`.execute(db)
  expect([rows, isEmpty(await readSchemaState(db))]).toEqual([[{ finds: true }], false])
  await db.destroy()
})
