import { loadOrderMails } from '../support/mail/opened.ts'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { withdrawDocument } from '#contract/documents.ts'
import { textLimits } from '#contract/common-schemas.ts'
import * as contract from '#contract/messages.ts'
import { assignOrders, moveOrders, restoreOrder, undo } from '#contract/moves.ts'
import { folderCounts, listOrders } from '#contract/orders.ts'
import { addDays, jakartaToday } from '#contract/rules/dates.ts'
import { roles } from '#contract/rules/roles.ts'
import { request } from '../support/call.ts'
import { duringChange } from '../support/during-change.ts'
import { createTestOrder } from '../support/orders.ts'
import { aPdf, anImage } from '../support/document-fixtures.ts'
import { receiveReply } from '../support/replies.ts'
import { memberNames, startTestApp } from '../support/test-app.ts'
import { aMail, aMailWithFiles, buildMultipartForm } from '../support/webhooks.ts'
import { useTestApp } from '../support/use-test-app.ts'

const domain = 'mail.pabean.example'
const inboundKey = 'inbound-key-0123456789'

const app = useTestApp({ env: { INBOUND_KEY: inboundKey } })
const team = app.as('Team')
const manager = app.as('Manager')

const anOrder = (changes: Record<string, unknown> = {}) =>
  createTestOrder(app, { email: 'buyer@example.com', ...changes })
