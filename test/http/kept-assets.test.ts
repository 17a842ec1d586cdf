import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepAssets } from '#server/platform/http/kept-assets.ts'
import { useTestApp } from '../support/use-test-app.ts'

const dayMs = 24 * 60 * 60_000
const now = new Date('2026-11-24T08:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * dayMs)

let folder: string

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})
const app = useTestApp()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-assets-'))
})

/** A start of a version whose page has this one file. */
async function startWith(name: string, at: Date) {
  const dist = await mkdtemp(join(folder, 'dist-'))
  await writeFile(join(dist, name), `export const name = '${name}'`)
  await keepAssets(app.platform.db, { '/assets/': dist }, at)
}
/** The files that a page of today loads. */
const present = async () => {
  const { db } = app.platform
  const rows = await db.selectFrom('web_assets').select('path').where('replaced_at', 'is', null).execute()
  return rows.map(({ path }) => path)
}
const fetchAsset = (name: string) => fetch(`${app.url}/assets/${name}`)

test('an asset of a replaced version is served for 14 days (product §10)', async () => {
  await startWith('old-1a2b3c4d.js', now)
  // However long it served: its days count from the start that replaced it.
  await Promise.all([startWith('new-5e6f7a8b.js', later(40)), startWith('new-5e6f7a8b.js', later(40))])
  expect(await present()).toEqual(['/assets/new-5e6f7a8b.js'])
  const answer = await fetchAsset('old-1a2b3c4d.js')
  expect([answer.status, await answer.text()]).toEqual([200, `export const name = 'old-1a2b3c4d.js'`])
  expect(answer.headers.get('content-type')).toContain('text/javascript')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect((await fetchAsset('new-5e6f7a8b.js')).status).toBe(200)
  // An older server that starts again beside the new ones.
  await startWith('old-1a2b3c4d.js', later(40))
  expect(await present()).toEqual(['/assets/old-1a2b3c4d.js'])
  await startWith('new-5e6f7a8b.js', later(40))
  await startWith('new-5e6f7a8b.js', later(53))
  expect((await fetchAsset('old-1a2b3c4d.js')).status).toBe(200)
  await startWith('new-5e6f7a8b.js', later(55))
  expect((await fetchAsset('old-1a2b3c4d.js')).status).toBe(404)
  expect((await fetchAsset('new-5e6f7a8b.js')).status).toBe(200)
})

test('an unknown asset answers 404, however its path is written', async () => {
  for (const path of ['none.js', '..%2F..%2Fpackage.json', '%00.js', 'old.js?x=1'])
    expect((await fetchAsset(path)).status, path).toBeGreaterThanOrEqual(400)
  expect((await fetch(`${app.url}/assets/new-5e6f7a8b.js`, { method: 'POST' })).status).toBe(404)
})
