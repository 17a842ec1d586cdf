import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { correctOrder } from '#contract/corrections.ts'
import { emptyDraft, keepDraft } from '#contract/drafts.ts'
import { saveDispute } from '#contract/disputes.ts'
import { resendMail, uploadDocument, withdrawDocument } from '#contract/documents.ts'
import { createOrder } from '#contract/intake.ts'
import { sendInvoice } from '#contract/invoices.ts'
import { answerMessage } from '#contract/messages.ts'
import { assignOrders, moveOrders } from '#contract/moves.ts'
import { saveTransaction } from '#contract/order-details.ts'
import { folderCounts } from '#contract/orders.ts'
import {
  closeRequest,
  createRequest,
  eraseOrders,
  getRequest,
  planErasure,
  sendAccessLink,
} from '#contract/privacy.ts'
import { matchDocuments } from '#contract/proposals.ts'
import { refundOrders } from '#contract/refunds.ts'
import { addRemark } from '#contract/remarks.ts'
import { countryOrderCount, processedByCount } from '#contract/reports.ts'
import { sendLink, trackOrder } from '#contract/visitor.ts'
import { openPayload } from '#server/platform/jobs/sealed-payload.ts'
import { sealedTables, type SealedColumnName } from '#server/platform/sealed-columns.ts'
import { runErasures } from '#server/privacy/erasures.ts'
import { mailedAnswerPath } from '../support/questions.ts'
import { askAgency, settleRequest } from '#contract/requests.ts'
import { askCustomer } from '#contract/questions.ts'
import { mailedLinkPath } from '../support/access-links.ts'
import { visitorPage } from '../http/visitor-page-requests.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { receiveSnapshot, snapshotOf } from '../support/disputes.ts'
import { keepLateDownload, listKept } from '../support/late-records.ts'
import { receiveReply } from '../support/replies.ts'
import { startServerProcess, type ServerProcess } from '../support/server-process.ts'
import { memberNames, startTestApp, testDataKeys, testIntakeKey, type TestApp } from '../support/test-app.ts'
import {
  createCanaries,
  declarationOf,
  findInFiles,
  findInTables,
  orderWithCanaries,
  succeeded,
} from './canaries.ts'

/** The trial `erasure` erases twenty orders in a separate server and kills it meanwhile. */
const orderCount = Number(process.env.ERASURE_ORDERS ?? 3)
const killCount = Number(process.env.ERASURE_KILLS ?? 0)

const canaries = createCanaries()
const { word, email, address } = canaries
let app: TestApp
let server: ServerProcess | null = null
let token: string

const startServer = () =>
  startServerProcess({
    DATABASE_URL: app.serverUrl,
    DATA_DIR: app.dataDir,
    DATA_KEYS: testDataKeys,
    DEMO: '0',
    LOG_LEVEL: 'error',
  })

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' }, visitorPage, worker: killCount === 0 })
  if (killCount > 0) server = await startServer()
  token = await app.signInAs('Admin')
})
afterAll(async () => {
  await server?.end()
  await app.stop()
})

const act: TestApp['call'] = async (endpoint, input, options = {}) =>
  succeeded(endpoint, await app.call(endpoint, input, { token, ...options }))

async function createOrderOf(buyer: string): Promise<number> {
  const body = orderWithCanaries(canaries, buyer)
  const headers = { 'idempotency-key': word('idempotency key') }
  return (await act(createOrder, { body }, { token: testIntakeKey, headers })).body.data.order_id
}

async function visit(orderId: number, file1: string, buyer: string): Promise<void> {
  const headers = { 'x-forwarded-for': address('visitor') }
  await app.call(
    trackOrder,
    { body: { orderId: String(orderId), email: email('wrong e-mail') } },
    { headers },
  )
  const opened = await app.call(trackOrder, { body: { orderId: String(orderId), email: buyer } }, { headers })
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const answer = await fetch(`${app.url}/uploads/docs/${orderId}_${file1}`, {
    headers: { ...headers, cookie, 'user-agent': word('user agent of a visitor') },
  })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  const asked = { orderId, about: 'wrong', text: word('text of a request') } as const
  expect((await app.call(askAgency, { body: asked }, { headers, cookie })).http).toBe(200)
  await act(settleRequest, { body: { orderId, as: 'refused', text: word('answer to a request') } })
}

