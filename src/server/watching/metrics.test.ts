import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { readOwnFigures } from './metrics.ts'

test('only an embedded database reports its oldest unshipped log segment (product §10)', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-gauges-'))
  const now = new Date('2026-11-20T02:00:00Z')
  const spool = join(dataDir, 'postgres', 'wal-spool')
  await mkdir(spool, { recursive: true })
  const unsent = async (env = {}) =>
    (
      await readOwnFigures({
        config: readConfig({ DATA_DIR: dataDir, ...env }),
        pools: {},
        clock: () => now,
      })
    ).unsentLogSeconds
  expect(await unsent()).toBe(0)
  for (const [name, age] of [
    ['000000010000000000000007', 100],
    ['000000010000000000000008', 40],
    ['000000010000000000000009.part', 500],
  ] as const) {
    const path = join(spool, name)
    await writeFile(path, '')
    await utimes(path, now, new Date(now.getTime() - age * 1000))
  }
  expect(await unsent()).toBe(100)
  expect(await unsent({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })).toBe(0)
  await rm(dataDir, { recursive: true })
})