const mailHeaders = (orderId: number, more: Record<string, string> = {}): Record<string, string> => ({
  From: 'Budi Buyer <buyer@example.com>',
  To: `${orderId}@${domain}`,
  Subject: 'My passport',
  'Message-ID': `<${randomUUID()}@example.com>`,
  ...more,
})
/** Delivers a mail through SendGrid, which accepts large mails. */
const deliverMail = async (orderId: number, mail: Buffer) => {
  const { body, type } = buildMultipartForm({
    email: { bytes: mail, name: '', type: '' },
    envelope: JSON.stringify({ to: [`${orderId}@${domain}`], from: 'buyer@example.com' }),
  })
  const { status } = await fetch(`${app.url}/api/hooks/sendgrid/inbound/${inboundKey}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(body),
  })
  expect(status).toBe(200)
}
const deliverReply = (orderId: number, more: Record<string, string> = {}, text = 'Here it is.') =>
  deliverMail(orderId, aMail(mailHeaders(orderId, more), text))
const move = (orderId: number, updatingStatus: 'Awaiting' | 'Completed' | 'AwaitingGovt') =>
  team.call(moveOrders, { body: { orderId, updatingStatus } })
const loadCounts = async () => (await manager.call(folderCounts)).body.data

test('a reply moves an order from Awaiting Customer back to its assignee', async () => {
  const orderId = await anOrder()
  await team.call(assignOrders, { body: { orderId, assignto: memberNames.Team } })
  await move(orderId, 'Awaiting')
  const before = await loadCounts()
  await deliverReply(orderId)
  const order = await team.order(orderId)
  expect(order).toMatchObject({ process_status: 'New', assign_to: memberNames.Team })
  expect(order.events[0]).toMatchObject({
    action: 'reply received',
    by: 'buyer@example.com',
    from: 'Awaiting',
    to: 'New',
    details: { from: 'buyer@example.com', subject: 'My passport' },
  })
  const after = await loadCounts()
  expect(after['awaitingOrdersCount']).toBe((before['awaitingOrdersCount'] ?? 0) - 1)
  expect(after['pendingOrdersCount']).toBe((before['pendingOrdersCount'] ?? 0) + 1)
})

test.each([
  ['standard', 'newOrder'],
  ['priority', 'priorityOrder'],
] as const)('an unassigned order returns to the queue of its mode: %s', async (mode, orderName) => {
  const orderId = await anOrder({ processing_mode: mode })
  await move(orderId, 'Awaiting')
  await deliverReply(orderId)
  const { body } = await team.call(listOrders, { params: { orderName } })
  expect(body.data.map((row) => row.order_id)).toContain(orderId)
})

test('an order before its window returns to Future Orders, and its reply is open', async () => {
  const orderId = await anOrder({
    processing_mode: 'future',
    arrival_doa: addDays(jakartaToday(new Date()), 300),
  })
  await move(orderId, 'Awaiting')
  await deliverReply(orderId)
  const { body } = await team.call(listOrders, { params: { orderName: 'futureOrder' } })
  expect(body.data.find((row) => row.order_id === orderId)).toMatchObject({ open_messages: 1 })
})

test.each(['AwaitingGovt', 'Completed'] as const)('a reply does not move an order in %s', async (status) => {
  const orderId = await anOrder()
  await move(orderId, status)
  await deliverReply(orderId)
  const order = await team.order(orderId)
  expect(order.process_status).toBe(status)
  expect(order.events[0]).toMatchObject({ action: 'reply received', from: null, to: null })
})

test('an automatic reply moves no order', async () => {
  const orderId = await anOrder()
  await move(orderId, 'Awaiting')
  await deliverReply(orderId, { 'Auto-Submitted': 'auto-replied' })
  const order = await team.order(orderId)
  expect(order.process_status).toBe('Awaiting')
  expect(order.messages).toHaveLength(1)
})

test('of concurrent replies one moves the order, and all are stored', async () => {
  const orderId = await anOrder()
  await move(orderId, 'Awaiting')
  await Promise.all(Array.from({ length: 5 }, () => deliverReply(orderId)))
  const order = await team.order(orderId)
  expect(order.messages).toHaveLength(5)
  expect(order.events.filter(({ to }) => to === 'New')).toHaveLength(1)
})

test('Restore reverts the move by a reply, and undo of the previous move is refused as changed', async () => {
  const orderId = await anOrder()
  const moved = await move(orderId, 'Awaiting')
  await deliverReply(orderId)
  const undone = await team.call(undo, { body: { undo: moved.body.data.undo ?? '' } })
  expect(undone.http).toBe(409)
  const [lifted] = (await manager.order(orderId)).events
  expect(lifted).toMatchObject({ action: 'reply received', can_restore: true })
  const body = { orderId, eventId: lifted?.id ?? 0 }
  expect((await team.call(restoreOrder, { body })).http).toBe(403)
  expect((await manager.call(restoreOrder, { body })).http).toBe(200)
  expect((await team.order(orderId)).process_status).toBe('Awaiting')
})

const sendAnswer = (orderId: number, text = 'Dear Budi,\n\nthank you.\nTuti', more: object = {}, by = team) =>
  by.call(contract.answerMessage, { body: { orderId, text, ...more } })

const loadAnswerMails = async (orderId: number) =>
  (await loadOrderMails(app, orderId)).filter(({ kind }) => kind === 'answer')

test("an answer is mailed from the order's address, added to the messages, and marks open replies as handled", async () => {
  const orderId = await anOrder()
  await deliverReply(orderId, { 'Message-ID': '<first@example.com>', References: '<a@x> <b@x>' })
  const { http, body } = await sendAnswer(orderId, undefined, { mailServiceProvider: 'Sendgrid' })
  expect([http, body.message]).toEqual([200, 'The answer is kept here, not sent.'])
  const order = await team.order(orderId)
  expect(order.messages).toMatchObject([
    {
      direction: 'out',
      by: memberNames.Team,
      from: `${orderId}@${domain}`,
      to: 'buyer@example.com',
      subject: `Re: My passport – order ${orderId}`,
      text: 'Dear Budi,\n\nthank you.\nTuti',
      mail_state: 'queued',
      handled_at: null,
      files: [],
    },
    { direction: 'in', handled_by: memberNames.Team, handled_at: expect.any(String) },
  ])
  expect(order.events[0]).toMatchObject({
    action: 'answered',
    by: memberNames.Team,
    details: { to: 'buyer@example.com', subject: `Re: My passport – order ${orderId}` },
  })
  expect(order.mailHistory[0]).toMatchObject({
    kind: 'answer',
    provider: 'Sendgrid',
    to: 'buyer@example.com',
  })
  const [mail] = await loadAnswerMails(orderId)
  expect(mail?.props).toMatchObject({
    correspondence: {
      inReplyTo: '<first@example.com>',
      references: ['<a@x>', '<b@x>', '<first@example.com>'],
    },
  })
})

test("the mail of an answer has the member's text and reply headers, and is not marked as automatic", async () => {
  const worker = await startTestApp({ sharedWith: app, worker: true })
  const orderId = await anOrder({ language: 'id' })
  await deliverReply(orderId, { 'Message-ID': '<second@example.com>', References: '<first@example.com>' })
  await sendAnswer(orderId, 'Dear Budi,\n\n<b>two</b> lines\nof words')
  const leaves = async () => (await loadAnswerMails(orderId))[0]?.state
  await expect.poll(leaves).toBe('kept')
  const [mail] = await loadAnswerMails(orderId)
  const read = await simpleParser(await readFile(join(app.dataDir, 'outbox', `${mail?.id}.eml`)))
  expect(read).toMatchObject({
    messageId: `<${mail?.id}@${domain}>`,
    inReplyTo: '<second@example.com>',
    references: ['<first@example.com>', '<second@example.com>'],
    subject: `Re: My passport – order ${orderId}`,
    from: { value: [{ address: `${orderId}@${domain}` }] },
  })
  expect(read.headers.get('auto-submitted')).toBe('no')
  expect(read.text).toMatch(/^Dear Budi,\n\n<b>two<\/b> lines\nof words\n\n/)
  expect(read.html).toContain('&lt;b&gt;two&lt;/b&gt; lines')
  expect(read.html).toContain('<html lang="id"')
  await worker.stop()
})

test('the subject of an answer follows that of the answered mail', async () => {
  const [asked, named, silent] = [await anOrder(), await anOrder(), await anOrder()]
  await deliverReply(asked, { Subject: 'AW: Re: Question' })
  await deliverReply(named, { Subject: `Re: Your declaration – order ${named}` })
  for (const orderId of [asked, named, silent]) await sendAnswer(orderId)
  const subjects = await Promise.all(
    [asked, named, silent].map(async (orderId) => (await team.order(orderId)).messages[0]?.subject),
  )
  expect(subjects).toEqual([
    `Re: Question – order ${asked}`,
    `Re: Your declaration – order ${named}`,
    `Re: Order ${silent}`,
  ])
})

test('an answer refers to the newest mail of the customer and to no other mail', async () => {
  const orderId = await anOrder()
  await deliverReply(orderId, { 'Message-ID': '<of-customer@example.com>', Subject: 'Mine' })
  await deliverReply(orderId, { From: 'stranger@evil.example', Subject: 'Send your card number' })
  await deliverReply(orderId, { Subject: 'I am away', 'Auto-Submitted': 'auto-replied' })
  await receiveReply(app, orderId, { subject: 'Not mine', authentic: 'fail' })
  await sendAnswer(orderId)
  const [sent] = (await team.order(orderId)).messages
  expect(sent?.subject).toBe(`Re: Mine – order ${orderId}`)
  const [mail] = await loadAnswerMails(orderId)
  expect(mail?.props).toMatchObject({
    subject: `Re: Mine – order ${orderId}`,
    correspondence: { inReplyTo: '<of-customer@example.com>' },
  })
})

test('without a mail of the customer an answer starts a new thread', async () => {
  const orderId = await anOrder()
  await deliverReply(orderId, { From: 'stranger@evil.example' })
  await sendAnswer(orderId)
  const [mail] = await loadAnswerMails(orderId)
  expect(mail?.props).toMatchObject({
    subject: `Re: Order ${orderId}`,
    correspondence: { inReplyTo: null, references: [] },
  })
})

test('of many messages the newest hundred and the total are returned', async () => {
  const orderId = await anOrder()
  await deliverReply(orderId, { Subject: 'The first' })
  const { id: _, ...first } = await app.platform.db
    .selectFrom('messages')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const more = Array.from({ length: 104 }, (__, n) => ({ ...first, message_id: `<${orderId}.${n}@x>` }))
  await app.platform.db.insertInto('messages').values(more).execute()
  const order = await team.order(orderId)
  expect([order.messages.length, order.message_count]).toEqual([100, 105])
  const ids = order.messages.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((one, other) => other - one))
})

test('the mail state of an answer is that of its mail', async () => {
  const orderId = await anOrder()
  await sendAnswer(orderId)
  await app.platform.db
    .updateTable('mails')
    .set({ state: 'bounced' })
    .where('order_id', '=', orderId)
    .execute()
  expect((await team.order(orderId)).messages).toMatchObject([{ mail_state: 'bounced' }])
})

test('the same answer sent twice, also concurrently, is mailed once', async () => {
  const orderId = await anOrder()
  await deliverReply(orderId)
  const all = await Promise.all(Array.from({ length: 4 }, () => sendAnswer(orderId)))
  expect(all.map(({ http }) => http).toSorted()).toEqual([200, 409, 409, 409])
  expect((await sendAnswer(orderId)).body.message).toBe('This answer has already been sent.')
  expect(await loadAnswerMails(orderId)).toHaveLength(1)
  expect((await sendAnswer(orderId, 'Another one')).http).toBe(200)
  await deliverReply(orderId)
  expect((await sendAnswer(orderId, 'Another one')).http).toBe(200)
  expect(await loadAnswerMails(orderId)).toHaveLength(3)
})

test.each<[string, () => Promise<{ http: number }>, number]>([
  ['an empty answer', async () => sendAnswer(await anOrder(), ' \n '), 400],
  ['an endless answer', async () => sendAnswer(await anOrder(), 'x'.repeat(textLimits.letter + 1)), 400],
  [
    'an answer by another provider',
    async () => sendAnswer(await anOrder(), 'Hi', { mailServiceProvider: 'Pigeon' }),
    400,
  ],
  [
    'an answer by a provider that is not on offer',
    async () => sendAnswer(await anOrder(), 'Hi', { mailServiceProvider: 'SMTP' }),
    400,
  ],
  ['an answer to no order', () => sendAnswer(999_999_999), 404],
  ['an answer of nobody', async () => sendAnswer(await anOrder(), 'Hi', {}, app.withToken('')), 401],
  ['handling of no order', () => markHandled(999_999_999), 404],
  ['opening of no order', () => markHandled(999_999_999, false), 404],
  ['opening where there is no reply', async () => markHandled(await anOrder(), false), 409],
  ['handling by nobody', async () => markHandled(await anOrder(), true, app.withToken('')), 401],
])('%s is refused', async (_, call, code) => {
  expect((await call()).http).toBe(code)
})

const markHandled = (orderId: number, handled = true, by = team) =>
  by.call(contract.handleMessages, { body: { orderId, handled } })
const loadOpenCount = async () => (await team.call(contract.listOpenMessages)).body.count

test('open replies are marked as handled once, and the newest can be reopened once', async () => {
  await deliverReply(await anOrder())
  const orderId = await anOrder()
  await deliverReply(orderId)
  await deliverReply(orderId)
  await deliverReply(orderId, { 'Auto-Submitted': 'auto-replied' })
  const before = await loadOpenCount()
  const both = await Promise.all([markHandled(orderId), markHandled(orderId)])
  expect(both.map(({ http }) => http)).toEqual([200, 200])
  expect(await loadOpenCount()).toBe(before - 2)
  const handled = await team.order(orderId)
  expect(handled.messages.map((message) => message.handled_by)).toEqual([
    null,
    memberNames.Team,
    memberNames.Team,
  ])
  const actions = handled.events.map(({ action }) => action)
  expect(actions.filter((action) => action === 'replies handled')).toHaveLength(1)

  const again = await Promise.all([markHandled(orderId, false), markHandled(orderId, false)])
  expect(again.map(({ http }) => http)).toEqual([200, 200])
  const opened = await team.order(orderId)
  expect(opened.messages.map((message) => message.handled_at === null)).toEqual([true, true, false])
  expect(opened.events.filter(({ action }) => action === 'reply opened again')).toHaveLength(1)

  await markHandled(orderId)
  const reopened = await duringChange(
    app,
    (tx) =>
      tx
        .updateTable('messages')
        .set({ handled_at: null, handled_by: null })
        .where('order_id', '=', orderId)
        .execute(),
    () => markHandled(orderId, false),
  )
  expect(reopened.http).toBe(200)
  const { events } = await team.order(orderId)
  expect(events.filter(({ action }) => action === 'reply opened again')).toHaveLength(1)
})

test.each<[string, (orderId: number, upTo: number) => Promise<{ http: number }>]>([
  [
    'handling',
    (orderId, upTo) => team.call(contract.handleMessages, { body: { orderId, handled: true, upTo } }),
  ],
  ['an answer', (orderId, upTo) => sendAnswer(orderId, undefined, { upTo })],
])('%s leaves replies after the newest seen message open', async (_, act) => {
  const orderId = await anOrder()
  await deliverReply(orderId, { Subject: 'Seen' })
  const [seen] = (await team.order(orderId)).messages
  await deliverReply(orderId, { Subject: 'Not seen' })
  expect((await act(orderId, seen?.id ?? 0)).http).toBe(200)
  const received = (await team.order(orderId)).messages.filter(({ direction }) => direction === 'in')
  expect(received.map(({ subject, handled_by }) => [subject, handled_by])).toEqual([
    ['Not seen', null],
    ['Seen', memberNames.Team],
  ])
})

test('open replies of all orders are listed by page, newest first', async () => {
  const orderId = await anOrder({ arrival_full_name: 'Siti Nurhaliza' })
  await deliverReply(orderId, { Subject: 'One' })
  await deliverReply(orderId, { Subject: 'Two', From: 'office@customs.example' })
  const list = (query: { limit: number; page?: number }) => team.call(contract.listOpenMessages, { query })
  const { body } = await list({ limit: 1 })
  expect(body.data).toEqual([
    {
      id: expect.any(Number),
      order_id: orderId,
      name: 'Siti Nurhaliza',
      at: expect.any(String),
      by: 'office@customs.example',
      subject: 'Two',
      process_status: 'New',
      assign_to: null,
    },
  ])
  expect(body.count).toBeGreaterThan(1)
  expect((await list({ limit: 1, page: 2 })).body.data).toMatchObject([{ subject: 'One', by: 'Budi Buyer' }])
  expect((await list({ limit: 501 })).http).toBe(400)
})

/** Creates an order with a mail that has these files; returns their ids in order. */
async function createOrderWithFiles(
  files: { name: string; type: string; bytes: Buffer }[],
  from = 'bea.cukai@customs.example',
) {
  const orderId = await anOrder()
  await deliverMail(orderId, aMailWithFiles(mailHeaders(orderId, { From: from }), 'Attached.', files))
  const [message] = (await team.order(orderId)).messages
  return { orderId, ids: (message?.files ?? []).map(({ id }) => id) }
}
const aDocument = async (name = 'SKPI.pdf') => ({
  name,
  type: 'application/octet-stream',
  bytes: await aPdf(),
})

test('files are served by their content, never by their declared type', async () => {
  const pdf = await aDocument('護照 "x".pdf')
  const picture = { name: 'scan.png', type: 'image/png', bytes: await anImage('png') }
  const page = { name: 'form.html', type: 'text/html', bytes: Buffer.from('<script>alert(1)</script>') }
  const fake = { name: 'fake.pdf', type: 'application/pdf', bytes: Buffer.from('<script>alert(1)</script>') }
  const { ids } = await createOrderWithFiles([pdf, picture, page, fake])
  const shown = await Promise.all(
    ids.map(async (messageFileId) =>
      request(
        app.url,
        contract.readMessageFile,
        { params: { messageFileId }, query: { as: 'file' } },
        { token: await team.token() },
      ),
    ),
  )
  const described = shown.map(({ status, headers }) => [
    status,
    headers.get('content-type'),
    headers.get('content-disposition')?.split(';')[0],
    /sandbox/.test(headers.get('content-security-policy') ?? ''),
  ])
  expect(described).toEqual([
    [200, 'application/pdf', 'inline', false],
    [200, 'image/png', 'inline', true],
    [200, 'application/octet-stream', 'attachment', true],
    [200, 'application/octet-stream', 'attachment', true],
  ])
  expect(Buffer.from((await shown[0]?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(pdf.bytes)
  for (const { headers } of shown) {
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  }
})

test('a file is served to members with team or cookie only, and an unknown one answers 404', async () => {
  const { ids } = await createOrderWithFiles([await aDocument()])
  const read = (messageFileId: unknown, options: object) =>
    request(app.url, contract.readMessageFile, { params: { messageFileId }, query: { as: 'file' } }, options)
  const [id] = ids
  const signIn = await fetch(`${app.url}/api/admin/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'tuti.team@pabean.example', password: 'correct horse' }),
  })
  const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const token = await team.token()
  const answers = [read(id, { cookie }), read(id, {}), read(999_999, { token }), read('1; drop', { token })]
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 401, 404, 400])
})

