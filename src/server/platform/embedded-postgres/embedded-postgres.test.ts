import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'

const isRoot = process.getuid?.() === 0
/** As a container has. */
const ownProcesses = ['--pid', '--fork', '--mount', '--kill-child', '--mount-proc']
const canIsolate = spawnSync('unshare', [...ownProcesses, 'true']).status === 0
const polling = { timeout: 30_000, interval: 100 }

let template: string
let folder: string
let dataDir: string
let running: EmbeddedPostgres[]

beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'pabean-embedded-template-'))
  chmodSync(template, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: join(template, 'postgres'), log: () => {} })
  await postgres.stop()
})
afterAll(() => rmSync(template, { recursive: true }))

/** A database folder that was started before: creating one takes longer than the rest of a test. */
const copyDatabase = () => execFileSync('cp', ['-a', join(template, 'postgres'), dataDir])

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pabean-embedded-'))
  chmodSync(folder, 0o755)
  dataDir = join(folder, 'postgres')
  running = []
})

afterEach(async () => {
  for (const postgres of running) await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('answers, shares its postmaster with a second start, and ends with the first', async () => {
  copyDatabase()
  const first = await start()
  const second = await start()
  expect(second.connection).toEqual(first.connection)
  expect(await queryRow(first, 'select 1 as one')).toEqual({ one: 1 })
  expect(await queryRow(first, 'show fsync')).toEqual({ fsync: 'on' })

  await second.stop()
  expect(await queryRow(first, 'select 2 as two')).toEqual({ two: 2 })
  await first.stop()
  await expect(queryRow(first, 'select 3')).rejects.toThrow(/ENOENT|ECONNREFUSED/)
  expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false)
})

test('one that attached takes over when the first leaves', async () => {
  copyDatabase()
  const first = await start()
  const second = await start()
  await first.stop()
  await vi.waitFor(() => expect(queryRow(second, 'select 1 as one')).resolves.toEqual({ one: 1 }), polling)
})

test('two first starts at once agree on one database', async () => {
  const [one, other] = await Promise.all([start(), start()])
  await queryRow(one, 'create table marks (mark text)')
  expect(await queryRow(other, 'select count(*)::int from marks')).toEqual({ count: 0 })
})

test.each(['has seen it end', 'comes at once'])(
  'a killed parent leaves no postmaster; a start that %s works',
  async (when) => {
    copyDatabase()
    const parent = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', startingProgram()],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    await once(parent.stdout, 'data')
    const orphan = postmasterPid()
    parent.kill('SIGKILL')
    // Until the kernel has reaped it, its postmaster still counts as owned.
    await once(parent, 'exit')
    if (when === 'has seen it end') {
      await vi.waitFor(() => expect(existsSync(`/proc/${orphan}`)).toBe(false), polling)
    }

    const next = await start()
    expect(await queryRow(next, 'select mark from marks')).toEqual({ mark: 'kept' })
    expect(postmasterPid()).not.toBe(orphan)
    await next.stop()
    expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false)
  },
)

test('comes back when its postmaster is killed', async () => {
  copyDatabase()
  const postgres = await start()
  process.kill(postmasterPid(), 'SIGKILL')
  await vi.waitFor(() => expect(queryRow(postgres, 'select 1 as one')).resolves.toEqual({ one: 1 }), polling)
})

test('a lock file whose process id is in use by another program does not stop it', async () => {
  copyDatabase()
  await (await start()).stop()
  writeFileSync(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n1\n5432\n${dataDir}\n\n`)
  expect(await queryRow(await start(), 'select 1 as one')).toEqual({ one: 1 })
})

test('a path too long for a socket gets a short one elsewhere', async () => {
  dataDir = join(folder, 'long'.repeat(30), 'postgres')
  const postgres = await start()
  expect(await queryRow(postgres, 'select 1 as one')).toEqual({ one: 1 })
  expect(postgres.connection.host.length).toBeLessThan(60)
  await postgres.stop()
  rmSync(postgres.connection.host, { recursive: true })
})

test.runIf(isRoot)(
  'below a folder that only root may enter, the database is in DATA_DIR itself',
  async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    dataDir = join(closed, 'postgres')
    const postgres = await start()
    expect(await queryRow(postgres, 'select 1 as one')).toEqual({ one: 1 })
    expect(realpathSync(dataDir)).toBe(dataDir)
    expect(existsSync(join(dataDir, 'PG_VERSION'))).toBe(true)
  },
)

test('a database that a link leads to is served, and each start says where it lies', async () => {
  copyDatabase()
  renameSync(dataDir, join(folder, 'elsewhere'))
  symlinkSync(join(folder, 'elsewhere'), dataDir)
  const lines: string[] = []
  expect(await queryRow(await start(lines), 'select 1 as one')).toEqual({ one: 1 })
  expect(lines.join()).toContain(`lies in ${join(folder, 'elsewhere')}`)
})

test.runIf(canIsolate)(
  'a start of another container, which sees no process of the first, is refused',
  async () => {
    copyDatabase()
    const first = await start()
    const inContainer = ['--pid', '--fork', '--mount', '--kill-child', '--mount-proc']
    const { status, stderr } = spawnSync(
      'unshare',
      [
        ...inContainer,
        process.execPath,
        '--import',
        'tsx',
        '--input-type=module',
        '--eval',
        startingProgram(),
      ],
      { encoding: 'utf8' },
    )
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${folder} is in use by another server`)])
    expect(await queryRow(first, 'select 1 as one')).toEqual({ one: 1 })
    // Visible processes still share it.
    expect(await queryRow(await start(), 'select 2 as two')).toEqual({ two: 2 })
  },
)

test('says in one line why a folder is of no use', async () => {
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'notes.txt'), 'not a database')
  await expect(start()).rejects.toThrow(/^The folder .* holds something else than a database\.$/)
  writeFileSync(join(dataDir, 'PG_VERSION'), '9.6\n')
  if (isRoot) chmodSync(dataDir, 0o755)
  await expect(start()).rejects.toThrow(/root|was made by PostgreSQL 9\.6/)
})

async function start(lines: string[] = []) {
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) })
  running.push(postgres)
  return postgres
}

async function queryRow(postgres: EmbeddedPostgres, statement: string) {
  const client = new Client(postgres.connection)
  client.on('error', () => {})
  try {
    await client.connect()
    const [row]: unknown[] = (await client.query(statement)).rows
    return row
  } finally {
    await client.end()
  }
}

const postmasterPid = () => Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])

const startingProgram = () => `
  import { Client } from 'pg'
  import { startEmbeddedPostgres } from ${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url).href)}
  const { connection } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
  const client = new Client(connection)
  await client.connect()
  await client.query("create table marks as select 'kept'::text as mark")
  console.log('ready')
`
