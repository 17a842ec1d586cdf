import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readMessageFile } from '#contract/messages.ts'
import { getOrder } from '#contract/order-details.ts'
import { uploadDocument } from '#contract/documents.ts'
import { addRemark } from '#contract/remarks.ts'
import { forgotPassword, userInfo } from '#contract/session.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { reseal, resealRows, selectRowsToReseal } from '#server/platform/reseal.ts'
import { createSealing, parseDataKeys, sealingKeyId } from '#server/platform/seal.ts'
import { sealedTables } from '#server/platform/sealed-columns.ts'
import { isKillTrial } from '../support/kills.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { createTestOrder } from '../support/orders.ts'
import { receiveReply } from '../support/replies.ts'
import { readDocument } from '../support/stored-files.ts'
import { startTestApp, testDataKeys, type TestApp } from '../support/test-app.ts'

const newerKey = `newer:${randomBytes(32).toString('base64')}`
const bothKeys = `${newerKey},${testDataKeys}`
const passport = Buffer.from('CLEARLY-READABLE '.repeat(5000))

let app: TestApp
let token: string
let pdf: Buffer

beforeAll(async () => {
  pdf = await aPdf('An approved document')
})
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signInAs('Admin')
})
afterEach(() => app.stop())

const loadOrder = async (orderId: number, from = app) =>
  (await from.call(getOrder, { params: { orderId }, query: { historyRows: 10_000 } }, { token })).body
    .orderDetails

/** An order with a document, a message with a file, remarks and a mail. */
async function createFullOrder(): Promise<number> {
  const email = 'buyer@example.com'
  const orderId = await createTestOrder(app, { email, arrival_full_name: 'Readable Name' })
  const body = { orderId, email }
  const file = asFile(pdf, 'readable-name.pdf')
  expect((await app.call(uploadDocument, { body, file }, { token })).http).toBe(200)
  await receiveReply(app, orderId, {
    files: [{ name: 'readable-passport.txt', contentType: 'text/plain', bytes: passport }],
  })
  await app.call(addRemark, { body: { orderId, remark: 'A readable remark' } }, { token })
  return orderId
}

/** Every key id by which a column is sealed. */
async function sealedBy(): Promise<string[]> {
  const keyIds = new Set<string>()
  for (const { table, columns } of sealedTables)
    for (const { column } of columns) {
      const { rows } = await sql<{ sealed: Buffer | null }>`
        select ${sql.ref(column)} as sealed from ${sql.table(table)}`.execute(app.platform.db)
      for (const { sealed } of rows) if (sealed) keyIds.add(sealingKeyId(sealed))
    }
  return [...keyIds].toSorted()
}

async function readMessage(from: TestApp, messageFileId: number): Promise<Buffer> {
  const path = readMessageFile.path.replace(':messageFileId', String(messageFileId))
  const answer = await fetch(`${from.url}/api${path}`, { headers: { authorization: token } })
  return Buffer.from(await answer.arrayBuffer())
}

const silent = { progress: () => {} }

test('everything is sealed with another key while the server runs, and is readable without the old key (product §10)', async () => {
  const orderIds = [await createFullOrder(), await createFullOrder()]
  // One file in the store, with a row for each order.
  await receiveReply(app, orderIds, {
    files: [{ name: 'shared.txt', contentType: 'text/plain', bytes: passport }],
  })
  const before = await Promise.all(orderIds.map((orderId) => loadOrder(orderId)))
  expect(before[0]?.uploadDoc[0]?.name).toBe('readable-name.pdf')
  expect(await sealedBy()).toEqual(['test'])

  const both = await startTestApp({ sharedWith: app, env: { DATA_KEYS: bothKeys } })
  const state = { isDone: false }
  const working = (async () => {
    for (let n = 0; !state.isDone; n++) {
      const body = { orderId: orderIds[0] ?? 0, remark: `While it runs, ${n}` }
      expect((await both.call(addRemark, { body }, { token })).http).toBe(200)
    }
  })()
  const result = await reseal(both.platform, silent)
  state.isDone = true
  await working
  expect(result.keyIds).toEqual(['newer'])
  expect(await sealedBy()).toEqual(['newer'])
  await both.stop()

  // The older key is gone: everything opens, and hashes and sessions are as before.
  const after = await startTestApp({ sharedWith: app, env: { DATA_KEYS: newerKey } })
  for (const [index, orderId] of orderIds.entries()) {
    const { remark, events, ...order } = await loadOrder(orderId, after)
    expect(order).toEqual(expect.objectContaining(leavingOut(before[index])))
    expect(remark.at(-1)?.remark).toBe('A readable remark')
    expect(events.at(-1)).toEqual(before[index]?.events.at(-1))
    expect((await readDocument(after, order.uploadDoc[0]?.file1 ?? '')).equals(pdf)).toBe(true)
    expect(order.messages).toHaveLength(2)
    for (const { files } of order.messages)
      expect((await readMessage(after, files[0]?.id ?? 0)).equals(passport)).toBe(true)
  }
  expect((await after.call(userInfo, {}, { token })).http).toBe(200)
  expect(after.platform.seal.hash('passport', 'C1')).toEqual(app.platform.seal.hash('passport', 'C1'))
  expect(await reseal(after.platform, silent)).toMatchObject({ rows: 0, keyIds: ['newer'] })
  await after.stop()
})

