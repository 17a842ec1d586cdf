import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { correctOrder } from '#contract/corrections.ts'
import { createOrder } from '#contract/intake.ts'
import { answerMessage, listOpenMessages } from '#contract/messages.ts'
import { refundOrders } from '#contract/refunds.ts'
import { listAuditEvents } from '#contract/audit.ts'
import { recordDispute, saveDispute } from '#contract/disputes.ts'
import { uploadDocument } from '#contract/documents.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { sendInvoice } from '#contract/invoices.ts'
import { assignOrders, moveOrders, undo } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { folderCounts, listOrders, searchOrders } from '#contract/orders.ts'
import { listRequests } from '#contract/privacy-list.ts'
import {
  accessFileJson,
  accessFilePdf,
  closeRequest,
  createRequest,
  eraseOrders,
  getRequest,
  planErasure,
  restrictOrders,
  tickStep,
} from '#contract/privacy.ts'
import { countryOrderCount } from '#contract/reports.ts'
import { addRemark } from '#contract/remarks.ts'
import type { RequestKind } from '#contract/rules/privacy.ts'
import { trackOrder } from '#contract/visitor.ts'
import { runErasures } from '#server/privacy/erasures.ts'
import { mailTemplates } from '#server/mail-templates.ts'
import { mailObstacle } from '#server/platform/mail/obstacles.ts'
import { claimMails } from '#server/platform/mail/mail-rows.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { insertOpenDispute } from '../support/disputes.ts'
import { duringChange } from '../support/during-change.ts'
import { anOrder, createTestOrder } from '../support/orders.ts'
import { pdfTexts } from '../support/pdf.ts'
import { receiveReply } from '../support/replies.ts'
import { memberNames, testIntakeKey } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const otherKey = 'of the other'
let admin: { token: string }
let team: { token: string }
let now = Date.parse('2026-11-21T03:00:00Z')

const app = useTestApp({ clock: () => new Date(now) })
beforeAll(async () => {
  admin = { token: await app.signInAs('Admin') }
  team = { token: await app.signInAs('Team') }
})

async function act<E extends Endpoint>(endpoint: E, input: Input<E>) {
  const answer = await app.call(endpoint, input, admin)
  if (answer.http !== 200) throw new Error(`${endpoint.path} answered ${answer.http}: ${answer.body.message}`)
  return answer.body
}

let customers = 0
async function aCustomerWith(orders: number) {
  customers += 1
  const email = `customer${customers}@privacy.example`
  const ids: number[] = []
  for (let i = 0; i < orders; i++)
    ids.push(
      await createTestOrder(app, {
        email: i === 1 ? ` ${email.toUpperCase()}` : email,
        amount: '49.00',
        currency: 'USD',
      }),
    )
  return { email, ids }
}

const request = async (email: string, kinds: RequestKind[], more: object = {}) =>
  (await act(createRequest, { body: { email, kinds, channel: 'e-mail', ...more } })).data.id

const load = async (id: string) => (await act(getRequest, { params: { id } })).data
const plan = async (id: string) => (await act(planErasure, { params: { id } })).data
const erase = async (id: string) => {
  const { plan: shown } = await plan(id)
  await act(eraseOrders, { params: { id }, body: { plan: shown } })
  await runErasures(app.platform, Date.now() + 60_000)
}

