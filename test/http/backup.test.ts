import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderDestination } from '#server/backup/destination.ts'
import { listBases, putManifest } from '#server/backup/manifest.ts'
import { runCommand } from '../support/command-process.ts'
import {
  embeddedEnvironment,
  readRestored,
  startInstallation,
  waitUntilSent,
  type Acknowledged,
} from '../support/embedded-installation.ts'

// The trial `backup` has loads, kills, buckets and two installations.
const key = randomBytes(32).toString('base64')
let folder: string
let kept: Acknowledged
const at = (name: string) => join(folder, name)
const environment = (dataDir: string) => ({ ...embeddedEnvironment(dataDir), BACKUP_KEY: key })

/** An installation with a backup, a later order and a later erasure, which is then lost. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-backup-'))
  const env = { ...environment(at('lost')), BACKUP_TO: at('backup') }
  const installation = await startInstallation(env)
  const erased = await installation.write()
  const backup = await runCommand(['backup'], env)
  expect(backup.code, backup.said).toBe(0)
  kept = await installation.write()
  await installation.erase(erased)
  await waitUntilSent(at('lost'))
  await installation.server.end()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a restore contains documents written after the base backup, and no erased data (product §5; product §10)', async () => {
  const { code, said } = await runCommand(['restore', at('backup')], environment(at('restored')))
  expect(code, said).toBe(0)
  const { server } = await startInstallation(environment(at('restored')))
  expect(await readRestored(at('restored'))).toEqual({ orders: [kept.orderId], documents: [kept.document] })
  await server.end()
  const again = await runCommand(['restore', at('backup')], environment(at('restored')))
  expect([again.code, again.said]).toEqual([1, expect.stringContaining('is not empty')])
})

const pathOf = async (backup: string, pattern: RegExp) => {
  const names = await readdir(backup, { recursive: true })
  return join(backup, names.toSorted().find((name) => pattern.test(name)) ?? '')
}

async function changeByte(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[1000] = (bytes[1000] ?? 0) ^ 1
  await writeFile(path, bytes)
}

interface Fault {
  says: string
  plant?: (backup: string) => Promise<void>
  env?: Record<string, string>
  options?: string[]
}

const faults: Record<string, Fault> = {
  'another key': {
    says: 'BACKUP_KEY is another one',
    env: { BACKUP_KEY: randomBytes(32).toString('base64') },
  },
  'a changed byte in a part': {
    says: 'part-000001 was changed',
    plant: async (backup) => changeByte(await pathOf(backup, /part-000001$/)),
  },
  'a missing part': {
    says: 'part-000001 is not there',
    plant: async (backup) => rm(await pathOf(backup, /part-000001$/)),
  },
  'a log without its segments': {
    says: 'the write-ahead log lacks a segment',
    plant: async (backup) => rm(join(backup, 'wal'), { recursive: true }),
  },
  'a backup of a version before 1.0': {
    says: 'is of a version before 1.0: only that version restores it',
    async plant(backup) {
      const destination = folderDestination(backup)
      const sealingKey = Buffer.from(key, 'base64')
      for (const { prefix, manifest } of await listBases(destination, sealingKey))
        await putManifest(destination, sealingKey, {
          prefix,
          manifest: { ...manifest, migrations: ['0001_core', '0047_by_buyer'] },
        })
    },
  },
  'a time before the first backup': {
    says: 'the earliest time that can be restored is',
    options: ['--until', '2020-01-01T00:00:00Z'],
  },
}

test.each(Object.entries(faults))(
  'a restore refuses %s in one line and writes nothing',
  async (name, { says, plant, env = {}, options = [] }) => {
    const backup = at(`copy of ${name}`)
    await cp(at('backup'), backup, { recursive: true })
    await plant?.(backup)
    const dataDir = at(`data of ${name}`)
    const { code, said } = await runCommand(['restore', backup, ...options], {
      ...environment(dataDir),
      ...env,
    })
    expect([code, said.trim().split('\n').at(-1)]).toEqual([1, expect.stringContaining(says)])
    expect(await readdir(dataDir).catch(() => [])).toEqual([])
  },
)
