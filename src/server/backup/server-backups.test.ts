import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { folderDestination } from './destination.ts'
import { createOwnDestination, holdsMs } from './server-backups.ts'
import { walObject } from './wal-names.ts'

const key = randomBytes(32)

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-own-'))
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

const openAs = (id: string, timeline: number | null = 1) =>
  createOwnDestination(
    { id, clock: () => new Date(), access: undefined, key, readTimeline: async () => timeline },
    { folder },
  )

test('the first installation to write to a destination owns it', async () => {
  await openAs('first', null)()
  await expect(openAs('second', null)()).rejects.toThrow('another installation keeps its backups there')
  await openAs('first', null)()
  expect(await readdir(folder)).toEqual(['installation'])
})

test('a server stops writing once a restored installation uses its destination', async () => {
  const open = openAs('first')
  await open()
  await folderDestination(folder).put(walObject('000000020000000000000001'), Buffer.from('log'))
  await open()
  vi.advanceTimersByTime(holdsMs + 1)
  await expect(open()).rejects.toThrow('give this one another place')
})