test('a request finds every order of its customer, and is due 72 hours after it was made', async () => {
  const { email, ids } = await aCustomerWith(2)
  const byOrder = (
    await act(createRequest, {
      body: {
        orderId: ids[0] ?? 0,
        kinds: ['access', 'erasure', 'access'],
        channel: 'telephone',
        text: 'Please delete it.',
      },
    })
  ).data.id
  expect(await load(byOrder)).toMatchObject({
    email,
    name: expect.stringMatching(/^Traveller/),
    text: 'Please delete it.',
    kinds: ['access', 'erasure'],
    order_ids: ids,
    asked_at: '2026-11-21T03:00:00Z',
    due_at: '2026-11-24T03:00:00Z',
    steps: [],
    erasing: 0,
  })
  const later = await createTestOrder(app, { email })
  const byEmail = await request(email, ['access'], { askedAt: '2026-11-19 22:00:00' })
  expect((await load(byEmail)).order_ids).toEqual([...ids, later])
  expect((await load(byOrder)).order_ids).toEqual([...ids, later])
  expect((await load(byEmail)).due_at).toBe('2026-11-23T03:00:00Z')
  expect((await load(byEmail)).held[0]).toMatchObject({ what: 'Orders', count: 3 })

  const refused = async (body: object) =>
    (await app.call(createRequest, { body: { kinds: ['access'], channel: 'site', ...body } as never }, admin))
      .http
  expect(await refused({ email, askedAt: '2026-11-21 22:00:00' })).toBe(400)
  expect(await refused({})).toBe(400)
  expect(await refused({ orderId: 999999 })).toBe(404)
  const nobody = await request('nobody@privacy.example', ['access'])
  expect(await load(nobody)).toMatchObject({ order_ids: [], held: [] })
  expect((await act(listRequests, {})).data[0]?.id).toBe(byEmail)
})

test('steps are ticked with member and time, and a closed request is immutable', async () => {
  const { email } = await aCustomerWith(1)
  const id = await request(email, ['access'])
  const tick = (step: 'identity' | 'access', done: boolean) =>
    app.call(tickStep, { params: { id }, body: { step, done } }, admin)
  await tick('identity', true)
  expect((await load(id)).steps).toEqual([
    { step: 'identity', at: '2026-11-21T03:00:00Z', by: memberNames.Admin },
  ])
  await tick('identity', false)
  expect((await load(id)).steps).toEqual([])
  await tick('access', true)
  now += 3_600_000
  admin = { token: await app.signInWith('ayu.admin@pabean.example') }
  await act(closeRequest, { params: { id }, body: { text: 'Dear customer,\n\nhere you are.' } })
  expect(await load(id)).toMatchObject({ closed_at: '2026-11-21T04:00:00Z', closed_by: memberNames.Admin })
  expect((await tick('identity', true)).http).toBe(409)
  expect((await app.call(closeRequest, { params: { id }, body: {} }, admin)).http).toBe(409)
  const mail = await app.platform.db
    .selectFrom('mails')
    .select(['order_id', 'recipient'])
    .where('kind', '=', 'privacy')
    .executeTakeFirstOrThrow()
  expect(mail).toEqual({ order_id: null, recipient: email })
  const audit = (await act(listAuditEvents, { query: { groups: 'change' } })).data
  expect(audit.map(({ action }) => action).slice(0, 4)).toEqual([
    'privacy request closed',
    'privacy step ticked',
    'privacy step unticked',
    'privacy step ticked',
  ])
})

