import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { openDatabase } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { createServerRole, grantServerRights, serverRole } from '#server/platform/db/server-role.ts'
import { installPgBouncer } from './pgbouncer/install.ts'
import { startPgBouncer } from './pgbouncer/pgbouncer.ts'
import { databaseUrl, directServerUrlOf, execute, freshName, poolerPortSetting } from './database.ts'
import { startServerProcess } from './server-process.ts'

/**
 * Global setup of both runners: the built server, whose processes tests start, and a PostgreSQL (that of `TEST_DATABASE_URL`, else an embedded one in a
 * temporary folder) with one migrated template, which `createTestDatabase` copies. Test processes inherit
 * both names through the environment. With `POOLED=1` the servers of tests reach their databases through PgBouncer in
 * transaction mode. Returns the teardown.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await buildServer()
  const configuredUrl = process.env['TEST_DATABASE_URL']
  const server = configuredUrl ? { url: configuredUrl, stop: async () => {} } : await startTemporary()
  const template = freshName('pabean_template')
  await execute(server.url, `create database ${template}`)
  await migrate(databaseUrl(server.url, template))
  await createServerRole({ connectionString: server.url })
  await execute(server.url, `alter role ${serverRole} password '${serverRole}'`)
  await grantServerRights({ connectionString: databaseUrl(server.url, template) }, serverRole)
  await makeQueues(server.url, template)
  process.env['TEST_DATABASE_URL'] = server.url
  process.env['TEST_DATABASE_TEMPLATE'] = template
  const pooler = process.env['POOLED'] === '1' ? await startPooler(server.url) : null
  return async () => {
    await pooler?.stop()
    await execute(server.url, `drop database ${template}`)
    await server.stop()
  }
}

/** A server makes its queues when it starts, which takes ten times as long as the rest; its keys, first Admin and jobs are not kept. */
async function makeQueues(serverUrl: string, template: string): Promise<void> {
  const url = databaseUrl(serverUrl, template)
  const folder = await mkdtemp(join(tmpdir(), 'pabean-template-'))
  const started = await startServerProcess({
    DATABASE_URL: directServerUrlOf(url),
    MIGRATION_DATABASE_URL: url,
    DATA_DIR: folder,
    DEMO: '0',
  })
  await started.end()
  await execute(
    url,
    'delete from members',
    'alter table members alter column id restart',
    'delete from settings',
    'delete from jobs.job',
  )
  await rm(folder, { recursive: true })
}

/** Does nothing if the build is up to date. */
async function buildServer(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', 'server'])
}

/** In front of every database of the tests, for the role that serves; migrations and tests themselves connect directly. */
async function startPooler(serverUrl: string) {
  const { host, port } = new Client({ connectionString: serverUrl })
  const pooler = await startPgBouncer({
    pgbouncer: await installPgBouncer(),
    databases: [`* = host=${host} port=${port}`],
    roles: { [serverRole]: serverRole },
    authType: 'trust',
  })
  process.env[poolerPortSetting] = String(pooler.port)
  return pooler
}

/** Bytes for the databases of a run. */
const databasesBytes = 2 * 1024 ** 3

/** Memory where there is enough of it: copying a template there takes an eighth of the time. */
async function databasesFolder(): Promise<string> {
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > databasesBytes ? memory : tmpdir()
}

/** Named by the process, so that the next run removes what one that was killed has left. */
async function makeFolder(): Promise<string> {
  const parent = await databasesFolder()
  for (const name of await readdir(parent)) {
    const [, pid] = /^pabean-test-pg-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(parent, name), { recursive: true, force: true })
  }
  return mkdtemp(join(parent, `pabean-test-pg-${process.pid}-`))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function startTemporary(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await makeFolder()
  // PostgreSQL does not run as root, so another user must be able to reach the data folder.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} })
  const { host, port, user, database } = postgres.connection
  const url = `postgresql:///${database}?${new URLSearchParams({ host, port: String(port), user })}`
  // Durability is not needed, because the data is deleted after the run.
  // Without autovacuum plans do not change during a run; tests that need statistics call `analyze`.
  await execute(
    url,
    'alter system set fsync = off',
    'alter system set full_page_writes = off',
    'alter system set autovacuum = off',
    "alter system set max_wal_size = '256MB'",
    'select pg_reload_conf()',
  )
  return {
    url,
    stop: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function migrate(url: string): Promise<void> {
  const { db } = openDatabase({ connectionString: url }, () => {})
  try {
    await migrateToLatest(db)
  } finally {
    await db.destroy()
  }
}
