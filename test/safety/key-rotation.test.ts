import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uploadDocument } from '#contract/documents.ts'
import { addRemark } from '#contract/remarks.ts'
import { forgotPassword } from '#contract/session.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { reseal } from '#server/platform/reseal.ts'
import { sealingKeyId } from '#server/platform/seal.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { duringChange, untilWaitedFor } from '../support/during-change.ts'
import { createTestOrder } from '../support/orders.ts'
import { receiveReply } from '../support/replies.ts'
import { startTestApp, testDataKeys, type TestApp } from '../support/test-app.ts'

const newerKey = `newer:${randomBytes(32).toString('base64')}`
const bothKeys = `${newerKey},${testDataKeys}`
const silent = { progress: () => {} }

let app: TestApp
/** Shares database and files, with the newer key first. */
let both: TestApp

beforeEach(async () => {
  app = await startTestApp()
  both = await startTestApp({ sharedWith: app, env: { DATA_KEYS: bothKeys } })
})
afterEach(async () => {
  await both.stop()
  await app.stop()
})

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

const insertJob = (name: string, state: string, data: object) => sql`
  insert into jobs.job (name, state, data) values (${name}, ${state}::jobs.job_state, ${JSON.stringify(data)}::jsonb)`

test('resealing waits for a running job, and a job sealed by another key keeps that key required', async () => {
  const { db } = app.platform
  await app.call(forgotPassword, { body: { email: 'ayu.admin@pabean.example' } })
  await insertJob('open-remaining-documents', 'created', { documentId: 1 }).execute(db)
  const result = await duringChange(
    app,
    (tx) => sql`update jobs.job set state = 'active' where state = 'created'`.execute(tx),
    () => reseal(both.platform, silent),
  )
  expect(result).toMatchObject({ isFinished: true, keyIds: ['newer'] })
  const { rows } = await sql<{ data: { sealed?: string } }>`
    select data from jobs.job where name = 'mail-reset-link'
  `.execute(db)
  const keyIds = rows.map(({ data }) => data.sealed && sealingKeyId(Buffer.from(data.sealed, 'base64')))
  expect(keyIds).toEqual(['newer'])

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

test('a value sealed by the former key meanwhile is found, and that key stays required', async () => {
  const orderId = await createOrderWithFiles()
  const token = await app.signInAs('Admin')
  const running = await inTransaction(app.platform.db, async (tx) => {
    await sql`lock table message_files in share row exclusive mode`.execute(tx)
    const running = reseal(both.platform, silent)
    // The remarks are already resealed.
    await untilWaitedFor(app.platform.db, tx)
    await app.call(addRemark, { body: { orderId, remark: 'By the former key' } }, { token })
    return { result: running }
  })
  const result = await running.result
  expect(result).toMatchObject({ isFinished: false, keyIds: ['newer', 'test'] })
  expect(result.lateRows).toBeGreaterThan(0)
  expect(await reseal(both.platform, silent)).toMatchObject({ isFinished: true, keyIds: ['newer'] })
})