test('a restricted order is visible to Admins only, and none of its mails is sent', async () => {
  const { email, ids } = await aCustomerWith(2)
  const [orderId = 0] = ids
  const name = (await act(getOrder, { params: { orderId } })).orderDetails.arrival_full_name
  const undoOf = (await app.call(assignOrders, { body: { orderId, assignto: memberNames.Team } }, team)).body
    .data.undo
  const id = await request(email, ['restriction'])
  await act(sendInvoice, { body: { orderId } })
  await act(restrictOrders, { params: { id }, body: { restricted: true } })
  expect((await load(id)).steps).toMatchObject([{ step: 'restriction', by: memberNames.Admin }])

  const asTeam = <E extends Endpoint>(endpoint: E, input: Input<E>) => app.call(endpoint, input, team)
  const refusals = [
    await asTeam(getOrder, { params: { orderId } }),
    await asTeam(moveOrders, { body: { orderId, updatingStatus: 'Awaiting' } }),
    await asTeam(addRemark, { body: { orderId, remark: 'seen' } }),
  ]
  for (const { http, body } of refusals)
    expect([http, body.message]).toEqual([
      403,
      `Order ${orderId} is restricted, as its customer asked: only an Admin can see it and work on it.`,
    ])
  const other = await createTestOrder(app)
  const several = await asTeam(moveOrders, {
    body: { orderId: [other, orderId], updatingStatus: 'Awaiting' },
  })
  expect(several.body.data).toMatchObject({
    updated: [other],
    skipped: [{ orderId, reason: expect.stringMatching(/^is restricted/) }],
  })
  expect((await asTeam(undo, { body: { undo: undoOf ?? '' } })).http).toBe(403)
  const rowFor = async (who: { token: string }) => {
    const listed = await app.call(
      listOrders,
      { params: { orderName: 'allOrder' }, query: { limit: 100 } },
      who,
    )
    const found = await app.call(
      searchOrders,
      { body: { searchVal: String(name), folderName: 'allOrder' } },
      who,
    )
    const row = listed.body.data.find((it) => it.order_id === orderId)
    return {
      name: row?.arrival_full_name,
      phone: row?.arrival_phone_number,
      found: found.body.data.filter((it) => it.order_id === orderId).length,
    }
  }
  expect(await rowFor(team)).toEqual({ name: null, phone: null, found: 0 })
  expect(await rowFor(admin)).toMatchObject({ name, found: 1 })
  expect((await act(getOrder, { params: { orderId } })).orderDetails.restricted_at).not.toBeNull()

  await app.platform.db
    .insertInto('messages')
    .values({
      order_id: orderId,
      direction: 'in',
      at: new Date(now),
      message_id: '<one>',
      sealed: app.platform.seal.seal('messages.sealed', orderId, {
        from: email,
        fromName: '',
        to: '',
        subject: '',
        text: 'x',
        quoted: '',
        references: [],
      }),
    })
    .execute()
  const openFor = async (who: { token: string }) => (await app.call(listOpenMessages, {}, who)).body
  expect(await openFor(team)).toMatchObject({ data: [], count: 0 })
  expect(await openFor(admin)).toMatchObject({ count: 1 })

  // No mail of it leaves, which its history says.
  const obstacle = mailObstacle(mailTemplates)
  await inTransaction(app.platform.db, (tx) =>
    claimMails(tx, [{ provider: 'AWS', slots: 100 }], new Date(now + 1000), obstacle),
  )
  expect((await act(getOrder, { params: { orderId } })).orderDetails.mailHistory).toMatchObject([
    { state: 'cancelled', error: 'Its order is restricted.' },
  ])
  await act(restrictOrders, { params: { id }, body: { restricted: false } })
  expect((await load(id)).steps).toEqual([])
  expect((await asTeam(getOrder, { params: { orderId } })).http).toBe(200)
})

