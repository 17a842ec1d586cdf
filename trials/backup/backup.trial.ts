import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spoolName } from '#server/platform/embedded-postgres/wal-archive.ts'
import { startBuckets } from '../../test/support/bucket.ts'
import { runCommand } from '../../test/support/command-process.ts'
import {
  embeddedEnvironment,
  readRestored,
  startInstallation,
  waitUntilSent,
  type Acknowledged,
  type Installation,
} from '../../test/support/embedded-installation.ts'

const key = randomBytes(32).toString('base64')
let folder: string
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-backup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const environment = (dataDir: string) => ({ ...embeddedEnvironment(dataDir), BACKUP_KEY: key })

const byId = (orders: readonly Acknowledged[]) =>
  orders.map(({ orderId }) => orderId).toSorted((a, b) => a - b)
const checksums = (orders: readonly Acknowledged[]) => orders.map(({ document }) => document).toSorted()

/** Serves a restored folder and reads its state. */
async function serveAndRead(
  env: ReturnType<typeof environment>,
  look: (url: string) => Promise<unknown> = async () => {},
) {
  const { server } = await startInstallation(env)
  const restored = await readRestored(env.DATA_DIR)
  await look(server.url)
  await server.end()
  return restored
}

describe('a server whose log goes to a folder', () => {
  const acknowledged: Acknowledged[] = []
  let before: Acknowledged[] = []
  let between: Date
  let erased: Acknowledged | undefined

  const writeUnderLoad = (installation: Installation, signal: AbortSignal) =>
    Promise.all(
      [1, 2, 3].map(async () => {
        while (!signal.aborted) acknowledged.push(await installation.write())
      }),
    )

  beforeAll(async () => {
    const dataDir = at('lost')
    const env = { ...environment(dataDir), BACKUP_TO: at('backup') }
    const installation = await startInstallation(env)
    const stopping = new AbortController()
    const load = writeUnderLoad(installation, stopping.signal)
    while (acknowledged.length < 3) await pause(50)
    const backup = await runCommand(['backup'], env)
    expect(backup.code, backup.said).toBe(0)
    const count = acknowledged.length
    while (acknowledged.length < count + 3) await pause(50)
    stopping.abort()
    await load
    before = [...acknowledged]
    await pause(20)
    between = new Date()
    await pause(20)
    for (let n = 0; n < 3; n++) acknowledged.push(await installation.write())
    erased = acknowledged[0]
    if (erased) await installation.erase(erased)
    await waitUntilSent(dataDir)
    const isListed = async () =>
      (await readdir(at('backup/erasures')).catch(() => [])).some((name) => !name.endsWith('.part'))
    while (!(await isListed())) await pause(100)
    await installation.server.end('SIGKILL')
    // PostgreSQL ends a moment after its server.
    await rm(dataDir, { recursive: true, maxRetries: 50, retryDelay: 100 })
  })

  test('a restore has every acknowledged order and document, and nothing erased', async () => {
    const { code, said } = await runCommand(['restore', at('backup')], environment(at('restored')))
    expect(code, said).toBe(0)
    expect(said).toContain('0 erasures that came later were repeated.')
    const kept = acknowledged.filter((it) => it !== erased)
    // BACKUP_TO is restored too; the backup of the first installation must stay unchanged.
    const env = { ...environment(at('restored')), BACKUP_TO: at('backup') }
    const sent = await readdir(at('backup'), { recursive: true })
    const seeLogWait = async (url: string) => {
      const waiting = join(at('restored'), 'postgres', spoolName, '000000020000000000000001')
      await writeFile(waiting, '')
      await utimes(waiting, 0, 0)
      expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
        message: expect.stringMatching(/^ready, but what was written .* is not in the backup\.$/),
      })
    }
    expect(await serveAndRead(env, seeLogWait)).toEqual({
      orders: byId(kept),
      documents: checksums(kept),
    })
    expect(await runCommand(['backup'], env)).toMatchObject({
      code: 1,
      said: expect.stringContaining(
        'the installation that this one was restored from keeps its backups there',
      ),
    })
    expect(await readdir(at('backup'), { recursive: true })).toEqual(sent)
  })

  test('a restore to an earlier time has exactly the orders acknowledged by then, without later erased ones, and reuses no id', async () => {
    const { code, said } = await runCommand(
      ['restore', at('backup'), '--until', between.toISOString()],
      environment(at('earlier')),
    )
    expect(code, said).toBe(0)
    expect(said).toContain('1 erasures that came later were repeated.')
    const kept = before.filter((it) => it !== erased)
    expect(await serveAndRead(environment(at('earlier')))).toEqual({
      orders: byId(kept),
      documents: checksums(kept),
    })
    const served = await startInstallation(environment(at('earlier')))
    const { orderId } = await served.writeOrder()
    await served.server.end()
    expect(byId(acknowledged)).not.toContain(orderId)
    // The folder is not empty any more; its files are only moved.
    const again = await runCommand(['restore', at('backup')], environment(at('earlier')))
    expect([again.code, again.said]).toEqual([1, expect.stringContaining('is not empty')])
    const replaced = await runCommand(['restore', at('backup'), '--replace'], environment(at('earlier')))
    expect(replaced.code, replaced.said).toBe(0)
    const aside = (await readdir(at('earlier'))).find((name) => name.startsWith('replaced-'))
    expect(await readdir(at(`earlier/${aside}`))).toContain('postgres')
  })

  test('a killed restore can be resumed, and no server starts before its end', async () => {
    const env = environment(at('killed'))
    for (const moment of ['Restoring', 'database: 100 %', 'last transaction', 'documents were restored']) {
      const killed = await runCommand(['restore', at('backup')], env, (said, kill) => {
        if (said.includes(moment)) kill()
      })
      if (killed.signal === null) continue
      const start = await runCommand(['verify-files'], env)
      expect([start.code, start.said]).toEqual([
        1,
        expect.stringContaining('run npm run cli -- restore again'),
      ])
    }
    const { code, said } = await runCommand(['restore', at('backup')], env)
    expect(code, said).toBe(0)
    const kept = acknowledged.filter((it) => it !== erased)
    expect(await serveAndRead(environment(at('killed')))).toEqual({
      orders: byId(kept),
      documents: checksums(kept),
    })
  })

  const partPath = async (backup: string) => {
    const names = await readdir(backup, { recursive: true })
    return join(backup, names.find((name) => name.endsWith('part-000001')) ?? '')
  }
  const faults: Record<string, { plant: (backup: string) => Promise<void>; says: string; env?: object }> = {
    'another key': {
      plant: async () => {},
      says: 'BACKUP_KEY is another one',
      env: { BACKUP_KEY: randomBytes(32).toString('base64') },
    },
    'a changed byte in a part': {
      async plant(backup) {
        const path = await partPath(backup)
        const bytes = await readFile(path)
        bytes[1000] = (bytes[1000] ?? 0) ^ 1
        await writeFile(path, bytes)
      },
      says: 'part-000001 was changed',
    },
    'a part that is missing': {
      plant: async (backup) => rm(await partPath(backup)),
      says: 'part-000001 is not there',
    },
    'a log without its first segment': {
      async plant(backup) {
        const names = await readdir(join(backup, 'wal', '00000001'))
        const [first] = names.filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted()
        await rm(join(backup, 'wal', '00000001', first ?? ''))
      },
      says: 'the write-ahead log lacks a segment',
    },
    'a time before the first backup': {
      plant: async () => {},
      says: 'the earliest time that can be restored is',
    },
  }

  test.each(Object.entries(faults))(
    '%s is reported in one line, and nothing is written',
    async (name, fault) => {
      const backup = at(`copy of ${name}`)
      await cp(at('backup'), backup, { recursive: true })
      await fault.plant(backup)
      const until = name.startsWith('a time') ? ['--until', '2020-01-01T00:00:00Z'] : []
      const { code, said } = await runCommand(['restore', backup, ...until], {
        ...environment(at(`data of ${name}`)),
        ...fault.env,
      })
      expect([code, said.trim().split('\n').at(-1)]).toEqual([1, expect.stringContaining(fault.says)])
      const left = await readdir(at(`data of ${name}`)).catch(() => [])
      expect(left).toEqual([])
    },
  )
})

