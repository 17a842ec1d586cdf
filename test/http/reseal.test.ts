import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readMessageFile } from '#contract/messages.ts'
import { getOrder } from '#contract/order-details.ts'
import { uploadDocument } from '#contract/documents.ts'
import { addRemark } from '#contract/remarks.ts'
import { forgotPassword, userInfo } from '#contract/session.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { storedFiles } from '#server/platform/files/stored-files.ts'
import { reseal } from '#server/platform/reseal/reseal.ts'
import { removeReplacedFiles, switchFile } from '#server/platform/reseal/reseal-files.ts'
import { resealRows, selectRowsToReseal } from '#server/platform/reseal/reseal-rows.ts'
import { createSeal, parseDataKeys, sealingKeyId } from '#server/platform/seal.ts'
import { sealedTables } from '#server/platform/sealed-columns.ts'
import { isKillTrial } from '../support/kills.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { writeAsOlderVersion } from '../support/older-version.ts'
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

/** Every key id by which a column is sealed, and how many readable values are left. */
async function sealedBy(): Promise<{ keyIds: string[]; readable: number }> {
  const keyIds = new Set<string>()
  let readable = 0
  for (const { table, columns } of sealedTables)
    for (const { column, ...rest } of columns) {
      const plain =
        'kept' in rest
          ? sql`nullif(details - array['file1', 'event'], '{}')`
          : 'replaces' in rest
            ? sql.ref(rest.replaces)
            : sql`null`
      const { rows } = await sql<{ sealed: Buffer | null; plain: unknown }>`
        select ${sql.ref(column)} as sealed, ${plain} as plain from ${sql.table(table)}`.execute(
        app.platform.db,
      )
      for (const row of rows) {
        if (row.sealed) keyIds.add(`${row.sealed[0] === 0 ? '' : 'former '}${sealingKeyId(row.sealed)}`)
        if (row.plain !== null) readable++
      }
    }
  return { keyIds: [...keyIds].toSorted(), readable }
}

const filesWith = async (text: Buffer | string) => {
  const folder = join(app.dataDir, 'documents')
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.includes('.'))
  const found = await Promise.all(
    names.map(async (name) => ((await readFile(join(folder, name))).includes(text) ? name : [])),
  )
  return found.flat()
}

async function readMessage(from: TestApp, messageFileId: number): Promise<Buffer> {
  const path = readMessageFile.path.replace(':messageFileId', String(messageFileId))
  const answer = await fetch(`${from.url}/api${path}`, { headers: { authorization: token } })
  return Buffer.from(await answer.arrayBuffer())
}

const silent = { progress: () => {} }

test('what an older version left is read, sealed anew by another key while the server serves, and read again (product §10)', async () => {
  const orderIds = [await createFullOrder(), await createFullOrder()]
  // One file in the store, with a row for each order.
  await receiveReply(app, orderIds, {
    files: [{ name: 'shared.txt', contentType: 'text/plain', bytes: passport }],
  })
  await writeAsOlderVersion(app)
  const before = await Promise.all(orderIds.map((orderId) => loadOrder(orderId)))
  expect(before[0]?.uploadDoc[0]?.name).toBe('readable-name.pdf')
  expect((await sealedBy()).keyIds).toEqual(['former test'])
  expect((await sealedBy()).readable).toBeGreaterThan(10)
  expect(await filesWith(pdf.subarray(0, 100))).toHaveLength(2)

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
  expect(result.files).toBe(5)
  expect(await sealedBy()).toEqual({ keyIds: ['newer'], readable: 0 })
  expect(await filesWith(pdf.subarray(0, 100))).toEqual([])
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
  expect(await reseal(after.platform, silent)).toMatchObject({ rows: 0, files: 0, keyIds: ['newer'] })
  await after.stop()
})

const leavingOut = ({ remark: _remark, events: _events, ...order }: object & Record<string, unknown> = {}) =>
  order