test('an erasure deletes the data shown by its dry run, and leaves an empty order; counts and reports stay', async () => {
  const { email, ids } = await aCustomerWith(2)
  const [orderId = 0, other = 0] = ids
  await act(uploadDocument, {
    body: { orderId, email },
    file: asFile(await aPdf('an approved document'), 'approved.pdf'),
  })
  await act(sendInvoice, { body: { orderId } })
  await act(moveOrders, { body: { orderId: other, updatingStatus: 'Refunds' } })
  const id = await request(email, ['erasure'])
  const before = {
    counts: (await act(folderCounts, {})).data,
    report: (await act(countryOrderCount, { body: {} })).countryOrderDetails,
  }
  const shown = await plan(id)
  expect(shown).toMatchObject({ whole: 2, parts: 0, later: [] })
  expect(shown.rows[0]).toMatchObject({ what: `Order ${orderId}`, goes: 'all', stays: '-' })
  expect(shown.rows.find(({ what }) => what === 'Invoices')?.stays).toBe('1: number, amount, date')
  expect((await load(id)).orders.every(({ erased_at }) => erased_at === null)).toBe(true)

  await act(addRemark, { body: { orderId, remark: 'something new' } })
  const stale = await app.call(eraseOrders, { params: { id }, body: { plan: shown.plan } }, admin)
  expect([stale.http, stale.body.message]).toEqual([
    409,
    'Something has changed since the dry run. Please run it again.',
  ])
  await erase(id)

  expect((await load(id)).orders.map(({ erased_at }) => erased_at)).not.toContain(null)
  expect({
    counts: (await act(folderCounts, {})).data,
    report: (await act(countryOrderCount, { body: {} })).countryOrderDetails,
  }).toEqual(before)
  const { orderDetails } = await act(getOrder, { params: { orderId } })
  expect(orderDetails).toMatchObject({
    erased_at: expect.any(String),
    email: '',
    uploadDoc: [],
    mailHistory: [],
    remark: [],
    process_status: 'Completed',
  })
  expect(orderDetails.arrival_full_name).toBeUndefined()
  expect(orderDetails.events.at(0)?.action).toBe('erased')
  const moved = await app.call(moveOrders, { body: { orderId, updatingStatus: 'Awaiting' } }, admin)
  expect([moved.http, moved.body.message]).toEqual([409, `Order ${orderId} was erased on 20-11-2026.`])
  const tracked = await app.call(trackOrder, { body: { orderId: String(orderId), email } })
  expect(tracked.http).toBe(404)
  expect((await act(searchOrders, { body: { searchVal: email, folderName: 'allOrder' } })).count).toBe(0)
  expect(
    (await act(searchOrders, { body: { searchVal: String(orderId), folderName: 'allOrder' } })).count,
  ).toBe(1)
  const again = await app.call(eraseOrders, { params: { id }, body: { plan: (await plan(id)).plan } }, admin)
  expect(again.http).toBe(409)
  await expect(
    app.platform.db
      .insertInto('visitor_sessions')
      .values({
        token_hash: Buffer.from('x'),
        order_id: orderId,
        ip: '',
        created_at: new Date(now),
        expires_at: new Date(now),
      })
      .execute(),
  ).rejects.toThrow(`Order ${orderId} was erased.`)
})

test('an order that is still open is moved to Deleted Orders by its erasure', async () => {
  const { email, ids } = await aCustomerWith(1)
  const id = await request(email, ['erasure'])
  expect((await plan(id)).rows[0]?.why).toContain('it is moved to Deleted Orders')
  await erase(id)
  const { orderDetails } = await act(getOrder, { params: { orderId: ids[0] ?? 0 } })
  expect(orderDetails.process_status).toBe('Deleted')
})

test('an open dispute keeps identity, payment and documents, and the request returns when it ends', async () => {
  const { email, ids } = await aCustomerWith(1)
  const [orderId = 0] = ids
  await act(moveOrders, { body: { orderId, updatingStatus: 'ChargeBack' } })
  await act(saveDispute, { body: { orderId, dueOn: '2026-12-19', reasonCode: '10.4', outcome: '' } })
  await app.platform.db
    .updateTable('orders')
    .set({ language: 'en' })
    .where('order_id', '=', orderId)
    .execute()
  const id = await request(email, ['erasure'])
  expect(await plan(id)).toMatchObject({
    whole: 0,
    parts: 1,
    later: [{ order_id: orderId, due_on: '2026-12-19' }],
  })
  await erase(id)
  await act(closeRequest, { params: { id }, body: {} })
  const kept = (await act(getOrder, { params: { orderId } })).orderDetails
  expect(kept.arrival_passport_number).toMatch(/^C\d/)
  expect(kept.details_erased_at).not.toBeNull()
  expect(await load(id)).toMatchObject({ comes_up_again: false, email })
  await act(saveDispute, { body: { orderId, dueOn: '2026-12-19', reasonCode: '10.4', outcome: 'Won' } })
  expect((await act(listRequests, {})).data.find((it) => it.id === id)?.comes_up_again).toBe(true)
  await erase(id)
  expect(await load(id)).toMatchObject({ comes_up_again: false, email: '', name: '' })
})

