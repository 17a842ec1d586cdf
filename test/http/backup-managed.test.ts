import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderDestination, namesBelow } from '#server/backup/destination.ts'
import { readErasures, sendErasures } from '#server/backup/erasure-list.ts'
import { isBackupDue } from '#server/backup/schedule.ts'
import { sendLog } from '#server/backup/server-backups.ts'
import { documentObject } from '#server/backup/send-documents.ts'
import { saveLastBackup } from '#server/backup/last-backup.ts'
import { selectTimeline } from '#server/backup/base-backup.queries.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { backgroundCall } from '#server/platform/work.ts'
import { eraseOrder } from '#server/privacy/erase-order.ts'
import { listErasedOrders, repeatErasures } from '#server/privacy/erased-orders.ts'
import { runCommand } from '../support/command-process.ts'
import { createTestOrder } from '../support/orders.ts'
import { createOrderWithFiles, storedDocument } from '../support/stored-files.ts'
import { serverEnvironment, startTestApp, type TestApp } from '../support/test-app.ts'

const key = randomBytes(32)
let folder: string
let app: TestApp

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-managed-'))
  app = await startTestApp({ env: { BACKUP_TO: join(folder, 'backup'), BACKUP_KEY: key.toString('base64') } })
})
afterEach(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const environment = () => ({
  ...serverEnvironment(app),
  MIGRATION_DATABASE_URL: app.databaseUrl,
  BACKUP_KEY: key.toString('base64'),
})
const destination = () => folderDestination(join(folder, 'backup'))

const erase = (orderId: number, part: 'all' | 'details') =>
  inTransaction(app.platform.db, (tx) =>
    eraseOrder({ ...backgroundCall(app.platform, { kind: 'job', name: 'Test' }), tx }, orderId, () => part),
  )

test('on a managed database, files and keys are backed up, restored and reconciled with the rows (product §10)', async () => {
  const { file1, orderId } = await createOrderWithFiles(app)
  const backup = await runCommand(['backup', join(folder, 'backup')], environment())
  expect(backup.code, backup.said).toBe(0)
  const restore = async (name: string) => {
    // Without DATA_KEYS, those of the backup are used.
    const env = { ...environment(), DATA_KEYS: '', DATA_DIR: join(folder, name) }
    return runCommand(['restore', join(folder, 'backup')], env)
  }
  const { code, said } = await restore('restored')
  expect(code, said).toBe(0)
  expect(said).toContain('5 documents were restored. Of 5 rows with a file 0 have none')
  expect(await readdir(join(folder, 'restored', 'keys'))).toEqual(['data-keys'])
  const { name } = await storedDocument(app, file1)
  await destination().remove(documentObject(name))
  const partly = await restore('partly')
  expect([partly.code, partly.said]).toEqual([
    1,
    expect.stringContaining(`missing: document of order ${orderId}, ${name}`),
  ])
})

test('each file is noted before it is stored, and sent by the next run', async () => {
  await createOrderWithFiles(app)
  const notes = join(app.dataDir, 'unsent-documents')
  expect(await readdir(notes)).toHaveLength(5)
  await sendLog(app.platform, destination(), key)
  expect(await readdir(notes)).toEqual([])
  expect(await namesBelow(destination(), 'documents/')).toHaveLength(5)
})

test('an erasure is listed once, again if it covers more of the order, and repeated only if it is unknown', async () => {
  const { db } = app.platform
  const [one, other] = [await createTestOrder(app), await createTestOrder(app)]
  await erase(one, 'details')
  expect(await sendErasures(db, destination(), key)).toBe(1)
  expect(await sendErasures(db, destination(), key)).toBe(0)
  await erase(one, 'all')
  await erase(other, 'details')
  expect(await sendErasures(db, destination(), key)).toBe(2)
  expect(await sendErasures(db, destination(), key)).toBe(0)
  const listed = await readErasures(destination(), key)
  expect(listed.map(({ orderId, part }) => `${orderId} ${part}`)).toEqual([
    `${one} details`,
    `${one} all`,
    `${other} details`,
  ])
  expect(await repeatErasures(app.platform, listed)).toBe(0)
  const third = await createTestOrder(app)
  const [asked] = listed
  if (!asked) throw new Error('nothing is listed')
  expect(await repeatErasures(app.platform, [{ ...asked, orderId: third, part: 'all' }])).toBe(1)
  expect((await listErasedOrders(db, new Date(0))).map(({ orderId }) => orderId)).toContain(third)
})

test('a backup is due without a former one, after the interval, and after a restore', async () => {
  const { db } = app.platform
  const now = new Date()
  const timeline = await selectTimeline(db)
  const isDue = (hours: number, { everyHours = 24, isEmbedded = true } = {}) =>
    isBackupDue(db, { everyHours, now: new Date(now.getTime() + hours * 3_600_000), isEmbedded })
  const save = (of: number | null) =>
    inTransaction(db, (tx) => saveLastBackup(tx, { finishedAt: now.toISOString(), timeline: of }))
  expect([await isDue(0), await isDue(0, { everyHours: 0 })]).toEqual([true, false])
  await save(timeline)
  expect([await isDue(23), await isDue(24)]).toEqual([false, true])
  await save((timeline ?? 0) + 1)
  expect(await isDue(0)).toBe(true)
  await save(null)
  expect(await isDue(0, { isEmbedded: false })).toBe(false)
})