if (isKillTrial)
  test('a command that is killed is begun again, and leaves nothing behind', async () => {
    const orderId = await createFullOrder()
    await createFullOrder()
    await writeAsOlderVersion(app)
    const before = await loadOrder(orderId)
    const env = {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: app.serverUrl,
      DATA_DIR: app.dataDir,
      DATA_KEYS: bothKeys,
    }
    const start = () => spawn(process.execPath, ['dist/server/cli.js', 'reseal'], { env })
    // It is held up, and killed, within files and within rows.
    for (const [line, table] of [
      ['files: 1', 'message_files'],
      ['order_events: ', 'messages'],
    ] as const) {
      const holder = await app.platform.db.startTransaction().execute()
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(holder)
      const child = start()
      child.stderr.on('data', (said: Buffer) => {
        if (said.toString().includes(line)) child.kill('SIGKILL')
      })
      expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
      await holder.rollback().execute()
    }
    const last = start()
    let said = ''
    last.stderr.on('data', (part: Buffer) => (said += part.toString()))
    expect(await once(last, 'close'), said).toEqual([0, null])
    expect(said).toContain('The key newer alone is needed from now on.')
    expect(await sealedBy()).toEqual({ keyIds: ['newer'], readable: 0 })
    expect(await filesWith(pdf.subarray(0, 100))).toEqual([])
    expect(await app.platform.db.selectFrom('replaced_files').selectAll().execute()).toEqual([])
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

test('a row that is changed while it is sealed anew keeps the change, and is taken again', async () => {
  const orderId = await createFullOrder()
  const { db } = app.platform
  const seal = createSeal(parseDataKeys(bothKeys))
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
  expect((await sealedBy()).keyIds).toEqual(['newer', 'test'])
})

test('a file is switched once, in its own row', async () => {
  await createFullOrder()
  await createFullOrder()
  await writeAsOlderVersion(app)
  const { db, files, clock } = app.platform
  const kind = storedFiles.find(({ sealedColumn }) => sealedColumn === 'documents.file_key')
  const [row, other] = await db.selectFrom('documents').selectAll().orderBy('id').execute()
  if (!kind || !row || !other) throw new Error('there are no documents')
  const sealed = files.seal(kind.sealedColumn, pdf)
  await files.put(sealed)
  const attempt = (id: number, name: string) =>
    inTransaction(db, (tx) => switchFile(tx, kind, { id, name }, sealed, clock()))
  expect([await attempt(row.id, 'another.pdf'), await attempt(other.id, row.file1)]).toEqual([false, false])
  expect([await attempt(row.id, row.file1), await attempt(row.id, row.file1)]).toEqual([true, false])
  const rows = await db.selectFrom('documents').select(['id', 'stored_as']).orderBy('id').execute()
  expect(rows).toEqual([
    { id: row.id, stored_as: sealed.name },
    { id: other.id, stored_as: null },
  ])

  // The former file stays for those who are about to read it, and whatever cannot be removed is tried again.
  const replaced = () => db.selectFrom('replaced_files').select('name').execute()
  await removeReplacedFiles(app.platform)
  expect(await replaced()).toHaveLength(1)
  await db
    .insertInto('replaced_files')
    .values({ name: 'gone.pdf', at: new Date(0) })
    .execute()
  const remove = (name: string) =>
    name === 'gone.pdf' ? files.remove(name) : Promise.reject(new Error('no access'))
  const later = new Date(clock().getTime() + 1000)
  const stuck = removeReplacedFiles({ ...app.platform, files: { ...files, remove } }, later)
  await expect(stuck).rejects.toThrow('no access')
  expect(await replaced()).toContainEqual({ name: row.file1 })
  await removeReplacedFiles(app.platform, later)
  expect([await replaced(), await files.open(kind.sealedColumn, { name: row.file1, key: null })]).toEqual([
    [],
    null,
  ])
})

test('a row that does not open is left, and its key is named as still needed', async () => {
  const orderId = await createFullOrder()
  const { db, seal } = app.platform
  const stranger = createSeal(parseDataKeys(`stranger:${randomBytes(32).toString('base64')}`))
  const changed = seal.seal('remarks.sealed_remark', orderId + 1, 'of another order')
  for (const sealed_remark of [stranger.seal('remarks.sealed_remark', orderId, 'of another key'), changed])
    await db
      .insertInto('remarks')
      .values({ order_id: orderId, at: new Date(), member_id: null, remark_name: null, sealed_remark })
      .execute()
  const both = await startTestApp({ sharedWith: app, env: { DATA_KEYS: bothKeys } })
  expect((await reseal(both.platform, silent)).keyIds.toSorted()).toEqual(['newer', 'stranger', 'test'])
  await both.stop()
  expect((await sealedBy()).keyIds).toEqual(['newer', 'stranger', 'test'])
  await expect(startTestApp({ sharedWith: app, env: { DATA_KEYS: newerKey } })).rejects.toThrow('"test"')
})

test('addresses that older versions wrote beside what they sealed are taken out', async () => {
  const orderId = await createFullOrder()
  const { db } = app.platform
  const before = (await loadOrder(orderId)).events
  await db.updateTable('order_events').set({ actor: 'buyer@example.com' }).execute()
  await db.updateTable('mails').set({ error: '550 <buyer@example.com>: no such user' }).execute()
  await reseal(app.platform, silent)
  const actors = await db.selectFrom('order_events').select(['action', 'actor']).orderBy('id').execute()
  for (const { action, actor } of actors)
    expect(actor).toBe(action === 'reply received' ? 'Incoming mail' : 'buyer@example.com')
  expect(await db.selectFrom('mails').select('error').execute()).toEqual([
    { error: '550 <[e-mail]>: no such user' },
  ])
  const reply = (events: typeof before) => events.find(({ action }) => action === 'reply received')
  expect(reply((await loadOrder(orderId)).events)).toEqual(reply(before))
  expect(reply(before)?.by).toBe('buyer@example.com')
})

test('a job that waits is sealed anew, and worked', async () => {
  await app.call(forgotPassword, { body: { email: 'ayu.admin@pabean.example' } })
  const both = await startTestApp({ sharedWith: app, env: { DATA_KEYS: bothKeys } })
  await reseal(both.platform, silent)
  await both.stop()
  const after = await startTestApp({ sharedWith: app, env: { DATA_KEYS: newerKey }, worker: true })
  const mails = () => app.platform.db.selectFrom('mails').select('kind').execute()
  await expect.poll(mails).toEqual([{ kind: 'reset' }])
  await after.stop()
})

test('every sealed column is among those that are sealed anew', async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name ~ '^sealed|(file|preview)_key$'
  `.execute(app.platform.db)
  const known = sealedTables.flatMap(({ table, columns }) =>
    columns.map(({ column }) => `${table}.${column}`),
  )
  expect(rows.map(({ place }) => place).toSorted()).toEqual(known.toSorted())
})