test('an erasure waits for a mail being sent, and its request stays open meanwhile', async () => {
  const { email, ids } = await aCustomerWith(1)
  const [orderId = 0] = ids
  await act(sendInvoice, { body: { orderId } })
  const set = (state: 'sending' | 'sent') =>
    app.platform.db.updateTable('mails').set({ state }).where('order_id', '=', orderId).execute()
  await set('sending')
  const id = await request(email, ['erasure'])
  await erase(id)
  expect(await load(id)).toMatchObject({ erasing: 1 })
  expect((await app.call(closeRequest, { params: { id }, body: {} }, admin)).http).toBe(409)
  await set('sent')
  await runErasures(app.platform, Date.now() + 60_000)
  expect(await load(id)).toMatchObject({ erasing: 0 })
})

/** Whatever the database says of an order, and of requests, as text. */
async function rowsOf(orderId: number, requestId: string): Promise<Record<string, unknown>> {
  const { db } = app.platform
  const ofOrder = async (
    table:
      | 'orders'
      | 'order_events'
      | 'remarks'
      | 'documents'
      | 'downloads'
      | 'mails'
      | 'messages'
      | 'visitor_sessions'
      | 'order_evidence_keys'
      | 'refunds'
      | 'invoice_numbers'
      | 'erasures',
  ) =>
    [
      table,
      (await db.selectFrom(table).selectAll().where('order_id', '=', orderId).execute())
        .map((row) => JSON.stringify(row))
        .toSorted(),
    ] as const
  const tables = [
    'orders',
    'order_events',
    'remarks',
    'documents',
    'downloads',
    'mails',
    'messages',
    'visitor_sessions',
    'order_evidence_keys',
    'refunds',
    'invoice_numbers',
    'erasures',
  ] as const
  return {
    ...Object.fromEntries(await Promise.all(tables.map(ofOrder))),
    files: await db
      .selectFrom('message_files as f')
      .innerJoin('messages as m', 'm.id', 'f.message_id')
      .select('f.id')
      .where('m.order_id', '=', orderId)
      .execute(),
    reports: await db
      .selectFrom('mail_reports as r')
      .innerJoin('mails as m', 'm.id', 'r.mail_id')
      .select('r.id')
      .where('m.order_id', '=', orderId)
      .execute(),
    keys: await db
      .selectFrom('idempotency_keys')
      .select(['key', 'sealed_reply'])
      .where('key', '=', createHash('sha256').update(otherKey).digest('hex'))
      .execute(),
    tokens: (await db.selectFrom('undo_tokens').selectAll().execute()).length,
    request: JSON.stringify(
      await db.selectFrom('privacy_requests').selectAll().where('id', '=', requestId).execute(),
    ),
    steps: JSON.stringify(
      await db.selectFrom('privacy_steps').selectAll().where('request_id', '=', requestId).execute(),
    ),
  }
}

test('an order that is disputed after its erasure was confirmed keeps its evidence', async () => {
  const { email, ids } = await aCustomerWith(1)
  const [orderId = 0] = ids
  await act(uploadDocument, {
    body: { orderId, email },
    file: asFile(await aPdf(), 'approved.pdf'),
  })
  await app.platform.db.updateTable('mails').set({ state: 'sent' }).where('order_id', '=', orderId).execute()
  const id = await request(email, ['erasure'])
  const { plan } = (await act(planErasure, { params: { id } })).data
  await act(eraseOrders, { params: { id }, body: { plan } })
  await duringChange(
    app,
    (tx) => insertOpenDispute(tx, orderId, new Date(now)),
    () => runErasures(app.platform, Date.now() + 60_000),
  )
  const { orderDetails } = await act(getOrder, { params: { orderId } })
  expect(orderDetails).toMatchObject({ erased_at: null, details_erased_at: expect.any(String), email })
  expect([orderDetails.uploadDoc.length, orderDetails.mailHistory.length]).toEqual([1, 1])
  expect(await load(id)).toMatchObject({ erasing: 0 })
})

