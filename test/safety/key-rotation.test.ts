import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uploadDocument } from '#contract/documents.ts'
import { addRemark } from '#contract/remarks.ts'
import { forgotPassword } from '#contract/session.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { folderStore } from '#server/platform/files/file-store.ts'
import { sealFiles } from '#server/platform/files/sealed-files.ts'
import { reseal } from '#server/platform/reseal/reseal.ts'
import { removeReplacedFiles } from '#server/platform/reseal/reseal-files.ts'
import { sealingKeyId } from '#server/platform/seal.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { duringChange, untilWaitedFor } from '../support/during-change.ts'
import { sealBytesFormerly } from '../support/former-seal.ts'
import { writeAsOlderVersion } from '../support/older-version.ts'
import { createTestOrder } from '../support/orders.ts'
import { receiveReply } from '../support/replies.ts'
import { startTestApp, testDataKeys, type TestApp } from '../support/test-app.ts'

const newerKey = `newer:${randomBytes(32).toString('base64')}`
const bothKeys = `${newerKey},${testDataKeys}`
const silent = { progress: () => {} }

let app: TestApp
/** Over the same database and files, with the newer key in front. */
let both: TestApp
let otherFolder: string

beforeEach(async () => {
  app = await startTestApp()
  both = await startTestApp({ sharedWith: app, env: { DATA_KEYS: bothKeys } })
  otherFolder = await mkdtemp(join(tmpdir(), 'pabean-other-'))
})
afterEach(async () => {
  await both.stop()
  await app.stop()
  await rm(otherFolder, { recursive: true })
})

const storeOf = (from: TestApp) => folderStore(join(from.dataDir, 'documents'))

/** An order with a document and a message of two files. */
async function createOrderWithFiles(): Promise<number> {
  const email = 'buyer@example.com'
  const orderId = await createTestOrder(app, { email })
  const file = asFile(await aPdf('A document'), 'document.pdf')
  const token = await app.signInAs('Admin')
  expect((await app.call(uploadDocument, { body: { orderId, email }, file }, { token })).http).toBe(200)
  const files = ['one.txt', 'two.txt'].map((name) => ({
    name,
    contentType: 'text/plain',
    bytes: Buffer.from(name),
  }))
  await receiveReply(app, orderId, { files })
  return orderId
}

/** The older version noted its key, as every start does. */
async function becomeOlderVersion() {
  const checks = () => app.platform.db.selectFrom('settings').select(['key', 'value'])
  const kept = await checks().where('key', 'like', 'data-key-check:%').execute()
  await writeAsOlderVersion(app)
  for (const { key, value } of kept)
    await app.platform.db
      .insertInto('settings')
      .values({ key, value: JSON.stringify(value) })
      .execute()
}

async function runCommand(dataDir: string) {
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: app.serverUrl,
    DATA_DIR: dataDir,
    DATA_KEYS: bothKeys,
  }
  const child = spawn(process.execPath, ['dist/server/cli.js', 'reseal'], { env })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

const replacedFiles = () => app.platform.db.selectFrom('replaced_files').select('name').execute()

test('the command with another DATA_DIR keeps the former key, names what it misses, and forgets no file', async () => {
  await createOrderWithFiles()
  await becomeOlderVersion()
  await storeOf(app).put('replaced.pdf', Buffer.from('readable'))
  await app.platform.db
    .insertInto('replaced_files')
    .values({ name: 'replaced.pdf', at: new Date(0) })
    .execute()
  const { file1 } = await app.platform.db.selectFrom('documents').select('file1').executeTakeFirstOrThrow()

  const astray = await runCommand(otherFolder)
  expect(astray.code).toBe(1)
  expect(astray.said).toContain('Files that are not where DATA_DIR or S3_BUCKET says: 4 (')
  expect(astray.said).toContain(file1)
  expect(astray.said).toMatch(/keep newer, test\.$/m)
  expect(await replacedFiles()).toEqual([{ name: 'replaced.pdf' }])
  await expect(startTestApp({ sharedWith: app, env: { DATA_KEYS: newerKey } })).rejects.toThrow('"test"')

  const { code, said } = await runCommand(app.dataDir)
  expect(code, said).toBe(0)
  expect(await replacedFiles()).toEqual([])
  expect(await storeOf(app).size('replaced.pdf')).toBeNull()

  // The first sealed files say whose store it is.
  await app.platform.db
    .insertInto('replaced_files')
    .values({ name: 'gone.pdf', at: new Date(0) })
    .execute()
  const elsewhere = sealFiles(folderStore(join(otherFolder, 'documents')), both.platform.seal)
  expect(await removeReplacedFiles({ ...both.platform, files: elsewhere })).toEqual(['gone.pdf'])
  expect(await replacedFiles()).toEqual([{ name: 'gone.pdf' }])
  expect(await removeReplacedFiles(both.platform)).toEqual([])
  expect(await replacedFiles()).toEqual([])
})

