import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { folderDestination } from './destination.ts'
import { createOwnDestination, holdsMs } from './own-destination.ts'
import { walObject } from './wal-names.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-own-'))
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

test('a server stops writing once a restored installation has taken its place', async () => {
  const open = createOwnDestination(
    { clock: () => new Date(), access: undefined, readTimeline: async () => 1 },
    { folder },
  )
  await open()
  await folderDestination(folder).put(walObject('000000020000000000000001'), Buffer.from('log'))
  await open()
  vi.advanceTimersByTime(holdsMs + 1)
  await expect(open()).rejects.toThrow('give this one another place')
})