test('an erasure changes no row of other customers and their requests', async () => {
  const other = await aCustomerWith(1)
  const [orderId = 0] = other.ids
  const key = { headers: { 'idempotency-key': otherKey }, token: testIntakeKey }
  await app.call(createOrder, { body: anOrder() }, key)
  const file = async () => asFile(await aPdf(), 'approved.pdf')
  const { file1 } = (await act(uploadDocument, { body: { orderId, email: other.email }, file: await file() }))
    .data
  const tracked = await app.call(trackOrder, { body: { orderId: String(orderId), email: other.email } })
  const cookie = tracked.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await (await fetch(`${app.url}/uploads/docs/${orderId}_${file1}`, { headers: { cookie } })).arrayBuffer()
  const attachment = { name: 'a.txt', contentType: 'text/plain', bytes: Buffer.from('text') }
  await receiveReply(app, orderId, { files: [attachment] })
  await act(answerMessage, { body: { orderId, text: 'Thank you.' } })
  await act(addRemark, { body: { orderId, remark: 'a remark' } })
  await act(correctOrder, {
    body: { orderId, changes: { arrival_city: 'Denpasar' }, reason: 'asked by mail' },
  })
  await act(sendInvoice, { body: { orderId } })
  await act(moveOrders, { body: { orderId, updatingStatus: 'Refunds' } })
  await act(refundOrders, { body: { orderId: [orderId], reference: 're_1' } })
  const mail = await app.platform.db
    .selectFrom('mails')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  await app.platform.db
    .insertInto('mail_reports')
    .values({
      mail_id: mail.id,
      provider: 'SMTP',
      provider_event_id: 'x',
      kind: 'accepted',
      at: new Date(now),
      received_at: new Date(now),
      detail: null,
    })
    .execute()
  const others = await request(other.email, ['erasure', 'access'])
  for (const step of ['identity', 'access'] as const)
    await act(tickStep, { params: { id: others }, body: { step, done: true } })
  await app.platform.db
    .insertInto('erasures')
    .values({
      request_id: others,
      order_id: orderId,
      part: 'all',
      asked_at: new Date(now + 1e9),
      asked_by: 1,
      done_at: new Date(0),
    })
    .execute()
  const disputed = await aCustomerWith(1)
  await act(moveOrders, { body: { orderId: disputed.ids[0] ?? 0, updatingStatus: 'ChargeBack' } })
  const before = await rowsOf(orderId, others)
  for (const [name, rows] of Object.entries(before)) expect([name, rows]).not.toEqual([name, []])

  const mine = await aCustomerWith(1)
  const [erased = 0] = mine.ids
  await act(sendInvoice, { body: { orderId: erased } })
  await act(moveOrders, { body: { orderId: erased, updatingStatus: 'Refunds' } })
  await act(refundOrders, { body: { orderId: [erased], reference: 're_2' } })
  const mineOrder = anOrder({ email: mine.email })
  const createMine = () =>
    app.call(createOrder, { body: mineOrder }, { ...key, headers: { 'idempotency-key': 'mine' } })
  const created = await createMine()
  const id = await request(mine.email, ['erasure', 'restriction'])
  await act(tickStep, { params: { id }, body: { step: 'access', done: true } })
  await act(restrictOrders, { params: { id }, body: { restricted: true } })
  await act(restrictOrders, { params: { id }, body: { restricted: false } })
  await act(tickStep, { params: { id }, body: { step: 'access', done: true } })
  await act(tickStep, { params: { id }, body: { step: 'identity', done: false } })
  await erase(id)
  await act(closeRequest, { params: { id }, body: { text: 'Done.' } })
  await app.platform.db.updateTable('mails').set({ state: 'sent' }).where('kind', '=', 'privacy').execute()
  await erase(await request(disputed.email, ['erasure']))

  const after = await rowsOf(orderId, others)
  expect({ ...after, tokens: 0 }).toEqual({ ...before, tokens: 0 })
  expect(Number(after.tokens)).toBeGreaterThan(0)
  const repeated = await createMine()
  expect([repeated.http, repeated.body]).toEqual([created.http, created.body])
  const left = await load(id)
  expect(left).toMatchObject({ email: '', steps: [{ step: 'access' }, { step: 'erasure' }] })
  expect(
    await app.platform.db
      .selectFrom('mails')
      .select('id')
      .where('kind', '=', 'privacy')
      .where('recipient', '=', mine.email)
      .execute(),
  ).toEqual([])
})

