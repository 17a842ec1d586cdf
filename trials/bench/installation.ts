import { hash } from '@node-rs/argon2'
import { spawn } from 'node:child_process'
import { chmod, mkdir, realpath, rm, statfs } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { signIn } from '#contract/session.ts'
import { roles } from '#contract/rules/roles.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { applyRoleSettings } from '#server/platform/db/session-settings.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { parseDataKeys, type Seal } from '#server/platform/seal.ts'
import { openServerKeys } from '#server/platform/server-keys.ts'
import { send } from '../../test/support/call.ts'
import { freePort, startServerProcess } from '../../test/support/server-process.ts'
import { fillDatabase } from './fill-database.ts'
import { markBegun, markComplete, readFillState } from './fill-mark.ts'
import type { Target } from './measure.ts'

const password = 'bench password of a member'
const intakeKey = 'bench-intake-key-0123456789'
export const dataKeys = `bench:${Buffer.alloc(32, 9).toString('base64')}`
export const memberName = 'Bench Admin'
const email = 'admin@bench.example'

async function insertMembers(client: pg.Client): Promise<void> {
  const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  for (const role of roles)
    await client.query(
      `insert into members (name, email, password_hash, role, created_at) values ($1, $2, $3, $4, now())`,
      [`Bench ${role}`, role === 'Admin' ? email : null, passwordHash, role],
    )
}

export const referenceMonths = `
  drop table if exists reference_months;
  create table reference_months as
  select process_status, (month + interval '1 month') at time zone 'UTC' as ends_at,
    (sum(n) over (partition by process_status order by month desc) - n)::bigint as passed
  from (
    select process_status, date_trunc('month', created_at at time zone 'UTC') as month, count(*) as n
    from orders group by 1, 2
  ) months;
  create index on reference_months (process_status, passed);
  analyze reference_months`

/** Bytes of an order with its history and indexes, and of the log that its copy writes. */
const bytesPerOrder = 5000

async function requireSpace(folder: string, count: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < count * bytesPerOrder)
    throw new Error(
      `${folder} has ${Math.floor((bavail * bsize) / 1e9)} GB free; ` +
        `${count} orders need ${Math.ceil((count * bytesPerOrder) / 1e9)}`,
    )
}

async function startDatabase(folder: string) {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} })
  const { host, port, user } = postgres.connection
  const url = `postgresql:///${postgres.connection.database}?${new URLSearchParams({ host, port: String(port), user })}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return { url, client, stop: async () => (await client.end(), postgres.stop()) }
}
type Database = Awaited<ReturnType<typeof startDatabase>>

async function removeDatabase(folder: string): Promise<void> {
  const path = join(folder, 'postgres')
  await rm(await realpath(path), { recursive: true, force: true })
  await rm(path, { recursive: true, force: true })
  await rm(join(folder, 'data'), { recursive: true, force: true })
}

async function fill({ client }: Database, seal: Seal, count: number, report: Report): Promise<void> {
  await insertMembers(client)
  const members = await client.query<{ id: number }>('select id from members')
  const memberIds = members.rows.map(({ id }) => Number(id))
  const idKey = seal.hash('order id permutation', '')
  await fillDatabase(client, { count, seal, idKey, memberIds, now: new Date() }, report)
  await markComplete(client)
}

/** Previews and mails of an earlier run's uploads would be made during this run. */
const dropLeftWork = `
  delete from jobs.job where state in ('created', 'retry', 'active');
  update mails set state = 'failed' where state in ('queued', 'sending')`

type Report = (line: string) => void

/** Starts and migrates PostgreSQL in `folder` and fills it unless it already has `count` orders; an interrupted fill is repeated. */
export async function openInstallation(folder: string, count: number, report: Report): Promise<Database> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  let database = await startDatabase(folder)
  try {
    const state = await readFillState(database.client, count)
    if (state === 'interrupted') {
      report(`${folder} was not filled to its end: it is begun again`)
      await database.stop()
      await removeDatabase(folder)
      database = await startDatabase(folder)
    }
    if (state !== 'complete') {
      await requireSpace(folder, count)
      await markBegun(database.client, count)
    }
    const { db } = openDatabase({ connectionString: database.url }, () => {})
    const keys = await migrateToLatest(db)
      .then(() => openServerKeys(db, parseDataKeys(dataKeys)))
      .finally(() => db.destroy())
    if (state !== 'complete') await fill(database, keys.seal, count, report)
    await applyRoleSettings({ connectionString: database.url }, { isPooled: false })
    await database.client.query('set statement_timeout = 0')
    const { rows } = await database.client.query("select to_regclass('jobs.job') is not null as was_served")
    if (rows[0].was_served) await database.client.query(dropLeftWork)
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

export async function startProduct(url: string, folder: string) {
  const server = await startServerProcess({
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'data'),
    DATA_KEYS: dataKeys,
    INTAKE_KEY: intakeKey,
    ADMIN_EMAIL: email,
    LOG_LEVEL: 'error',
    SESSION_IDLE_MINUTES: '720',
    NODE_ENV: 'production',
    TRUST_PROXY: '127.0.0.1',
  })
  const signInAgain = async () =>
    (await send(server.url, signIn, { body: { email, password } })).body.jwtToken
  const jwtToken = await signInAgain()
  const target = (bearer: string): Target => ({
    url: server.url,
    headers: { authorization: `Bearer ${bearer}` },
  })
  return {
    member: target(jwtToken),
    site: target(intakeKey),
    visitor: { url: server.url, headers: {} },
    token: jwtToken,
    signInAgain,
    pid: Number(server.child.pid),
    stop: () => server.end(),
    kill: () => server.child.kill('SIGKILL'),
  }
}

const sessionIdOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: string }).jti

export async function startReference(url: string, folder: string, token: string) {
  const port = String(await freePort())
  const child = spawn(process.execPath, ['--import', 'tsx', 'trials/bench/reference/server.ts'], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: url,
      DATA_KEYS: dataKeys,
      DATA_DIR: join(folder, 'data'),
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface(child.stdout), 'line')
  const target: Target = {
    url: `http://127.0.0.1:${port}`,
    headers: { authorization: `Bearer ${sessionIdOf(token)}` },
  }
  return {
    member: target,
    site: target,
    visitor: { ...target, headers: {} },
    kill: () => child.kill('SIGKILL'),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
