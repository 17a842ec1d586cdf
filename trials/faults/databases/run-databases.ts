// npm run trial -- databases: databases that are a little different, each served whole or refused in one line.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOrder } from '#contract/intake.ts'
import { listOrders } from '#contract/orders.ts'
import { signIn } from '#contract/session.ts'
import { send } from '../../../test/support/call.ts'
import { runCommand } from '../../../test/support/command-process.ts'
import { databaseUrl, execute, freshName } from '../../../test/support/database.ts'
import setup from '../../../test/support/global-setup.ts'
import { anOrder } from '../../../test/support/orders.ts'
import { installPgBouncer } from '../../../test/support/pgbouncer/install.ts'
import { startPgBouncer } from '../../../test/support/pgbouncer/pgbouncer.ts'
import { startServerProcess } from '../../../test/support/server-process.ts'
import { Client } from 'pg'
import { conclude } from '../../figures.ts'

const admin = { email: 'admin@databases.example', password: 'a password of the trial' }
const intakeKey = 'databases-intake-key-0123456789'

interface Different {
  name: string
  /** As the superuser: `ROLE` owns the database `NAME`; within it. */
  setUp?: readonly string[]
  /** Between the first start and the second. */
  afterwards?: readonly string[]
  env?: Record<string, string>
  create?: string
  /** Settings of a PgBouncer in front. */
  pooler?: Record<string, string>
  /** Parameters of the address. */
  options?: string
  /** The line of a refused start; undefined where it is served. */
  refused?: RegExp
}

const role = (what: string) => `alter role ROLE set ${what}`
const inDatabase = (what: string) => `alter database NAME set ${what}`
const elsewhere = ['create schema extensions', 'create extension pg_trgm schema extensions']
const utf8 = `encoding 'UTF8' template template0`

const databases: readonly Different[] = [
  { name: 'as it comes' },
  { name: "a schema of the role's name", setUp: ['create schema authorization ROLE'] },
  {
    name: 'search_path of the database',
    setUp: ['create schema desk', inDatabase('search_path = desk, public')],
  },
  { name: 'search_path of the role', setUp: ['create schema desk', role('search_path = desk')] },
  { name: 'pg_trgm elsewhere', setUp: [...elsewhere, 'grant usage on schema extensions to ROLE'] },
  {
    name: 'pg_trgm where the role may not look',
    setUp: elsewhere,
    refused: /DATABASE_URL has pg_trgm in schema extensions, which \S+ may not use: grant usage/,
  },
  {
    name: 'nothing may be made in public',
    setUp: [
      'create extension pg_trgm',
      'alter schema public owner to current_user',
      'revoke all on schema public from public',
      'grant usage on schema public to ROLE',
    ],
    refused: /may not change it: .*permission denied for schema public/,
  },
  {
    name: 'read-only from the beginning',
    setUp: [inDatabase('default_transaction_read_only = on')],
    refused: /DATABASE_URL takes no writes: it is a standby, or was closed/,
  },
  {
    name: 'read-only after a start',
    afterwards: [inDatabase('default_transaction_read_only = on')],
    refused: /DATABASE_URL takes no writes: it is a standby, or was closed/,
  },
  { name: 'serializable', setUp: [inDatabase('default_transaction_isolation = serializable')] },
  { name: 'repeatable read', setUp: [role("default_transaction_isolation = 'repeatable read'")] },
  {
    name: 'Asia/Jakarta, day first',
    setUp: [inDatabase("TimeZone = 'Asia/Jakarta'"), role("DateStyle = 'SQL, DMY'")],
  },
  {
    name: 'bytea escaped, backslashes',
    setUp: [role('bytea_output = escape'), role('standard_conforming_strings = off')],
  },
  {
    name: 'short limits',
    setUp: [
      role("lock_timeout = '500ms'"),
      role("statement_timeout = '2s'"),
      role("idle_session_timeout = '4s'"),
      role("transaction_timeout = '3s'"),
    ],
  },
  {
    name: 'SQL_ASCII',
    create: `encoding 'SQL_ASCII' locale 'C' template template0`,
    refused: /encoding of the database is SQL_ASCII: create it with/,
  },
  { name: 'locale C', create: `${utf8} locale 'C'` },
  {
    name: 'few connections and a small pool',
    setUp: ['alter database NAME connection limit 12'],
    env: { DATABASE_POOL: '4' },
  },
  {
    name: 'no connection left',
    setUp: ['alter database NAME connection limit 1'],
    refused: /no connection left for it: raise max_connections, or lower DATABASE_POOL/,
  },
  {
    name: 'search_path in the address',
    options: '-c search_path=desk',
    refused: /DATABASE_URL has search_path = desk and not public: take it out of the address/,
  },
  {
    name: 'tables moved elsewhere',
    afterwards: [
      'create schema desk',
      'alter table kysely_migration set schema desk',
      'alter table orders set schema desk',
    ],
    refused: /DATABASE_URL has the tables in schema desk, and they belong into public/,
  },
  { name: 'a pooler in transaction mode', pooler: {} },
  { name: 'a pooler without prepared statements', pooler: { max_prepared_statements: '0' } },
  { name: 'a pooler in session mode', pooler: { pool_mode: 'session' } },
  {
    name: 'a pooler in statement mode',
    pooler: { pool_mode: 'statement' },
    refused: /leads to a pooler in statement mode: set pool_mode = transaction/,
  },
]

