import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newFileName } from '#server/platform/files/file-store.ts'
import { openFileStore } from '#server/platform/files/open-stores.ts'
import { walkFileRows, type FileRow } from '#server/platform/files/stored-files.ts'
import { verifyFiles, verifySampleOfFiles } from '#server/platform/files/verify-files.ts'
import { runCommand } from '../support/command-process.ts'
import { createOrderWithFiles } from '../support/stored-files.ts'
import { serverEnvironment, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
let orderId: number

beforeEach(async () => {
  app = await startTestApp()
  orderId = (await createOrderWithFiles(app)).orderId
})
afterEach(() => app.stop())

const kinds = [
  'document',
  'preview of a document',
  'file of a message',
  'proposed document',
  'preview of a proposed document',
]
const pathOf = (name: string) => join(app.dataDir, 'documents', name.slice(0, 2), name)

async function fileRows(): Promise<FileRow[]> {
  const rows: FileRow[] = []
  for await (const batch of walkFileRows(app.platform.db)) rows.push(...batch)
  return rows
}

async function rowOf(title: string): Promise<FileRow> {
  const row = (await fileRows()).find(({ kind }) => kind.title === title)
  if (!row) throw new Error(`there is no ${title}`)
  return row
}

async function verify() {
  const found: string[] = []
  const reporter = {
    progress() {},
    fault: (fault: string, row: FileRow) => found.push(`${fault} ${row.kind.title} ${row.orders}`),
    orphan: (name: string) => found.push(`orphan ${name}`),
  }
  const count = await verifyFiles(app.platform, await openFileStore(app.platform.config), reporter)
  return { count, found }
}

async function flipBit(path: string, at: number): Promise<void> {
  const bytes = await readFile(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(path, bytes)
}

/** What is done to a file, beside the path of another, and what is then found. */
const faults: Record<string, { fault: string; plant: (path: string, other: string) => Promise<unknown> }> = {
  removed: { fault: 'missing', plant: (path) => rm(path) },
  'one bit changed': { fault: 'changed', plant: (path) => flipBit(path, 10) },
  'cut off': { fault: 'changed', plant: (path) => truncate(path, 12) },
  emptied: { fault: 'changed', plant: (path) => truncate(path, 0) },
  'another file': { fault: 'changed', plant: (path, other) => copyFile(other, path) },
  'a folder': { fault: 'unreadable', plant: (path) => rm(path).then(() => mkdir(path)) },
}

test('each fault is found in every kind of file, and no other file is reported', async () => {
  expect(await verify()).toEqual({ count: kinds.length, found: [] })
  const whole = await rowOf('document')
  const expected: string[] = []
  for (const { fault, plant } of Object.values(faults)) {
    const order = await createOrderWithFiles(app)
    const rows = (await fileRows()).filter(({ orders }) => orders === String(order.orderId))
    for (const { name } of rows) await plant(pathOf(name), pathOf(whole.name))
    expected.push(...kinds.map((title) => `${fault} ${title} ${order.orderId}`))
  }
  const { count, found } = await verify()
  expect([count, found.sort()]).toEqual([kinds.length * 7, expected.sort()])
})

test('content of another row and a key that does not open are distinguished', async () => {
  const { db } = app.platform
  await db
    .updateTable('documents')
    .set({ sha256: randomBytes(32) })
    .execute()
  await db
    .updateTable('message_files')
    .set({ file_key: randomBytes(64) })
    .execute()
  expect((await verify()).found).toEqual([
    `changed document ${orderId}`,
    `unopened file of a message ${orderId}`,
  ])
})

test('a file without a row is reported after an hour', async () => {
  const name = newFileName('sealed')
  const old = new Date(Date.now() - 61 * 60 * 1000)
  const store = await openFileStore(app.platform.config)
  for (const it of [name, newFileName('sealed')]) await store.put(it, randomBytes(10))
  await utimes(pathOf(name), old, old)
  for (const row of await fileRows()) await utimes(pathOf(row.name), old, old)
  const awaited = newFileName('sealed')
  await store.put(awaited, randomBytes(10))
  await utimes(pathOf(awaited), old, old)
  await app.platform.db.insertInto('erased_files').values({ place: 'store', name: awaited }).execute()
  expect(await verify()).toEqual({ count: kinds.length, found: [`orphan ${name}`] })
})

test('a sample of the requested size has rows of every kind', async () => {
  const { name } = await rowOf('file of a message')
  await rm(pathOf(name))
  const found: string[] = []
  const reporter = {
    progress() {},
    fault: (_fault: string, row: FileRow) => found.push(row.name),
    orphan() {},
  }
  expect(await verifySampleOfFiles(app.platform, 2, reporter)).toBe(2)
  expect(await verifySampleOfFiles(app.platform, 1000, reporter)).toBe(kinds.length)
  expect(found).toContain(name)
})

test('the command reports order, file and counts, and exits with 1 (product §7)', async () => {
  const whole = await runCommand(['verify-files'], serverEnvironment(app))
  expect(whole.code, whole.said).toBe(0)
  const { name } = await rowOf('document')
  await flipBit(pathOf(name), 0)
  const { code, said } = await runCommand(['verify-files'], serverEnvironment(app))
  expect(said).toContain(`changed: document of order ${orderId}, ${name}`)
  expect(said).toContain('5 files were looked at: missing 0, changed 1, unopened 0, unreadable 0, orphan 0.')
  expect(code).toBe(1)
  expect((await runCommand(['verify-files', '--sample', 'all'], serverEnvironment(app))).code).toBe(1)
})
