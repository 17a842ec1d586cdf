import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { spoolFolder } from './send-wal.ts'
import { findLateLog, findWaitingLog } from './waiting-log.ts'

const minuteMs = 60_000
const now = new Date('2026-05-01T10:00:00Z')
let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pabean-log-'))
  await mkdir(spoolFolder(join(dataDir, 'postgres')), { recursive: true })
})
afterEach(() => rm(dataDir, { recursive: true }))

const configOf = (to: { BACKUP_TO?: string }) =>
  readConfig({ DATA_DIR: dataDir, BACKUP_KEY: Buffer.alloc(32).toString('base64'), ...to })
const lack = (to: { BACKUP_TO?: string } = { BACKUP_TO: '/backups' }) =>
  findLateLog({ config: configOf(to), clock: () => now })

async function addLog(name: string, minutesAgo: number) {
  const path = join(spoolFolder(join(dataDir, 'postgres')), name)
  await writeFile(path, 'log')
  await utimes(path, now, new Date(now.getTime() - minutesAgo * minuteMs))
}

test('waiting log is late once its oldest file has waited for a quarter of an hour', async () => {
  expect(await findWaitingLog(configOf({}))).toEqual({ count: 0, since: null })
  await addLog('000000010000000000000004', 14)
  expect(await lack()).toBeNull()
  await addLog('000000010000000000000003', 20)
  expect(await findWaitingLog(configOf({}))).toEqual({
    count: 2,
    since: new Date(now.getTime() - 20 * minuteMs),
  })
  expect(await lack()).toEqual({ count: 2, minutes: 20 })
  expect(await lack({})).toBeNull()
})
