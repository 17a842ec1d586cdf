import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { serverRole } from '#server/platform/db/server-role.ts'

/** The connection URL of an empty, migrated database; close its connections before `drop()`. */
export type TestDatabase = { url: string; drop(): Promise<void> }

/**
 * A database of its own for one test file, copied from the template that the run's global setup migrated.
 * Works under both test runners.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = requireSetting('TEST_DATABASE_URL')
  const name = freshName('pabean_test')
  const template = requireSetting('TEST_DATABASE_TEMPLATE')
  // Copies what the template's first connection has found out of its tables as well.
  await execute(server, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: databaseUrl(server, name),
    drop: () => execute(server, `drop database ${name} with (force)`),
  }
}

/** URL of another database on the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Where the global setup says at which port of this machine PgBouncer leads to the databases of tests. */
export const poolerPortSetting = 'TEST_POOLER_PORT'

/** The same database as the role that serves, which the global setup made; by PgBouncer where one runs. */
export function serverUrlOf(url: string): string {
  const poolerPort = process.env[poolerPortSetting]
  if (!poolerPort) return directServerUrlOf(url)
  const { pathname } = new URL(url)
  return `postgresql://${serverRole}:${serverRole}@127.0.0.1:${poolerPort}${pathname}`
}

/** The same without PgBouncer, which takes no parameters of a connection. */
export function directServerUrlOf(url: string): string {
  const served = new URL(url)
  if (served.username) {
    served.username = serverRole
    served.password = serverRole
  } else served.searchParams.set('user', serverRole)
  return served.href
}

/** Runs statements one by one, each in its own transaction, on a new connection. */
export async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

export function freshName(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`
}

function requireSetting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing: this test needs the global setup of test/support.`)
  return value
}