test('a server makes one backup by itself and sends the end of its log when it stops', async () => {
  const dataDir = at('stopped')
  const backup = at('backup of stopped')
  const env = { ...environment(dataDir), BACKUP_TO: backup, BACKUP_EVERY_HOURS: '24' }
  let installation = await startInstallation(env)
  const isBackedUp = async () => {
    const names = await readdir(join(backup, 'base'), { recursive: true }).catch(() => [])
    return names.some((name) => name.endsWith('/manifest'))
  }
  while (!(await isBackedUp())) await pause(100)
  const another = await runCommand(['backup', '--', '--if-due'], env)
  expect(another).toMatchObject({ code: 0, said: '' })
  const written = await installation.write()
  await installation.server.end()
  const unsent = () => readdir(join(dataDir, 'postgres/wal-spool'))
  // A stop without enough time reports unsent log files; the next stop sends them.
  while ((await unsent()).length > 0) {
    expect(installation.server.output()).toContain('the end of the log is not in the backup')
    installation = await startInstallation(env)
    await installation.server.end()
  }
  await rm(dataDir, { recursive: true })
  const { code, said } = await runCommand(['restore', backup], environment(at('of stopped')))
  expect(code, said).toBe(0)
  expect(await serveAndRead(environment(at('of stopped')))).toEqual({
    orders: [written.orderId],
    documents: [written.document],
  })
})