/** A download served while the primary was away. */
const downloadLate = (orderId: number, file1: string) =>
  keepLateDownload(app, {
    orderId,
    file1,
    ip: address('late visitor'),
    userAgent: word('user agent of a late visitor'),
  })

/** A customer answers a flight and a photo; another question stays open. */
async function answerQuestion(orderId: number, buyer: string): Promise<void> {
  const fields = ['arrival_flight_number', 'passport_page']
  await act(askCustomer, { body: { orderId, fields, text: word('text of a question') } })
  const path = await mailedAnswerPath(app, orderId)
  const headers = { 'x-forwarded-for': address('who answers a question') }
  const post = (cookie: string, form: Record<string, string | File>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(form)) body.append(name, value)
    return fetch(app.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, cookie },
      body,
    })
  }
  const admitted = await post('', { email: buyer })
  const cookie = admitted.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const photo = asFile(
    Buffer.concat([await aPdf(), Buffer.from(word('photo'))]),
    `${word('name of a photo')}.pdf`,
  )
  const answer = { arrival_flight_number: word('answered flight'), passport_page: photo }
  expect((await post(cookie, answer)).status).toBe(303)
  await act(askCustomer, { body: { orderId, fields, text: word('text of an open question') } })
}

/** Does every kind of work on an order, with a word in every field. */
async function workOn(orderId: number, buyer: string): Promise<void> {
  await act(assignOrders, { body: { orderId, assignto: memberNames.Admin } })
  await act(addRemark, { body: { orderId, remark: word('remark'), whatsapp: 'Y' } })
  const name = word('corrected name')
  await act(correctOrder, {
    body: { orderId, changes: { arrival_full_name: name }, reason: word('reason of a correction') },
  })
  await receiveReply(app, orderId, {
    from: { name: word('sender'), address: buyer },
    subject: word('subject of a reply'),
    text: word('text of a reply'),
    files: [
      { name: `${word('attachment')}.txt`, contentType: 'text/plain', bytes: Buffer.from(word('file')) },
    ],
  })
  await act(answerMessage, { body: { orderId, text: word('text of an answer') } })
  await answerQuestion(orderId, buyer)
  const draftOf = (field: string) => ({ ...emptyDraft, text: word(field) })
  for (const field of ['other text of a draft', 'text of a draft'])
    await act(keepDraft, { body: { orderId, kind: 'remark', content: draftOf(field), revision: null } })
  const upload = async () => {
    const bytes = Buffer.concat([await aPdf(name), Buffer.from(`\n% ${word('comment of a document')}\n`)])
    const file = asFile(bytes, `${word('name of a document')}.pdf`)
    return (await act(uploadDocument, { body: { orderId, email: buyer }, file })).body.data.file1
  }
  const proposed = await aPdf(`Order ${orderId} ${word('text of a proposed document')}`)
  await act(matchDocuments, {
    body: {},
    file: [asFile(proposed, `${word('name of a proposed document')}.pdf`)],
  })
  const reason = word('reason of a withdrawal')
  await act(withdrawDocument, { body: { orderId, file1: await upload(), reason } })
  const file1 = await upload()
  await visit(orderId, file1, buyer)
  await downloadLate(orderId, file1)
  await act(resendMail, { body: { orderId, email: email('recipient of a resend') } })
  await act(sendInvoice, { body: { orderId } })
}

async function dispute(orderId: number): Promise<void> {
  await act(moveOrders, { body: { orderId, updatingStatus: 'ChargeBack' } })
  await act(saveTransaction, {
    body: { orderId, transactionId: word('transaction'), merchantName: word('merchant') },
  })
  await act(saveDispute, { body: { orderId, dueOn: '2030-01-01', reasonCode: '10.4', outcome: 'Lost' } })
  const charge_id = word('charge')
  await receiveSnapshot(
    app,
    snapshotOf({
      stage: 'warning',
      gateway_dispute_id: word('id of a dispute'),
      charge_id,
      payment_intent_id: word('payment'),
      transaction_id: canaries.known('transaction of a dispute', await transactionOf(orderId)),
    }),
  )
  const at = new Date()
  const refund = { gateway: 'Stripe', charge_id, amount: '1.00', currency: 'USD' }
  await app.owner
    .insertInto('gateway_refunds')
    .values({ order_id: orderId, ...refund, updated_at: at, received_at: at })
    .execute()
}