const acceptFile = (orderId: number, messageFileId: number | undefined, more: object = {}, by = team) =>
  by.call(contract.acceptMessageFile, {
    body: { orderId, messageFileId: messageFileId ?? 0, ...more },
  })

test('a file is accepted as the page showed the order, and its mail is handled with it, or neither', async () => {
  const { orderId, ids } = await createOrderWithFiles([await aDocument()])
  const isHandled = async () => (await team.order(orderId)).messages[0]?.handled_at !== null
  for (const seen of [{ expectedStatus: 'Awaiting' }, { expectedDocuments: 1 }]) {
    expect((await acceptFile(orderId, ids[0], { handled: true, ...seen })).http).toBe(409)
    expect(await isHandled()).toBe(false)
  }
  const seen = { handled: true, expectedStatus: 'New', expectedDocuments: 0 }
  expect((await acceptFile(orderId, ids[0], seen)).http).toBe(200)
  expect(await isHandled()).toBe(true)
})

test('messages before the newest hundred are read with the id of one of them', async () => {
  const { orderId } = await createOrderWithFiles([await aDocument()])
  const [newest] = (await team.order(orderId)).messages
  const older = (before: unknown) =>
    team.call(contract.listOlderMessages, { params: { orderId }, query: { before: Number(before) } })
  expect((await older(Number(newest?.id) + 1)).body.data).toEqual([newest])
  expect((await older(newest?.id)).body.data).toEqual([])
  expect((await older('x')).http).toBe(400)
})