test('a file that does not open is left and named with its key, and all others are sealed', async () => {
  await createOrderWithFiles()
  await becomeOlderVersion()
  const { db } = app.platform
  const { stored_as } = await db
    .selectFrom('message_files')
    .select('stored_as')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const stranger = `stranger:${randomBytes(32).toString('base64')}`
  await storeOf(app).put(stored_as, sealBytesFormerly(stranger, stored_as, Buffer.from('of another key')))
  const result = await reseal(both.platform, silent)
  expect(result).toMatchObject({
    isFinished: false,
    files: 2,
    unreadFiles: { count: 1, names: [stored_as] },
  })
  expect(result.keyIds.toSorted()).toEqual(['newer', 'stranger', 'test'])
  const open = await db
    .selectFrom('message_files')
    .select('stored_as')
    .where('file_key', 'is', null)
    .execute()
  expect(open).toEqual([{ stored_as }])
})

const insertJob = (name: string, state: string, data: object) => sql`
  insert into jobs.job (name, state, data) values (${name}, ${state}::jobs.job_state, ${JSON.stringify(data)}::jsonb)`

test('a job that somebody holds is waited for; what older versions left in jobs is readable no more', async () => {
  const { db } = app.platform
  await app.call(forgotPassword, { body: { email: 'ayu.admin@pabean.example' } })
  const readable = { email: 'buyer@example.com' }
  await insertJob('mail-reset-link', 'created', readable).execute(db)
  await insertJob('mail-reset-link', 'completed', readable).execute(db)
  await insertJob('mail-order-link', 'completed', { sealed: '' }).execute(db)
  await insertJob('preview-document', 'completed', { documentId: 1 }).execute(db)
  await sql`insert into jobs.archive select *, now() from jobs.job where state = 'completed'`.execute(db)
  const result = await duringChange(
    app,
    (tx) => sql`update jobs.job set state = 'active' where state = 'created'`.execute(tx),
    () => reseal(both.platform, silent),
  )
  expect(result).toMatchObject({ isFinished: true, keyIds: ['newer'] })
  const { rows } = await sql<{ data: { sealed?: string } }>`
    select data from jobs.job where name = 'mail-reset-link'
    union all select data from jobs.archive where name = 'mail-reset-link'
  `.execute(db)
  const { rows: others } = await sql<{ name: string }>`
    select name from jobs.job where state = 'completed' order by name`.execute(db)
  expect(others).toEqual([{ name: 'mail-order-link' }, { name: 'preview-document' }])
  const keyIds = rows.map(({ data }) => data.sealed && sealingKeyId(Buffer.from(data.sealed, 'base64')))
  expect(keyIds).toEqual(['newer', 'newer'])

  const stranger = await startTestApp({
    sharedWith: app,
    env: { DATA_KEYS: `stranger:${randomBytes(32).toString('base64')},${bothKeys}` },
  })
  await stranger.call(forgotPassword, { body: { email: 'ayu.admin@pabean.example' } })
  await stranger.stop()
  const unopened = await reseal(both.platform, silent)
  expect(unopened).toMatchObject({ isFinished: false, lateRows: 0 })
  expect(unopened.keyIds).toContain('stranger')
})

test('what another server seals by the former key meanwhile is found, and that key stays needed', async () => {
  const orderId = await createOrderWithFiles()
  const token = await app.signInAs('Admin')
  const running = await inTransaction(app.platform.db, async (tx) => {
    await sql`lock table message_files in share row exclusive mode`.execute(tx)
    const running = reseal(both.platform, silent)
    // The remarks have been passed over by then.
    await untilWaitedFor(app.platform.db, tx)
    await app.call(addRemark, { body: { orderId, remark: 'By the former key' } }, { token })
    return { result: running }
  })
  const result = await running.result
  expect(result).toMatchObject({ isFinished: false, keyIds: ['newer', 'test'] })
  expect(result.lateRows).toBeGreaterThan(0)
  expect(await reseal(both.platform, silent)).toMatchObject({ isFinished: true, keyIds: ['newer'] })
})

test('addresses are taken out of more rows than one batch has', async () => {
  await createOrderWithFiles()
  const { db } = app.platform
  await sql`
    insert into mail_reports (mail_id, provider, provider_event_id, kind, at, received_at, detail)
    select (select id from mails limit 1), 'test', n::text, 'bounced', now(), now(), '550 <buyer@example.com>'
    from generate_series(1, 5001) n
  `.execute(db)
  await reseal(app.platform, silent)
  const details = await db.selectFrom('mail_reports').select('detail').distinct().execute()
  expect(details).toEqual([{ detail: '550 <[e-mail]>' }])
})
