import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderDestination, namesBelow, type Destination } from './destination.ts'
import { expireBackups, removeUnfinished } from './expire-backups.ts'
import { basePrefix, putManifest } from './manifest.ts'
import { documentObject } from './send-documents.ts'
import { sendWalFile } from './send-wal.ts'

const key = randomBytes(32)
let folder: string
let destination: Destination

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-expiry-'))
  destination = folderDestination(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const segment = (n: number) => `0000000100000000000000${n.toString(16).toUpperCase().padStart(2, '0')}`

async function putBase(n: number): Promise<void> {
  const prefix = basePrefix(day(n))
  await destination.put(`${prefix}part-000001`, randomBytes(10))
  await putManifest(destination, key, {
    prefix,
    manifest: {
      format: 1,
      startedAt: day(n).toISOString(),
      finishedAt: day(n).toISOString(),
      migrations: [],
      lsn: '',
      cluster: {
        major: 18,
        timeline: 1,
        startLsn: '',
        stopLsn: '',
        startSegment: segment(n),
        stopSegment: segment(n),
        backupLabel: '',
        tablespaceMap: '',
        parts: [],
      },
    },
  })
}

const expire = (now: Date, documents: readonly string[] = []) =>
  expireBackups(destination, key, { keepDays: 7, now, documents: new Set(documents) })

test('expired backups are removed, except the one that restores the first kept day, and its log (product §10)', async () => {
  for (const n of [1, 3, 5, 9]) {
    await putBase(n)
    await destination.put(`wal/00000001/${segment(n)}`, randomBytes(10))
  }
  await expire(day(11))
  const left = await namesBelow(destination, 'base/')
  expect(left).toEqual(
    [3, 5, 9].flatMap((n) => ['manifest', 'part-000001'].map((it) => basePrefix(day(n)) + it)),
  )
  expect(await namesBelow(destination, 'wal/')).toEqual([3, 5, 9].map((n) => `wal/00000001/${segment(n)}`))
})

test('the newest backup stays at any age', async () => {
  await putBase(1)
  await putBase(2)
  await expire(day(300))
  expect(await namesBelow(destination, 'base/')).toHaveLength(2)
})

test('a document is removed once it has been in no store for the retention time; one that is back stays', async () => {
  await putBase(1)
  for (const name of ['stays.sealed', 'erased.sealed', 'back.sealed'])
    await destination.put(documentObject(name), randomBytes(10))
  const documents = async () => (await namesBelow(destination, 'documents/')).map((it) => it.slice(13))
  await expire(day(2), ['stays.sealed'])
  await expire(day(5), ['stays.sealed', 'back.sealed'])
  expect(await documents()).toHaveLength(3)
  await expire(day(10), ['stays.sealed'])
  expect(await documents()).toEqual(['back.sealed', 'stays.sealed'])
})

test('the objects of a killed backup are removed, a complete backup stays', async () => {
  await putBase(1)
  await destination.put(`${basePrefix(day(2))}part-000001`, randomBytes(10))
  await removeUnfinished(destination)
  expect(await namesBelow(destination, 'base/')).toHaveLength(2)
})

test('an equal segment is sent once, a different one of the same name is refused', async () => {
  const bytes = randomBytes(1000)
  await sendWalFile(destination, key, segment(1), bytes)
  await sendWalFile(destination, key, segment(1), bytes)
  await expect(sendWalFile(destination, key, segment(1), randomBytes(1000))).rejects.toThrow('other content')
})