test.each(roles)(
  '%s accepts a file of a reply as the approved document, in one step (product §11)',
  async (role) => {
    const document = await aDocument()
    const { orderId, ids } = await createOrderWithFiles([document])
    const { http, body } = await acceptFile(orderId, ids[0], {}, app.as(role))
    expect(http, body.message).toBe(200)
    expect(body).toMatchObject({
      message: 'The file is now the approved document. Its mail is kept here in 10 s, not sent.',
      data: { completed: true },
    })
    const order = await team.order(orderId)
    expect(order).toMatchObject({
      process_status: 'Completed',
      processed_by: memberNames[role],
      uploadDoc: [
        {
          file1: body.data.file1,
          name: 'SKPI.pdf',
          size: document.bytes.length,
          content_type: 'application/pdf',
        },
      ],
      mailHistory: [{ kind: 'approved', to: 'buyer@example.com', uploadDoc: body.data.file1 }],
    })
    expect(order.events.find(({ action }) => action === 'document uploaded')).toMatchObject({
      by: memberNames[role],
      details: { name: 'SKPI.pdf', cameByMailFrom: 'bea.cukai@customs.example' },
    })
    const { message_file_id } = await app.platform.db
      .selectFrom('documents')
      .select('message_file_id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(message_file_id).toBe(ids[0])
  },
)

test('a file is accepted once, also concurrently, and again after it was withdrawn', async () => {
  const { orderId, ids } = await createOrderWithFiles([await aDocument(), await aDocument('Second.pdf')])
  const both = await Promise.all([acceptFile(orderId, ids[0]), acceptFile(orderId, ids[0])])
  expect(both.map(({ http }) => http).toSorted()).toEqual([200, 409])
  const taken = async () =>
    (await team.order(orderId)).messages.flatMap(({ files }) => files.map((it) => it.taken))
  expect(await taken()).toEqual([true, false])
  expect(await acceptFile(orderId, ids[0])).toMatchObject({
    http: 409,
    body: { message: 'This file is already a document of the order.' },
  })
  const { uploadDoc, mailHistory } = await team.order(orderId)
  expect([uploadDoc.length, mailHistory.length]).toEqual([1, 1])
  const body = { orderId, file1: uploadDoc[0]?.file1 ?? '', reason: 'Wrong traveller' }
  await team.call(withdrawDocument, { body })
  expect(await taken()).toEqual([false, false])
  for (const id of ids) expect((await acceptFile(orderId, id)).http).toBe(200)
})

test.each<[string, () => Promise<{ http: number }>, number]>([
  [
    'of another order',
    async () => acceptFile(await anOrder(), (await createOrderWithFiles([await aDocument()])).ids[0]),
    404,
  ],
  ['that does not exist', async () => acceptFile(await anOrder(), 999_999), 404],
  [
    'for an order that does not exist',
    async () => acceptFile(999_999_999, (await createOrderWithFiles([await aDocument()])).ids[0]),
    404,
  ],
  [
    'by a provider that is not on offer',
    async () => {
      const { orderId, ids } = await createOrderWithFiles([await aDocument()])
      return acceptFile(orderId, ids[0], { mailServiceProvider: 'SMTP' })
    },
    400,
  ],
  [
    'by nobody',
    async () => {
      const { orderId, ids } = await createOrderWithFiles([await aDocument()])
      return acceptFile(orderId, ids[0], {}, app.withToken(''))
    },
    401,
  ],
  [
    'that is no document',
    async () => {
      const { orderId, ids } = await createOrderWithFiles([
        { name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('text') },
      ])
      return acceptFile(orderId, ids[0])
    },
    415,
  ],
  [
    'that is too large',
    async () => {
      const bytes = Buffer.concat([await aPdf(), Buffer.alloc(20 * 1024 * 1024)])
      const { orderId, ids } = await createOrderWithFiles([{ name: 'a.pdf', type: 'application/pdf', bytes }])
      return acceptFile(orderId, ids[0])
    },
    413,
  ],
])('a file %s is not accepted', async (_, call, code) => {
  const documents = () => app.platform.db.selectFrom('documents').select('id').execute()
  const before = await documents()
  expect((await call()).http).toBe(code)
  expect(await documents()).toHaveLength(before.length)
})