interface Outcome {
  database: string
  expected: string
  found: string
  doctor: string
  isRight: boolean
}

/** Takes in orders, signs in and reads; null where all of it was answered. */
async function findFailure(url: string): Promise<string | null> {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(url, createOrder, { body: anOrder() }, { token: intakeKey })),
  )
  const refused = answers.find(({ http }) => http !== 200)
  if (refused) return `an order was answered ${refused.http} ${refused.body.message}`
  const token = (await send(url, signIn, { body: admin })).body.jwtToken
  for (let nth = 0; nth < 40; nth += 1) {
    const list = await send(url, listOrders, { params: { orderName: 'newOrder' } }, { token })
    if (list.http !== 200) return `a list was answered ${list.http}`
  }
  return null
}

async function tryDatabase(server: string, different: Different): Promise<Outcome> {
  const { name, setUp = [], afterwards = [], env = {}, create = utf8, pooler, options, refused } = different
  const [database, owner] = [freshName('different'), freshName('owner')]
  const statements = (texts: readonly string[]) =>
    execute(
      databaseUrl(server, database),
      'set default_transaction_read_only = off',
      ...texts.map((text) => text.replaceAll('NAME', database).replaceAll('ROLE', owner)),
    )
  await execute(
    server,
    `create role ${owner} login createrole`,
    `create database ${database} owner ${owner} ${create}`,
  )
  await statements(setUp)
  const direct = new URL(databaseUrl(server, database))
  direct.searchParams.set('user', owner)
  if (options) direct.searchParams.set('options', options)
  const { host, port } = new Client({ connectionString: server })
  const pgbouncer = pooler
    ? await startPgBouncer({
        pgbouncer: await installPgBouncer(),
        databases: [`* = host=${host} port=${port}`],
        roles: { [owner]: owner },
        authType: 'trust',
        changes: pooler,
      })
    : null
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-different-'))
  const settings = {
    DATABASE_URL: pgbouncer
      ? `postgres://${owner}:${owner}@127.0.0.1:${pgbouncer.port}/${database}`
      : direct.href,
    ...(pgbouncer && { MIGRATION_DATABASE_URL: direct.href }),
    DATA_DIR: dataDir,
    DEMO: '0',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    INTAKE_KEY: intakeKey,
    ...env,
  }
  const start = async () => {
    const running = await startServerProcess(settings).catch((error: Error) => error.message)
    if (typeof running === 'string') return running
    const failure = await findFailure(running.url).catch((error: Error) => error.message)
    const ready = await (await fetch(`${running.url}/readyz`)).text()
    await running.end()
    return failure ?? (ready.includes('"ready"') ? 'served' : ready)
  }
  try {
    const looked = (await runCommand(['doctor'], settings)).said
    const first = await start()
    if (afterwards.length > 0) await statements(afterwards)
    const found = first === 'served' ? await start() : first
    const doctor = (looked.match(/^\w+ +database +.*$/gm) ?? []).join(' / ').replaceAll(/ +/g, ' ')
    const isRight = refused ? refused.test(found) : found === 'served'
    const line = found
      .split('\n')
      .find((text) => text.includes('Pabean could') || text.includes('Wrong setting'))
    return {
      database: name,
      expected: refused ? 'refused' : 'served',
      found: (line ?? found).slice(0, 110),
      doctor: doctor.slice(0, 100),
      isRight: isRight && /lacks|encoding|pg_trgm|takes no writes|connection|statement mode/.test(doctor),
    }
  } finally {
    await pgbouncer?.stop()
    await execute(server, `drop database ${database} with (force)`, `drop role ${owner}`).catch(() => {})
    await rm(dataDir, { recursive: true, force: true })
  }
}

const only = process.argv.includes('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '') : ''
const teardown = await setup()
try {
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  const outcomes: Outcome[] = []
  for (const different of databases.filter(({ name }) => name.includes(only))) {
    const outcome = await tryDatabase(server, different)
    console.log(`${outcome.isRight ? '✓' : '✗'} ${outcome.database}: ${outcome.found}`)
    outcomes.push(outcome)
  }
  console.table(outcomes)
  const served = outcomes.filter(({ expected }) => expected === 'served').length
  conclude(
    outcomes
      .filter(({ isRight }) => !isRight)
      .map(({ database, found, doctor }) => `${database}: ${found} (${doctor})`),
    {
      tried: `${outcomes.length} databases`,
      found: `${served} to be served whole, ${outcomes.length - served} to be refused in a line; ${outcomes.filter(({ isRight }) => !isRight).length} otherwise`,
    },
  )
} finally {
  await teardown()
}