const leavingOut = ({ remark: _remark, events: _events, ...order }: object & Record<string, unknown> = {}) =>
  order

if (isKillTrial)
  test('a killed command can be restarted, and leaves no partial files', async () => {
    const orderId = await createFullOrder()
    const before = await loadOrder(orderId)
    const env = {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: app.serverUrl,
      DATA_DIR: app.dataDir,
      DATA_KEYS: bothKeys,
    }
    const start = () => spawn(process.execPath, ['dist/server/cli.js', 'reseal'], { env })
    // It is held up within the rows, and killed there.
    const holder = await app.platform.db.startTransaction().execute()
    await sql`lock table messages in share row exclusive mode`.execute(holder)
    const killed = start()
    killed.stderr.on('data', (said: Buffer) => {
      if (said.toString().includes('order_events: ')) killed.kill('SIGKILL')
    })
    expect(await once(killed, 'close')).toEqual([null, 'SIGKILL'])
    await holder.rollback().execute()
    const last = start()
    let said = ''
    last.stderr.on('data', (part: Buffer) => (said += part.toString()))
    expect(await once(last, 'close'), said).toEqual([0, null])
    expect(said).toContain('The key newer alone is needed from now on.')
    expect(await sealedBy()).toEqual(['newer'])
    const settings = await app.platform.db.selectFrom('settings').select('key').orderBy('key').execute()
    expect(settings.map(({ key }) => key)).toEqual([
      'audit-key',
      'data-key-check:newer',
      'hash-key',
      'session-key',
    ])
    const after = await startTestApp({ sharedWith: app, env: { DATA_KEYS: newerKey } })
    expect(await loadOrder(orderId, after)).toEqual(before)
    await after.stop()
  })

test('a row changed meanwhile keeps the change, and is sealed again', async () => {
  const orderId = await createFullOrder()
  const { db } = app.platform
  const seal = createSealing(parseDataKeys(bothKeys))
  const table = sealedTables.find((it) => it.table === 'remarks')
  if (!table) throw new Error('there is no such table')
  await inTransaction(db, async (tx) => {
    const [row] = await selectRowsToReseal(tx, table, seal, null)
    if (!row) throw new Error('there is no row')
    await db.updateTable('remarks').set({ whatsapp: true }).where('order_id', '=', orderId).execute()
    expect(await resealRows(tx, table, [row], seal)).toMatchObject({ resealed: 0, toRepeat: 1 })
    const [again] = await selectRowsToReseal(tx, table, seal, null)
    expect(again?.['whatsapp']).toBe(true)
    expect(again && (await resealRows(tx, table, [again], seal))).toMatchObject({ resealed: 1 })
  })
  expect(await sealedBy()).toEqual(['newer', 'test'])
})

test('a row that cannot be decrypted stays, and its key is reported as still needed', async () => {
  const orderId = await createFullOrder()
  const { db, seal } = app.platform
  const stranger = createSealing(parseDataKeys(`stranger:${randomBytes(32).toString('base64')}`))
  const changed = seal.seal('remarks.sealed_remark', orderId + 1, 'of another order')
  for (const sealed_remark of [stranger.seal('remarks.sealed_remark', orderId, 'of another key'), changed])
    await db
      .insertInto('remarks')
      .values({ order_id: orderId, at: new Date(), member_id: null, remark_name: null, sealed_remark })
      .execute()
  const both = await startTestApp({ sharedWith: app, env: { DATA_KEYS: bothKeys } })
  expect((await reseal(both.platform, silent)).keyIds.toSorted()).toEqual(['newer', 'stranger', 'test'])
  await both.stop()
  expect(await sealedBy()).toEqual(['newer', 'stranger', 'test'])
  await expect(startTestApp({ sharedWith: app, env: { DATA_KEYS: newerKey } })).rejects.toThrow('"test"')
})

test('a queued job is sealed again, and run', async () => {
  await app.call(forgotPassword, { body: { email: 'ayu.admin@pabean.example' } })
  const both = await startTestApp({ sharedWith: app, env: { DATA_KEYS: bothKeys } })
  await reseal(both.platform, silent)
  await both.stop()
  const after = await startTestApp({ sharedWith: app, env: { DATA_KEYS: newerKey }, worker: true })
  const mails = () => app.platform.db.selectFrom('mails').select('kind').execute()
  await expect.poll(mails).toEqual([{ kind: 'reset' }])
  await after.stop()
})

test('the command covers every sealed column', async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name ~ '^sealed|(file|preview)_key$'
  `.execute(app.platform.db)
  const known = sealedTables.flatMap(({ table, columns }) =>
    columns.map(({ column }) => `${table}.${column}`),
  )
  expect(rows.map(({ place }) => place).toSorted()).toEqual(known.toSorted())
})
