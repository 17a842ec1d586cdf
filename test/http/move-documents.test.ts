import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StorePlace } from '#server/settings.ts'
import { readConfig } from '#server/config.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { moveFiles, removeMovedFiles } from '#server/platform/files/move-files.ts'
import { openStore, pairOfStores } from '#server/platform/files/open-stores.ts'
import { sealFiles } from '#server/platform/files/sealed-files.ts'
import { walkFileRows } from '#server/platform/files/stored-files.ts'
import { removeErasedFiles } from '#server/privacy/erased-files.ts'
import { isKillTrial } from '../support/kills.ts'
import { startBuckets, type TestBuckets } from '../support/bucket.ts'
import { runCommand } from '../support/command-process.ts'
import { startServerProcess } from '../support/server-process.ts'
import { createOrderWithFiles, storedDocument } from '../support/stored-files.ts'
import { serverEnvironment, startTestApp, type TestApp } from '../support/test-app.ts'
import { openOrder, uploadDocumentTo } from './visitor-requests.ts'

/** The trial `move-documents` has more. */
const orderCount = Number(process.env['MOVE_ORDERS'] ?? 4)
const killCount = Number(process.env['MOVE_KILLS'] ?? 2)

let buckets: TestBuckets
let app: TestApp

beforeEach(async () => {
  buckets = await startBuckets(['documents'])
  app = await startTestApp()
})
afterEach(async () => {
  await app.stop()
  await buckets.remove()
})

const filesInFolder = async () =>
  (await readdir(join(app.dataDir, 'documents'), { recursive: true })).filter((name) => name.includes('.'))
    .length

const environment = (alsoIn: StorePlace | null) => ({
  ...serverEnvironment(app),
  ...buckets.env,
  ...(alsoIn && { DOCUMENTS_ALSO_IN: alsoIn }),
})

const openBoth = async () => {
  const config = readConfig(environment('folder'))
  return { folder: await openStore(config, 'folder'), bucket: await openStore(config, 'bucket') }
}

const namesOf = async (store: FileStore) => {
  const names: string[] = []
  for await (const { name } of store.list()) names.push(name)
  return names.sort()
}

async function namedByRows(): Promise<string[]> {
  const names = new Set<string>()
  for await (const rows of walkFileRows(app.platform.db)) for (const { name } of rows) names.add(name)
  return [...names].sort()
}

async function move(from: FileStore, to: FileStore) {
  const faults: string[] = []
  const result = await moveFiles(
    { platform: app.platform, from, to },
    { progress() {}, fault: (fault, { name }) => faults.push(`${fault} ${name}`) },
  )
  return { ...result, faults }
}

test('files of every kind are copied once, compared, and removed from the source only when asked', async () => {
  await createOrderWithFiles(app)
  const { folder, bucket } = await openBoth()
  const names = await namedByRows()
  expect(names).toHaveLength(5)
  await folder.put('orphan.sealed', randomBytes(10))
  expect(await move(folder, bucket)).toEqual({ verified: 5, copied: 5, faults: [] })
  expect(await move(folder, bucket)).toEqual({ verified: 5, copied: 0, faults: [] })
  expect([await namesOf(bucket), await filesInFolder()]).toEqual([names, 6])
  expect(await removeMovedFiles({ from: folder, to: bucket })).toEqual({ removed: 5, left: 1 })
  expect([await namesOf(bucket), await namesOf(folder)]).toEqual([names, ['orphan.sealed']])
  // And back.
  expect(await move(bucket, folder)).toEqual({ verified: 5, copied: 5, faults: [] })
})

test('a different copy is replaced, and a complete copy stays if the source is damaged', async () => {
  const { file1 } = await createOrderWithFiles(app)
  const { folder, bucket } = await openBoth()
  await move(folder, bucket)
  const { name } = await storedDocument(app, file1)
  const before = await namesOf(bucket)
  await bucket.put(name, randomBytes(50))
  expect(await move(folder, bucket)).toEqual({ verified: 5, copied: 1, faults: [] })
  await folder.put(name, randomBytes(50))
  expect(await move(folder, bucket)).toEqual({ verified: 5, copied: 0, faults: [] })
  expect(await namesOf(bucket)).toEqual(before)
  await bucket.remove(name)
  await folder.remove(name)
  expect(await move(folder, bucket)).toEqual({ verified: 4, copied: 0, faults: [`missing ${name}`] })
})

test('content that the target stores changed counts as no copy', async () => {
  await createOrderWithFiles(app)
  const { folder, bucket } = await openBoth()
  const careless = { ...bucket, put: (name: string, bytes: Buffer) => bucket.put(name, bytes.subarray(1)) }
  const { verified, faults } = await move(folder, careless)
  expect([verified, faults.length, await namesOf(bucket)]).toEqual([0, 5, []])
})