const transactionOf = async (orderId: number) =>
  (
    await app.owner
      .selectFrom('orders')
      .select('transaction_id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).transaction_id ?? ''

async function refund(orderId: number): Promise<void> {
  await act(moveOrders, { body: { orderId, updatingStatus: 'Refunds' } })
  await act(refundOrders, { body: { orderId: [orderId], reference: word('reference of a refund') } })
}

const isQuiet = async () => {
  const mails = await app.platform.db.selectFrom('mails').select('state').execute()
  return (
    mails.every(({ state }) => ['kept', 'bounced', 'failed', 'cancelled'].includes(state)) &&
    (await listKept(app)).length === 0
  )
}

/** Opens every sealed column: `table.column` that does not open or still has a word. */
async function findInSealed(): Promise<string[]> {
  const { db, seal } = app.platform
  const found: string[] = []
  for (const { table, columns } of sealedTables)
    for (const { column, boundTo } of columns) {
      if (column.endsWith('_key')) continue
      const { rows } = await sql<{ sealed: Buffer; bound: string }>`
        select ${sql.ref(column)} as sealed, ${sql.ref(boundTo)}::text as bound
        from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(db)
      for (const { sealed, bound } of rows) {
        const content = seal.open(z.unknown(), `${table}.${column}` as SealedColumnName, bound, sealed)
        const words = canaries.foundIn(JSON.stringify(content))
        if (words.length > 0) found.push(`${table}.${column}: ${words.join()}`)
      }
    }
  for (const table of ['jobs.job', 'jobs.archive']) {
    const { rows } = await sql<{
      name: string
      data: unknown
    }>`select name, data from ${sql.table(table)}`.execute(db)
    for (const { name, data } of rows)
      found.push(
        ...canaries.foundIn(JSON.stringify(openPayload(seal, name, data))).map((it) => `${table}: ${it}`),
      )
  }
  return found
}

async function filesWithoutRow(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(stored_as, file1) as name from documents union select preview_file from documents
    union select stored_as from message_files union select stored_as from proposals
    union select preview_file from proposals`.execute(app.platform.db)
  const named = new Set(rows.map(({ name }) => name))
  const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(sealed|eml)$/.test(entry.name) && !named.has(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Hashed keys of buyers and travellers, which find the same person again. */
const ordersWithJourneyKeys = async (orderIds: readonly number[]): Promise<number> => {
  const rows = await app.platform.db
    .selectFrom('orders')
    .select('order_id')
    .where('order_id', 'in', orderIds)
    .where((eb) =>
      eb.or([
        sql<boolean>`cardinality(${eb.ref('household_keys')}) > 0`,
        sql<boolean>`cardinality(${eb.ref('traveller_keys')}) > 0`,
        eb('passport_hash', 'is not', null),
        sql<boolean>`cardinality(${eb.ref('family_passport_hashes')}) > 0`,
      ]),
    )
    .execute()
  return rows.length
}

const figures = async () => ({
  counts: (await act(folderCounts, {})).body.data,
  countries: (await act(countryOrderCount, { body: {} })).body.countryOrderDetails,
  processed: (await act(processedByCount, { body: {} })).body,
})

test('an erasure removes every trace of the customer', async () => {
  const buyer = email('email')
  const orderIds: number[] = []
  for (let i = 0; i < orderCount; i++) {
    const orderId = await createOrderOf(buyer)
    orderIds.push(orderId)
    await workOn(orderId, buyer)
    if (i % 3 === 1) await dispute(orderId)
    if (i % 3 === 2) await refund(orderId)
  }
  await act(sendLink, { body: { email: buyer } }, { headers: { 'x-forwarded-for': address('asker') } })
  // Another customer stays; a file mailed to both orders is stored once.
  const others = createCanaries()
  let declaration = declarationOf(others)
  // Two customers may be born on one day.
  while (canaries.foundIn(JSON.stringify(declaration)).length > 0) declaration = declarationOf(others)
  const other = (
    await act(
      createOrder,
      {
        body: {
          landing_domain: 'arrival.pabean.example',
          email: others.email('email'),
          ...declaration,
        },
      },
      { token: testIntakeKey },
    )
  ).body.data.order_id
  const shared = { name: 'both.txt', contentType: 'text/plain', bytes: Buffer.from('for both') }
  await receiveReply(app, [orderIds[0] ?? 0, other], {
    from: { name: 'Customs', address: 'office@customs.example' },
    files: [shared],
  })
  await expect.poll(isQuiet, { timeout: 300_000 }).toBe(true)
  expect((await findInSealed()).length).toBeGreaterThan(20)
  expect((await findInTables(app.owner, canaries)).size).toBeGreaterThan(10)
  expect(await ordersWithJourneyKeys(orderIds)).toBe(orderCount)
  const [document] = await app.platform.db
    .selectFrom('documents')
    .select(['order_id', 'file1'])
    .where('order_id', 'in', orderIds)
    .where('withdrawn_at', 'is', null)
    .execute()
  if (!document) throw new Error('no order has a document')
  const before = await figures()

  const { id } = (
    await act(createRequest, {
      body: { email: buyer, kinds: ['access', 'erasure'], channel: 'e-mail', text: word('words') },
    })
  ).body.data
  const params = { id }
  await act(sendAccessLink, { params, body: {} })
  const accessPath = await mailedLinkPath(app, buyer)
  const fetched = await fetch(app.url + accessPath, {
    method: 'POST',
    headers: { 'x-forwarded-for': address('reader of the access file') },
    body: new URLSearchParams({ email: buyer, as: 'JSON' }),
  })
  expect(canaries.foundIn(await fetched.text()).length).toBeGreaterThan(20)
  await expect.poll(isQuiet, { timeout: 300_000 }).toBe(true)
  const { plan, whole } = (await act(planErasure, { params })).body.data
  expect(whole).toBe(orderCount)
  await act(eraseOrders, { params, body: { plan } })
  const remaining = async () => (await act(getRequest, { params })).body.data.erasing
  for (let kills = 0; kills < killCount && (await remaining()) > 0; kills++) {
    await pause(Math.random() * 300)
    await server?.end('SIGKILL')
    server = await startServer()
  }
  await expect.poll(remaining, { timeout: 300_000, interval: 500 }).toBe(0)
  // Recorded before the erasure, by a server that writes it afterwards.
  await downloadLate(document.order_id, document.file1)
  await act(closeRequest, { params, body: { text: word('what was done') } })
  await expect.poll(isQuiet, { timeout: 300_000 }).toBe(true)
  await runErasures(app.platform, Date.now() + 60_000)
  const links = await app.platform.db
    .selectFrom('access_links')
    .select(['mail_id', 'opened_at', 'json_fetched_at'])
    .execute()
  expect(links).toEqual([{ mail_id: null, opened_at: expect.any(Date), json_fetched_at: expect.any(Date) }])

  expect(Object.fromEntries(await findInTables(app.owner, canaries))).toEqual({})
  expect(await findInSealed()).toEqual([])
  expect(Object.fromEntries(await findInFiles(app.dataDir, canaries))).toEqual({})
  expect(await filesWithoutRow()).toEqual([])
  expect(await ordersWithJourneyKeys(orderIds)).toBe(0)
  // canaries.test reads the log of a day's work.
  if (server) expect(canaries.foundIn(server.output())).toEqual([])

  const after = await figures()
  expect(after.countries).toEqual(before.countries)
  expect(after.processed).toEqual(before.processed)
  expect(after.counts).toEqual(before.counts)
  const kept = await app.platform.db.selectFrom('message_files').select('stored_as').execute()
  expect(kept).toHaveLength(1)
  expect((await findInTables(app.owner, others)).size).toBeGreaterThan(2)
  if (process.env.ERASURE_ORDERS)
    console.log(
      `${orderCount} orders erased, the server killed ${killCount} times: nothing left of ${orderIds.length}`,
    )
})
