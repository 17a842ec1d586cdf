import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasWriterRole } from '#server/audit/chain.queries.ts'
import { openDatabase, type Db } from '#server/platform/db/database.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { chainWaiting, findFaults } from '../support/audit-plants.ts'
import { databaseUrl, execute, freshName } from '../support/database.ts'
import { startTestApp } from '../support/test-app.ts'

const server = process.env['TEST_DATABASE_URL'] ?? ''

let name: string
let url: string
let db: Db

beforeEach(async () => {
  name = freshName('pabean_migration')
  await execute(server, `create database ${name}`)
  url = databaseUrl(server, name)
  db = openDatabase({ connectionString: url }, () => {}).db
})
afterEach(async () => {
  await db.destroy()
  await execute(server, `drop database ${name} with (force)`)
})

test('migrating again changes nothing', async () => {
  await migrateToLatest(db)
  const tables = () =>
    sql<{
      n: number
    }>`select count(*)::int as n from information_schema.columns where table_schema = 'public'`
      .execute(db)
      .then(({ rows }) => rows[0]?.n)
  const before = await tables()
  await migrateToLatest(db)
  expect(await tables()).toBe(before)
})

test('a database owner that may not create roles gets an audit chain protected by triggers and its key', async () => {
  const role = freshName('pabean_limited')
  await execute(server, `create role ${role} login`, `alter database ${name} owner to ${role}`)
  const limitedUrl = new URL(url)
  limitedUrl.searchParams.set('user', role)
  const limited = openDatabase({ connectionString: limitedUrl.href }, () => {}).db
  try {
    await migrateToLatest(limited)
    expect(await hasWriterRole(limited)).toBe(false)
    const app = await startTestApp({ existingDatabaseUrl: limitedUrl.href })
    try {
      const { email } = await app.addMember('Somebody New', 'Admin')
      await app.signInWith(email)
      await chainWaiting(app)
      expect(await findFaults(app)).toEqual([])
      await expect(sql`delete from audit_chain`.execute(limited)).rejects.toThrow('only ever added')
    } finally {
      await app.stop()
    }
  } finally {
    await limited.destroy()
    await execute(url, `reassign owned by ${role} to current_user`, `drop owned by ${role}`)
    await execute(server, `alter database ${name} owner to current_user`, `drop role ${role}`)
  }
})
