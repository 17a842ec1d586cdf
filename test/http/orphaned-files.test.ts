import { randomBytes } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderStore, newFileName } from '#server/platform/files/file-store.ts'
import { notedStore, notesFolder } from '#server/platform/files/noted-store.ts'
import { removeOrphanedFiles } from '#server/platform/files/orphaned-files.ts'
import { sealFiles } from '#server/platform/files/sealed-files.ts'
import { walkFileRows } from '#server/platform/files/stored-files.ts'
import { startBuckets, type TestBuckets } from '../support/bucket.ts'
import { createOrderWithFiles } from '../support/stored-files.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const dayMs = 24 * 60 * 60_000

let app: TestApp

/** The job, so many ms from now. */
const removeAfter = (ms: number, files = app.platform.files) =>
  removeOrphanedFiles({ ...app.platform, files, clock: () => new Date(Date.now() + ms) })

const storedNames = async () => {
  const names: string[] = []
  for await (const { name } of app.platform.files.list()) names.push(name)
  return names.toSorted()
}

const namesOfRows = async () => {
  const names: string[] = []
  for await (const rows of walkFileRows(app.platform.db)) names.push(...rows.map(({ name }) => name))
  return names.toSorted()
}

/** As a server leaves it that dies before it commits the row. */
async function leaveFile(): Promise<string> {
  const file = app.platform.files.seal('documents.file_key', randomBytes(100))
  await app.platform.files.put(file)
  return file.name
}

describe.each(['folder', 'bucket'])('in a %s', (place) => {
  let buckets: TestBuckets | null
  beforeEach(async () => {
    buckets = place === 'bucket' ? await startBuckets(['documents']) : null
    app = await startTestApp(buckets ? { env: buckets.env } : {})
    await createOrderWithFiles(app)
  })
  afterEach(async () => {
    await app.stop()
    await buckets?.remove()
  })

  test('a file without a row is deleted after a day, and every other file stays (product §7)', async () => {
    const [left, awaited] = [await leaveFile(), await leaveFile()]
    await app.platform.db.insertInto('erased_files').values({ place: 'store', name: awaited }).execute()
    const named = await namesOfRows()
    expect(named).toHaveLength(5)
    expect(await removeAfter(dayMs - 60_000)).toBe(0)
    expect(await storedNames()).toEqual([...named, left, awaited].toSorted())
    expect(await removeAfter(dayMs + 60_000)).toBe(1)
    expect(await storedNames()).toEqual([...named, awaited].toSorted())
  })

  test('an implausible number of orphaned files is not deleted', async () => {
    for (let count = 0; count < 101; count++) await leaveFile()
    const before = await storedNames()
    expect(await removeAfter(2 * dayMs)).toBe(0)
    expect(await storedNames()).toEqual(before)
  })

  test('a store without the files of the rows is not cleaned', async () => {
    const left = await leaveFile()
    for (const name of await namesOfRows()) await app.platform.files.remove(name)
    expect(await removeAfter(2 * dayMs)).toBe(0)
    expect(await storedNames()).toEqual([left])
  })
})

test('a partial file of a crashed server is deleted after a day', async () => {
  app = await startTestApp()
  const name = newFileName('sealed')
  const documents = join(app.dataDir, 'documents')
  const notes = notesFolder(app.dataDir)
  const folders = [join(documents, name.slice(0, 2)), notes]
  const old = new Date(Date.now() - dayMs - 60_000)
  for (const folder of folders) {
    await mkdir(folder, { recursive: true })
    for (const part of ['old', 'young']) await writeFile(join(folder, `${name}.${part}.part`), 'half')
    await utimes(join(folder, `${name}.old.part`), old, old)
  }
  const files = sealFiles(notedStore(folderStore(documents), notes), app.platform.seal)
  expect(await removeAfter(0, files)).toBe(2)
  for (const folder of folders) expect(await readdir(folder)).toEqual([`${name}.young.part`])
  await app.stop()
})
