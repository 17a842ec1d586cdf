import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { schemaRights, usedSequences } from '#server/platform/db/server-role.ts'
import { serverRole } from '#server/platform/db/server-role.ts'
import { createTestOrder } from '../support/orders.ts'
import { startServerProcess } from '../support/server-process.ts'
import { startTestApp, testDataKeys } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
beforeAll(async () => {
  await createTestOrder(app, {})
})

/** Statements that an injection would try. */
const beyondServing = [
  'create table planted (id int)',
  'create temporary table planted (id int)',
  'create table jobs.planted (id int)',
  'create schema planted',
  'create function planted() returns int language sql as $$ select 1 $$',
  'create role planted superuser',
  'create extension dblink',
  'alter table orders add column planted text',
  'alter table audit_events disable trigger all',
  'alter role current_user superuser',
  'create index planted on orders (full_name)',
  'drop table orders cascade',
  'truncate attempts',
  'truncate audit_events cascade',
  'select * from pg_authid',
  "select pg_read_file('PG_VERSION')",
  "select pg_ls_dir('.')",
  "select lo_import('/etc/passwd')",
  "copy (select 1) to '/tmp/planted'",
  "copy attempts (scope) from '/etc/passwd'",
  "copy (select 1) to program 'true'",
  "alter system set log_statement = 'all'",
  "set session_replication_role = 'replica'",
  "set role 'postgres'",
  "set role 'pabean_audit_owner'",
  "update audit_events set actor = 'Somebody else'",
  'delete from audit_events',
  'update audit_chain set seq = seq',
  'delete from audit_chain',
  'delete from orders',
  'delete from members',
  'delete from order_events',
  'delete from sessions',
  'delete from invoice_numbers',
  'delete from kysely_migration',
  "select jobs.create_queue('planted', '{}')",
  "select jobs.delete_queue('mail')",
]

test.each(beyondServing)('the server may not: %s', async (statement) => {
  await expect(sql.raw(statement).execute(app.platform.db)).rejects.toThrow(
    /permission denied|must be owner|must be superuser|must have|only roles with/i,
  )
})

test('the serving role has no attribute but login', async () => {
  const { rows } =
    await sql`select rolname as name, rolcanlogin as login, rolsuper or rolcreatedb or rolcreaterole
      or rolreplication or rolbypassrls as more, array(select pg_get_userbyid(m.roleid)::text from pg_auth_members m
      where m.member = r.oid) as roles
    from pg_roles r where rolname = current_user`.execute(app.platform.db)
  expect(rows).toEqual([{ name: serverRole, login: true, more: false, roles: ['pabean_audit_writer'] }])
})

async function rightsGiven(): Promise<string[]> {
  const { rows } = await sql<{ given: string }>`
    select format('%s.%s %s', n.nspname, c.relname, lower(a.privilege_type)) as given
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) a
    where a.grantee in (to_regrole(${serverRole}), 0) and n.nspname in ('public', 'jobs')`.execute(app.owner)
  return rows.map(({ given }) => given).toSorted()
}

const rightsNamed = [
  ...Object.entries(schemaRights).flatMap(([schema, tables]) =>
    Object.entries(tables).flatMap(([table, rights]) =>
      ['select', ...rights].map((right) => `${schema}.${table} ${right}`),
    ),
  ),
  ...usedSequences.map((name) => `public.${name} usage`),
].toSorted()

test('simultaneous starts give the same rights, also on a database without the role', async () => {
  expect(await rightsGiven()).toEqual(rightsNamed)
  await sql`drop owned by ${sql.ref(serverRole)}`.execute(app.owner)
  await sql`grant delete, truncate on orders to ${sql.ref(serverRole)}`.execute(app.owner)
  const servers = await Promise.all([1, 2, 3].map(() => startTestApp({ sharedWith: app })))
  try {
    expect(await rightsGiven()).toEqual(rightsNamed)
    await createTestOrder(servers[0] ?? app, {})
  } finally {
    for (const server of servers) await server.stop()
  }
})

const warning = 'could change the database itself'

test.each([
  ['as the owner', 'databaseUrl', true],
  ['as the role that serves, where the schema is up to date', 'serverUrl', false],
] as const)('one URL, %s, serves, and the log reports excess rights', async (_, url, isTold) => {
  const server = await startServerProcess({
    DATABASE_URL: app[url],
    DATA_DIR: app.dataDir,
    DATA_KEYS: testDataKeys,
    DEMO: '0',
  })
  try {
    expect(server.output().includes(warning)).toBe(isTold)
  } finally {
    await server.end()
  }
})

test('a migration URL of another database fails the start with one line', async () => {
  const other = new URL(app.databaseUrl)
  other.pathname = 'postgres'
  const child = spawn(process.execPath, ['dist/server/cli.js', 'intake-key', 'list'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: app.serverUrl,
      MIGRATION_DATABASE_URL: other.href,
      DATA_DIR: app.dataDir,
      DATA_KEYS: testDataKeys,
    },
  })
  const said = text(child.stderr)
  expect(await once(child, 'close')).toEqual([1, null])
  expect((await said).trim().split('\n').at(-1)).toBe(
    'MIGRATION_DATABASE_URL names another database than DATABASE_URL',
  )
})

test('the embedded database is served by the serving role only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pabean-role-'))
  await chmod(folder, 0o755)
  const server = await startServerProcess({ DATA_DIR: folder, DEMO: '0' })
  try {
    const client = new Client({ host: join(folder, 'postgres'), user: 'postgres', database: 'postgres' })
    await client.connect()
    const roles = async () => {
      const { rows } = await client.query<{
        name: string
      }>(`select distinct usename as name from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`)
      return rows.map(({ name }) => name)
    }
    // The owner's startup connections are still closing.
    await expect.poll(roles).toEqual([serverRole])
    await client.end()
    expect(server.output()).not.toContain(warning)
  } finally {
    await server.end()
    await rm(folder, { recursive: true, force: true })
  }
})
