import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Db } from '#server/platform/db/database.ts'
import { migrateToLatest, readSchemaState } from '#server/platform/db/migrate.ts'
import { migrationsIn } from '#server/platform/db/migrations.ts'
import { selectOtherVersions } from '#server/platform/db/connections.ts'
import { whileSchemaLocked } from '#server/platform/db/connections.ts'
import { databaseUrl, execute, freshName } from '../support/database.ts'

const server = process.env['TEST_DATABASE_URL'] ?? ''

let folder: string
let name: string
let url: string
let db: Db

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-migrations-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Adds files to the migrations of the test. */
async function addMigrations(texts: Record<string, string>) {
  for (const [file, text] of Object.entries(texts)) await writeFile(join(folder, `${file}.sql`), text)
  return migrationsIn(folder)
}

beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  folder = await mkdtemp(join(tmpdir(), 'pabean-migrations-'))
  name = freshName('pabean_schema')
  await execute(server, `create database ${name}`)
  url = databaseUrl(server, name)
  db = openDatabase({ connectionString: url, max: 1 }, () => {}).db
  return async () => {
    await db.destroy()
    await execute(server, `drop database ${name} with (force)`)
  }
})

async function connect() {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

const first = { '0001_things': 'create table things (id int primary key, old text, new text)' }
const later = {
  '0002_no_old.contract': 'alter table things drop column old',
  '0003_more': 'alter table things add column more text',
}

test('contracting migrations wait for the command while later ones run; a new database gets all at once', async () => {
  await migrateToLatest(db, { migrations: await addMigrations(first) })
  const migrations = await addMigrations(later)
  await migrateToLatest(db, { migrations, contracts: false })
  expect(await readSchemaState(db, migrations)).toMatchObject({
    missing: [],
    toContract: ['0002_no_old.contract'],
  })
  await execute(url, `insert into things (id, old, more) values (1, 'of the version before', 'of this one')`)
  await migrateToLatest(db, { migrations })
  expect(await readSchemaState(db, migrations)).toMatchObject({ missing: [], toContract: [] })
  await expect(execute(url, 'select old from things')).rejects.toThrow('does not exist')

  await execute(url, 'drop table things, kysely_migration, kysely_migration_lock')
  await migrateToLatest(db, { migrations, contracts: false })
  await expect(execute(url, 'select old from things')).rejects.toThrow('does not exist')
})

test('the previous version starts on an expanded database, and is refused on a contracted one', async () => {
  const before = await addMigrations(first)
  await migrateToLatest(db, { migrations: before })
  const now = await addMigrations(later)
  await migrateToLatest(db, { migrations: now, contracts: false })
  await migrateToLatest(db, { migrations: before, contracts: false })
  expect((await readSchemaState(db, before)).newer).toEqual(['0003_more'])
  await migrateToLatest(db, { migrations: now })
  await expect(migrateToLatest(db, { migrations: before, contracts: false })).rejects.toThrow(
    'the database is of a newer version (0002_no_old.contract): start that version',
  )
})

test('a database with an unsuitable encoding is refused at once', async () => {
  await db.destroy()
  await execute(
    server,
    `drop database ${name}`,
    `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`,
  )
  db = openDatabase({ connectionString: url, max: 1 }, () => {}).db
  await expect(migrateToLatest(db, { migrations: await addMigrations(first) })).rejects.toThrow(
    `the encoding of the database is SQL_ASCII: create it with encoding 'UTF8' template template0`,
  )
})

test('a serving role is told which role migrates the database', async () => {
  const role = freshName('pabean_serving')
  await execute(server, `create role ${role} login`)
  const servingUrl = new URL(url)
  servingUrl.searchParams.set('user', role)
  const serving = openDatabase({ connectionString: servingUrl.href, max: 1 }, () => {}).db
  const refusal =
    'npm run cli -- migrate with MIGRATION_DATABASE_URL, as its owner, who may create in the database and in its schema public (permission denied for '
  try {
    await expect(migrateToLatest(serving, { migrations: await addMigrations(first) })).rejects.toThrow(
      refusal,
    )
    await migrateToLatest(db, { migrations: await addMigrations(first) })
    await execute(url, `grant select on kysely_migration to ${role}`)
    await expect(migrateToLatest(serving, { migrations: await addMigrations(later) })).rejects.toThrow(
      refusal,
    )
  } finally {
    await serving.destroy()
    await execute(url, `drop owned by ${role}`)
    await execute(server, `drop role ${role}`)
  }
})

test('a migration waiting for a table lets writers pass, and runs once the table is free', async () => {
  const migrations = await addMigrations(first)
  await migrateToLatest(db, { migrations })
  const reader = await connect()
  await reader.query('begin; select from things')
  const said: string[] = []
  const migrating = migrateToLatest(db, {
    migrations: await addMigrations(later),
    contracts: false,
    say: (line) => said.push(line),
  })
  await expect.poll(() => said).toHaveLength(1)
  expect(said[0]).toContain('0003_more waits for a table')
  // Behind a statement that waits without a limit this would wait too.
  await execute(url, 'insert into things (id) values (7)')
  await reader.query('commit')
  await migrating
  expect((await readSchemaState(db, migrationsIn(folder))).missing).toEqual([])
  await reader.end()
})

test('an index is created concurrently with a writer, and recreated if it is invalid', async () => {
  await migrateToLatest(db, { migrations: await addMigrations(first) })
  await execute(url, `insert into things (id, new) values (1, 'same'), (2, 'same')`)
  await expect(execute(url, 'create unique index concurrently things_new on things (new)')).rejects.toThrow()
  await execute(url, `update things set new = id::text`)
  const writer = await connect()
  await writer.query('begin')
  await writer.query(`insert into things (id, new) values (3, '3')`)
  const migrations = await addMigrations({
    '0002_index.concurrently':
      'create unique index concurrently things_new on things (new);\ncreate index concurrently things_old on things (old);\n',
  })
  const made = whileSchemaLocked(
    { connectionString: url },
    () => {},
    () => migrateToLatest(db, { migrations }),
  )
  await writer.query('commit')
  await made
  const { rows } = await writer.query(
    `select relname, indisvalid from pg_index join pg_class c on c.oid = indexrelid where relname like 'things_%' order by 1`,
  )
  await writer.end()
  expect(rows.filter(({ relname }) => relname !== 'things_pkey')).toEqual([
    { relname: 'things_new', indisvalid: true },
    { relname: 'things_old', indisvalid: true },
  ])
})

test('one process at a time migrates, and the others log that they wait', async () => {
  const order: string[] = []
  const said: string[] = []
  const change = (which: string) =>
    whileSchemaLocked(
      { connectionString: url },
      (line) => said.push(line),
      async () => {
        order.push(`${which} begins`)
        await new Promise((resolve) => setTimeout(resolve, 300))
        order.push(`${which} ends`)
      },
    )
  await Promise.all([change('one'), change('other')])
  expect(order.map((line) => line.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends'])
  expect(said).toEqual(['another process brings the database up to date: waiting for it'])
})

test('servers of other versions are recognised by their connection names', async () => {
  expect(await selectOtherVersions(db)).toEqual([])
  const [newer, unnamed] = [await connect(), await connect()]
  await newer.query(`set application_name = 'pabean 0099_later'`)
  expect(await selectOtherVersions(db)).toEqual(['pabean 0099_later'])
  await Promise.all([newer.end(), unnamed.end()])
})