test('an erasure during the copy deletes the copy too (product §7)', async () => {
  await createOrderWithFiles(app)
  const { folder, bucket } = await openBoth()
  const { db } = app.platform
  const { stored_as: name } = await db
    .selectFrom('message_files')
    .select('stored_as')
    .executeTakeFirstOrThrow()
  const erase = async () => {
    await db.deleteFrom('message_files').execute()
    await db.insertInto('erased_files').values({ place: 'store', name }).execute()
    await removeErasedFiles({
      ...app.platform,
      files: sealFiles(pairOfStores(bucket, folder), app.platform.seal),
    })
  }
  let erasing: Promise<void> | undefined
  const slow = {
    ...bucket,
    async put(given: string, bytes: Buffer) {
      if (given === name) {
        erasing = erase()
        // The erasure has to wait for the row.
        await pause(300)
      }
      await bucket.put(given, bytes)
    },
  }
  await move(folder, slow)
  await erasing
  expect(erasing).toBeDefined()
  expect([await folder.size(name), await bucket.size(name)]).toEqual([null, null])
})

test('a file in the second store only is read whole and in ranges; a removed file is in neither store', async () => {
  const { folder, bucket } = await openBoth()
  const pair = pairOfStores(bucket, folder)
  const bytes = randomBytes(1000)
  await folder.put('former.sealed', bytes)
  await pair.put('new.sealed', bytes)
  expect([await pair.size('former.sealed'), await pair.size('none.sealed')]).toEqual([1000, null])
  const parts = await pair.read('former.sealed', { start: 10, end: 19 }).toArray()
  expect(Buffer.concat(parts as Buffer[]).equals(bytes.subarray(10, 20))).toBe(true)
  expect(await folder.size('new.sealed')).toBeNull()
  await bucket.put('former.sealed', bytes)
  await pair.remove('former.sealed')
  expect([await folder.size('former.sealed'), await bucket.size('former.sealed')]).toEqual([null, null])
})

test('the command is refused while servers may write to the source', async () => {
  for (const alsoIn of ['bucket', null] as const) {
    const { code, said } = await runCommand(['move-documents', '--to', 'bucket'], environment(alsoIn))
    expect([code, said]).toEqual([1, expect.stringContaining('DOCUMENTS_ALSO_IN must be folder')])
  }
  expect((await runCommand(['move-documents'], environment('folder'))).code).toBe(1)
})

/** Downloads at random while it goes on; answers what was answered otherwise than it should be. */
async function downloadUntil(done: Promise<unknown>, download: () => Promise<string | null>) {
  const failures: string[] = []
  let count = 0
  let isDone = false
  void done.finally(() => (isDone = true))
  while (!isDone) {
    const failure = await download()
    count++
    if (failure) failures.push(failure)
  }
  return { count, failures }
}

if (isKillTrial)
  test('killed repeatedly during uploads and downloads, the command moves every file, and no download fails', async () => {
    const email = 'buyer@example.com'
    const orders: { orderId: number; file1: string; bytes: Buffer; cookie: string }[] = []
    for (let n = 0; n < orderCount; n++) orders.push({ ...(await createOrderWithFiles(app)), cookie: '' })
    const server = await startServerProcess(environment('folder'))
    for (const order of orders)
      order.cookie = await openOrder({ app: { ...app, url: server.url }, orderId: order.orderId, email })

    const download = async () => {
      const { orderId, file1, bytes, cookie } =
        orders[Math.floor(Math.random() * orders.length)] ?? orders[0]!
      const response = await fetch(`${server.url}/uploads/docs/${orderId}_${file1}`, { headers: { cookie } })
      const body = Buffer.from(await response.arrayBuffer())
      return response.ok && body.equals(bytes) ? null : `${response.status} ${file1}`
    }
    const throughServer = { ...app, url: server.url }
    const moving = (async () => {
      for (let kills = 0; kills < killCount; kills++) {
        const { signal } = await runCommand(
          ['move-documents', '--to', 'bucket'],
          environment('folder'),
          (said, kill) => {
            // Between two kinds of files, or while the next is copied.
            if ((said.match(/verified/g) ?? []).length > kills) kill()
          },
        )
        expect(signal).toBe('SIGKILL')
        for (const { orderId } of orders.slice(0, 2))
          await uploadDocumentTo(throughServer, orderId, { name: `${kills}.pdf` })
      }
      return runCommand(['move-documents', '--to', 'bucket', '--remove-source'], environment('folder'))
    })()
    const { count, failures } = await downloadUntil(moving, download)
    const { code, said } = await moving
    expect(code, said).toBe(0)
    expect(failures).toEqual([])
    expect(count).toBeGreaterThan(10)
    await server.end()

    const { folder, bucket } = await openBoth()
    expect([await namesOf(folder), await namesOf(bucket)]).toEqual([[], await namedByRows()])
    const verified = await runCommand(['verify-files'], environment(null))
    expect([verified.code, verified.said]).toEqual([
      0,
      expect.stringContaining('files were looked at: missing 0, changed 0'),
    ])
  })