test('the access file contains all stored data decrypted, with its viewers, as JSON and PDF', async () => {
  const { email, ids } = await aCustomerWith(2)
  const [orderId = 0] = ids
  await receiveReply(app, orderId, { subject: 'My passport', text: 'Here it is, at last.' })
  await act(addRemark, { body: { orderId, remark: 'asked twice' } })
  await act(sendInvoice, { body: { orderId } })
  await app.call(getOrder, { params: { orderId } }, team)
  const dispute = { stage: 'chargeback', reason: 'duplicate', gateway_dispute_id: 'dp_access' } as const
  await act(recordDispute, { body: { orderId, ...dispute, amount: '49', currency: 'USD' } })
  await app.owner
    .insertInto('gateway_refunds')
    .values({
      order_id: orderId,
      gateway: 'Stripe',
      charge_id: 'ch_access',
      amount: '12.00',
      currency: 'USD',
      updated_at: new Date(now),
      received_at: new Date(now),
    })
    .execute()
  const id = await request(email, ['access'])
  expect((await load(id)).held).toContainEqual(expect.objectContaining({ what: 'Disputes', count: 2 }))
  expect((await plan(await request(email, ['erasure']))).rows).toContainEqual(
    expect.objectContaining({ what: 'Disputes, refunds by the gateway', goes: '-' }),
  )
  const fetchFile = (endpoint: Endpoint) =>
    fetch(`${app.url}/api${endpoint.path.replace(':id', id)}`, { headers: { authorization: admin.token } })
  const json = await fetchFile(accessFileJson)
  expect(json.headers.get('content-disposition')).toMatch(/^attachment; filename="access-file-.*\.json"/)
  const file = (await json.json()) as Record<string, never> & {
    orders: { order_id: number; messages: object[]; mails: { text: string }[] }[]
    seen_by: { by: string; what: string; order_id: number }[]
  }
  expect(file.orders.map((order) => order.order_id)).toEqual(ids)
  expect(file.orders[0]).toMatchObject({
    arrival_passport_number: expect.stringMatching(/^C\d/),
    messages: [{ text: 'Here it is, at last.' }],
    remark: [{ remark: 'asked twice' }],
    invoice: { number: expect.stringMatching(/^2026-/) },
    disputes: [{ gateway_dispute_id: 'dp_access', outcome: 'Open', is_due_guessed: true }],
    gateway_refunds: [{ charge_id: 'ch_access', amount: '12.00' }],
  })
  expect(file.orders[0]?.mails[0]?.text).toContain(`Order ID: ${orderId}`)
  expect(file.seen_by).toContainEqual(
    expect.objectContaining({ by: memberNames.Team, what: 'Viewed', order_id: orderId }),
  )
  const pages = await pdfTexts(Buffer.from(await (await fetchFile(accessFilePdf)).arrayBuffer()))
  const disputed = [
    'Disputes of your payment',
    'ChargeBack, duplicate',
    '49.00 USD',
    'ch_access',
    '12.00 USD',
  ]
  for (const text of [
    ...disputed,
    'Here it is, at last.',
    'asked twice',
    'Who saw it',
    memberNames.Team,
    String(ids[1]),
  ])
    expect(pages.join(' ')).toContain(text)
})