test("another installation refuses to write to the first one's backup", async () => {
  const env = (name: string) => ({ ...environment(at(name)), BACKUP_TO: at('backup of two') })
  const first = await startInstallation(env('first of two'))
  expect((await runCommand(['backup'], env('first of two'))).code).toBe(0)
  await first.server.end()
  const second = await startInstallation(env('second of two'))
  const names = async () => (await readdir(at('backup of two'), { recursive: true })).toSorted()
  const before = await names()
  const refusal = 'another installation keeps its backups there: give this one another place'
  const { code, said } = await runCommand(['backup'], env('second of two'))
  expect([code, said.trim()]).toEqual([1, refusal])
  await second.write()
  while (!second.server.output().includes(refusal)) await pause(100)
  await second.server.end()
  expect(await names()).toEqual(before)
})

test('a manual backup into a bucket, without an archived log, restores to its end', async () => {
  const buckets = await startBuckets(['backups'])
  try {
    const { S3_BUCKET: _none, ...access } = buckets.env
    const dataDir = at('by hand')
    const installation = await startInstallation(environment(dataDir))
    const written = [await installation.write(), await installation.write()]
    const env = { ...environment(dataDir), ...access, BACKUP_TO: 's3://backups/pabean' }
    const backup = await runCommand(['backup'], env)
    expect(backup.code, backup.said).toBe(0)
    await installation.server.end()
    const restored = environment(at('from bucket'))
    const { code, said } = await runCommand(['restore', 's3://backups/pabean'], {
      ...restored,
      ...access,
      S3_BUCKET: '',
      AWS_ENDPOINT_URL_S3: '',
      AWS_ENDPOINT_URL: buckets.env['AWS_ENDPOINT_URL_S3'] ?? '',
    })
    expect(code, said).toBe(0)
    expect(await serveAndRead(environment(at('from bucket')))).toEqual({
      orders: byId(written),
      documents: checksums(written),
    })
  } finally {
    await buckets.remove()
  }
})
