import { beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import { correctOrder } from '#contract/corrections.ts'
import { resendMail } from '#contract/documents.ts'
import { assignOrders, moveOrders, restoreOrder, undo } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { askCustomer, previewQuestion } from '#contract/questions.ts'
import { arrivalFields, departureFields } from '#contract/rules/order-fields.ts'
import { passportPage } from '#contract/rules/question-fields.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { backgroundCall } from '#server/platform/work.ts'
import { eraseOrder } from '#server/privacy/erase-order.ts'
import { labelOfField } from '#server/questions/label-of-field.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { duringChange } from '../support/during-change.ts'
import { createTestOrder } from '../support/orders.ts'
import { mailedAnswerPath } from '../support/questions.ts'
import { memberNames } from '../support/test-app.ts'
import { behindProxy, cookiesOf, forwardedFor } from './visitor-requests.ts'
import { requestPage, visitorPage } from './visitor-page-requests.ts'
import { useTestApp } from '../support/use-test-app.ts'

let team: string
let now = Date.parse('2026-11-20T03:00:00Z')
const dayMs = 24 * 60 * 60_000
const email = 'tuyet@example.com'

const app = useTestApp({ clock: () => new Date(now), env: behindProxy, visitorPage })
const manager = app.as('Manager')
beforeAll(async () => {
  team = await app.signInAs('Team')
})

const anOrder = (changes: object = {}) =>
  createTestOrder(app, {
    email,
    arrival_email: email,
    arrival_nationality: 'VNM',
    arrival_passport_number: 'C488I027',
    arrival_flight_number: 'VN 64I',
    arrival_doa: '2026-11-23',
    ...changes,
  })

const fields = ['arrival_passport_number', 'arrival_flight_number']
const text = 'Please look at both.'

const ask = (orderId: number, more: object = {}, token = team) =>
  app.call(askCustomer, { body: { orderId, fields, text, ...more } }, { token })
const undoAsking = (token: string | null) => app.call(undo, { body: { undo: token ?? '' } }, { token: team })
const detailsOf = async (orderId: number, token = team) =>
  (await app.call(getOrder, { params: { orderId } }, { token })).body.orderDetails
const move = (orderId: number, updatingStatus: 'Awaiting' | 'Contact Customer' | 'Completed' | 'Deleted') =>
  app.call(moveOrders, { body: { orderId, updatingStatus } }, { token: team })
const mailStates = async (orderId: number) =>
  (
    await app.platform.db
      .selectFrom('mails')
      .select('state')
      .where('order_id', '=', orderId)
      .orderBy('created_at')
      .execute()
  ).map(({ state }) => state)

interface Posted {
  path: string
  fields: Record<string, string>
  file?: { bytes: Buffer; name?: string }
  cookie?: string
  ip?: string
  language?: string
  headers?: Record<string, string>
}

/** Posts one of the page's forms as a browser without scripts does. */
async function post({ path, fields, file, cookie = '', ip = '203.0.113.1', language = '', headers }: Posted) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  if (file) body.append(passportPage, asFile(file.bytes, file.name ?? 'photo.pdf'))
  const response = await fetch(app.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'accept-language': language, ...forwardedFor(ip), ...headers },
    body,
  })
  const html = await response.text()
  const question = JSON.parse(/<script id="start"[^>]*>([^<]*)<\/script>/.exec(html)?.[1] ?? '{}').question
  return { http: response.status, headers: response.headers, html, question }
}

/** An asked order, its link, and the cookie of a browser that has given the e-mail. */
async function anAskedOrder(changes: object = {}, more: object = {}) {
  const orderId = await anOrder(changes)
  const { http, body } = await ask(orderId, more)
  expect(http, body.message).toBe(200)
  const path = await mailedAnswerPath(app, orderId)
  const admitted = await post({ path, fields: { email: ` ${email.toUpperCase()}` } })
  expect(admitted.http).toBe(303)
  return { orderId, path, cookie: cookiesOf(admitted.headers), undo: body.data.undo }
}

const right = { arrival_passport_number: 'C4881027', arrival_flight_number: 'VN 641' }
const pageOf = async (path: string, cookie = '') =>
  (await requestPage(app, path, { cookie })).pageData().question
const faultsOf = (question: { opened: { fields: { key: string; fault: string | null }[] } }) =>
  Object.fromEntries(question.opened.fields.map(({ key, fault }) => [key, fault]))

test('the link of a question is mailed only to the order’s own addresses, and the answer records which one proved it', async () => {
  const traveller = 'lan@example.com'
  const { orderId, path } = await anAskedOrder({ arrival_email: traveller })
  const { id: mailId } = await app.platform.db
    .updateTable('mails')
    .set({ state: 'sent', sent_at: new Date(now) })
    .where('order_id', '=', orderId)
    .where('kind', '=', 'question')
    .returning('id')
    .executeTakeFirstOrThrow()
  const resend = (to: string) =>
    app.call(resendMail, { body: { orderId, email: to, mailId } }, { token: team })
  expect((await resend('member@pabean.example')).http).toBe(409)
  expect((await resend(' LAN@example.com')).http).toBe(200)
  const admitted = await post({ path, fields: { email: traveller } })
  await post({ path, fields: right, cookie: cookiesOf(admitted.headers) })
  const [answered] = (await detailsOf(orderId)).events
  expect(answered?.details).toMatchObject({ proof: { linkTo: ['LAN@example.com', email], email: traveller } })
})

test('a customer is asked by mail, confirms the e-mail, and the answer corrects the order and returns it', async () => {
  const orderId = await anOrder()
  await app.call(assignOrders, { body: { orderId, assignto: memberNames.Team } }, { token: team })
  const { body } = await ask(orderId)
  expect(body).toMatchObject({ message: 'The customer is asked.', data: { secondsToMail: 10 } })
  const asked = await detailsOf(orderId)
  expect(asked).toMatchObject({ process_status: 'Awaiting', assign_to: memberNames.Team })
  expect(asked.open_question).toEqual({
    asked_at: '2026-11-20T03:00:00Z',
    by: memberNames.Team,
    fields,
    text,
    due_at: '2026-11-22T05:00:00Z',
    until: '2026-12-04T03:00:00Z',
    is_over: false,
    mail_state: 'queued',
  })
  const path = await mailedAnswerPath(app, orderId)
  const gate = await requestPage(app, path)
  expect(gate.http).toBe(200)
  expect(gate.html).toContain(`order ${orderId}. First give the e-mail`)
  expect(gate.html).not.toMatch(/C488I027|tuyet|Please look at both/)
  expect(gate.headers.get('cache-control')).toBe('no-store')

  expect((await post({ path, fields: { email: 'other@example.com' } })).http).toBe(404)
  expect((await post({ path, fields: { email: '' } })).http).toBe(400)
  const cookie = cookiesOf((await post({ path, fields: { email } })).headers)
  const { opened, orderId: shownId } = (await pageOf(path, cookie)) ?? {}
  expect(shownId).toBe(orderId)
  expect(opened).toMatchObject({
    text,
    by: 'Tuti',
    due: {
      by: 'Please answer by Sunday 22-11-2026, 12:00 (Indochina Time).',
      inJakarta: 'In Jakarta it is Sunday 22-11-2026, 12:00 then.',
    },
  })
  expect(opened?.fields.map(({ label, givenText }) => [label, givenText])).toEqual([
    ['Passport number', 'C488I027'],
    ['Flight number', 'VN 64I'],
  ])

  now += 60_000
  const posted = await post({ path, fields: right, cookie })
  expect([posted.http, posted.headers.get('location')]).toEqual([303, path])
  expect((await requestPage(app, path, { cookie })).html).toContain('Thank you')
  const answered = await detailsOf(orderId)
  expect(answered).toMatchObject({
    ...right,
    process_status: 'New',
    assign_to: memberNames.Team,
    open_question: null,
  })
  expect(answered.events.slice(0, 3).map(({ action, by, from, to }) => [action, by, from, to])).toEqual([
    ['answered by the customer', 'Customer', 'Awaiting', 'New'],
    ['corrected', 'Customer', null, null],
    ['customer asked', memberNames.Team, 'New', 'Awaiting'],
  ])
  expect(answered.events[0]?.details).toEqual({
    fields,
    confirmed: [],
    notTaken: {},
    hasFile: false,
    proof: { linkTo: [email], email },
  })
  expect(answered.events[1]?.details).toMatchObject({
    changes: { arrival_flight_number: { from: 'VN 64I', to: 'VN 641' } },
  })
  const viewed = (await app.as('Admin').call(listAuditEvents, { query: {} })).body.data.find(
    ({ by }) => by === 'Customer',
  )
  expect(viewed).toMatchObject({ action: 'order viewed', order_id: orderId })
})

test('an answer is validated as at intake, in the customer’s language; unchanged stored values are accepted', async () => {
  const { orderId, path, cookie } = await anAskedOrder(
    { arrival_passport_expiry: '2027-01-01', language: 'zh' },
    { fields: [...fields, 'arrival_passport_expiry', 'arrival_hotel_name', 'arrival_doa', 'arrival_email'] },
  )
  const values = {
    arrival_passport_number: '',
    arrival_flight_number: 'VN 64I',
    arrival_passport_expiry: 'next year',
    arrival_hotel_name: 'H'.repeat(301),
    arrival_doa: '2570-01-08',
    arrival_email: 'ayu@example',
    email: 'not@asked.example',
  }
  const refused = await post({ path, fields: values, cookie })
  expect(refused.http).toBe(400)
  expect(faultsOf(refused.question)).toEqual({
    arrival_passport_number: 'missing',
    arrival_flight_number: 'same',
    arrival_passport_expiry: 'date',
    arrival_hotel_name: 'tooLong',
    arrival_doa: 'notMeant',
    arrival_email: 'email',
  })
  expect(refused.html).toMatch(/请填写日期.*内容过长.*您是指2027年1月8日吗/s)
  expect(refused.html).toContain('value="next year"')

  const again = {
    arrival_passport_number: 'C4881027',
    arrival_flight_number: 'VN 64I',
    arrival_passport_expiry: '2031-05-01',
    arrival_hotel_name: 'Hotel Indonesia',
    arrival_doa: '2027-01-08',
    arrival_email: 'ayu@example.com',
    confirmed: refused.question.opened.confirmable.join(','),
    // Not asked.
    arrival_full_name: 'Somebody Else',
  }
  expect((await post({ path, fields: again, cookie })).http).toBe(303)
  const order = await detailsOf(orderId)
  expect(order).toMatchObject({
    arrival_passport_expiry: '2031-05-01',
    arrival_hotel_name: 'Hotel Indonesia',
    email,
  })
  expect(order['arrival_full_name']).not.toBe('Somebody Else')
  expect(order.events[0]?.details).toMatchObject({ confirmed: ['arrival_flight_number'] })
})

test('a photo is stored as a message of the customer, and another file is refused', async () => {
  const { orderId, path, cookie } = await anAskedOrder({}, { fields: [passportPage] })
  expect(faultsOf((await post({ path, fields: {}, cookie })).question)).toEqual({ [passportPage]: 'noFile' })
  const wrong = await post({ path, fields: {}, file: { bytes: Buffer.from('<html>') }, cookie })
  expect(faultsOf(wrong.question)).toEqual({ [passportPage]: 'fileKind' })
  const bytes = await aPdf()
  expect((await post({ path, fields: {}, file: { bytes, name: 'C:\\pass port.pdf' }, cookie })).http).toBe(
    303,
  )
  const order = await detailsOf(orderId)
  expect(order).toMatchObject({ process_status: 'New', uploadDoc: [] })
  expect(order.messages).toMatchObject([
    {
      direction: 'in',
      from: email,
      from_customer: true,
      authentic: 'pass',
      handled_at: null,
      subject: 'Photo of the passport page',
      files: [{ content_type: 'application/pdf', size: bytes.length, taken: false }],
    },
  ])
  expect(order.events[0]?.details).toMatchObject({ hasFile: true, fields: [] })
})

test('undo cancels the mail and the link, and is refused once the question is answered (product §12)', async () => {
  const undone = await anAskedOrder()
  expect((await undoAsking(undone.undo)).http).toBe(200)
  expect(await mailStates(undone.orderId)).toEqual(['cancelled'])
  expect(await detailsOf(undone.orderId)).toMatchObject({ process_status: 'New', open_question: null })
  expect((await requestPage(app, undone.path)).http).toBe(410)
  expect((await post({ path: undone.path, fields: right, cookie: undone.cookie })).http).toBe(410)
  expect((await detailsOf(undone.orderId))['arrival_flight_number']).toBe('VN 64I')

  const answered = await anAskedOrder()
  expect((await post({ path: answered.path, fields: right, cookie: answered.cookie })).http).toBe(303)
  expect((await undoAsking(answered.undo)).http).toBe(409)
  expect(await detailsOf(answered.orderId)).toMatchObject({ process_status: 'New', ...right })
  const [event] = (await detailsOf(answered.orderId)).events
  const restored = { orderId: answered.orderId, eventId: event?.id ?? 0 }
  expect(event?.can_restore).toBe(false)
  const refused = await manager.call(restoreOrder, { body: restored })
  expect([refused.http, refused.body.message]).toEqual([
    409,
    'What the customer answered cannot be taken back.',
  ])
  expect(await detailsOf(answered.orderId)).toMatchObject({ process_status: 'New', ...right })
  expect((await ask(answered.orderId)).http).toBe(200)
  expect(await pageOf(answered.path)).toMatchObject({ state: 'answered' })

  // What came after the question is undone alone, and until then keeps the question from being undone.
  const moved = await anAskedOrder()
  const later = await move(moved.orderId, 'Contact Customer')
  expect((await undoAsking(moved.undo)).http).toBe(409)
  expect((await undoAsking(later.body.data.undo)).http).toBe(200)
  expect(await pageOf(moved.path, moved.cookie)).toMatchObject({ state: 'open' })
})

test('erasure of an order or of its parts ends its links and deletes the question', async () => {
  const erase = (orderId: number, part: 'all' | 'disputed') =>
    inTransaction(app.platform.db, (tx) =>
      eraseOrder(
        { ...backgroundCall(app.platform, { kind: 'job', name: 'Erasure' }), tx },
        orderId,
        () => part,
      ),
    )
  const reportFor = async (orderId: number) => {
    const { id } = await app.platform.db
      .selectFrom('mails')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    await app.platform.db
      .insertInto('mail_reports')
      .values({
        mail_id: id,
        provider: 'AWS',
        provider_event_id: id,
        kind: 'delivered',
        at: new Date(now),
        received_at: new Date(now),
        detail: null,
      })
      .execute()
  }
  const countOf = async (table: 'customer_questions' | 'mails', orderId: number) =>
    (await app.platform.db.selectFrom(table).select('order_id').where('order_id', '=', orderId).execute())
      .length
  const kept = await anAskedOrder()
  await reportFor(kept.orderId)
  for (const part of ['all', 'disputed'] as const) {
    const erased = await anAskedOrder()
    await reportFor(erased.orderId)
    const correction = {
      orderId: erased.orderId,
      changes: { arrival_flight_number: 'VN 999' },
      reason: 'By telephone',
    }
    await app.call(correctOrder, { body: correction }, { token: team })
    expect(await erase(erased.orderId, part)).toBe(part)
    expect((await requestPage(app, erased.path)).http).toBe(410)
    expect([
      await countOf('customer_questions', erased.orderId),
      await countOf('mails', erased.orderId),
    ]).toEqual([0, 0])
    if (part === 'all') continue
    const { events } = await detailsOf(erased.orderId)
    expect(events.find(({ action }) => action === 'customer asked')?.details).toEqual({})
    expect(events.find(({ action }) => action === 'corrected')?.details).toMatchObject({
      reason: 'By telephone',
    })
  }
  expect(await pageOf(kept.path, kept.cookie)).toMatchObject({ state: 'open' })
  expect(await countOf('mails', kept.orderId)).toBe(1)
  expect((await detailsOf(kept.orderId)).events[0]?.details).toMatchObject({ text })
  const reports = await app.platform.db.selectFrom('mail_reports').select('id').execute()
  expect(reports).toHaveLength(1)
})

test('a second question replaces the first link, and its undo restores a link that was mailed', async () => {
  const first = await anAskedOrder()
  await app.platform.db
    .updateTable('mails')
    .set({ state: 'sent' })
    .where('order_id', '=', first.orderId)
    .execute()
  now += 1000
  const second = await ask(first.orderId, { fields: ['arrival_hotel_name'] })
  expect(await pageOf(first.path, first.cookie)).toMatchObject({ state: 'replaced', orderId: null })
  expect((await post({ path: first.path, fields: right, cookie: first.cookie })).http).toBe(410)
  expect((await undoAsking(second.body.data.undo)).http).toBe(200)
  expect(await pageOf(first.path, first.cookie)).toMatchObject({ state: 'open' })
  expect((await detailsOf(first.orderId)).process_status).toBe('Awaiting')

  // Of another order, whose second question stands.
  const kept = await anAskedOrder()
  await app.platform.db
    .updateTable('mails')
    .set({ state: 'sent' })
    .where('order_id', '=', kept.orderId)
    .execute()
  await ask(kept.orderId, { fields: ['arrival_hotel_name'] })

  // One whose mail still waits is mailed after all.
  const unsent = await anAskedOrder()
  now += 1000
  const other = await ask(unsent.orderId, { fields: ['arrival_hotel_name'] })
  await undoAsking(other.body.data.undo)
  expect(await pageOf(unsent.path, unsent.cookie)).toMatchObject({ state: 'open' })
  expect(await mailStates(unsent.orderId)).toEqual(['queued', 'cancelled'])
  expect(await pageOf(kept.path, kept.cookie)).toMatchObject({ state: 'replaced' })
})

test('one of two concurrent answers succeeds, and an answer and an undo exclude each other', async () => {
  const other = await anAskedOrder()
  const { orderId, path, cookie } = await anAskedOrder()
  const answers = await Promise.all(
    ['VN 641', 'VN 642'].map((flight) =>
      post({ path, fields: { ...right, arrival_flight_number: flight }, cookie }),
    ),
  )
  expect(answers.map(({ http }) => http).toSorted()).toEqual([303, 200].toSorted())
  const events = (await detailsOf(orderId)).events.map(({ action }) => action)
  expect(events.filter((action) => action === 'answered by the customer')).toHaveLength(1)

  const raced = await anAskedOrder()
  const [answer, undone] = await Promise.all([
    post({ path: raced.path, fields: right, cookie: raced.cookie }),
    undoAsking(raced.undo),
  ])
  const isAnswered = answer.http === 303
  expect([isAnswered, undone.http]).toEqual(isAnswered ? [true, 409] : [false, 200])
  const order = await detailsOf(raced.orderId)
  expect(order['arrival_flight_number']).toBe(isAnswered ? 'VN 641' : 'VN 64I')

  const cancelled = await anAskedOrder()
  const late = await duringChange(
    app,
    (tx) =>
      tx
        .updateTable('customer_questions')
        .set({ ended_at: new Date(now), ended_as: 'cancelled' })
        .where('order_id', '=', cancelled.orderId)
        .execute(),
    () => post({ path: cancelled.path, fields: right, cookie: cancelled.cookie }),
  )
  expect(late.http).toBe(410)
  expect((await detailsOf(cancelled.orderId))['arrival_flight_number']).toBe('VN 64I')
  expect(await pageOf(other.path, other.cookie)).toMatchObject({ state: 'open' })
})

test('a field corrected by a member meanwhile keeps that value, and the answer is reported', async () => {
  const { orderId, path, cookie } = await anAskedOrder()
  const changes = { arrival_flight_number: 'VN 999' }
  await app.call(correctOrder, { body: { orderId, changes, reason: 'By telephone' } }, { token: team })
  expect((await post({ path, fields: right, cookie })).http).toBe(303)
  const order = await detailsOf(orderId)
  expect(order).toMatchObject({
    arrival_passport_number: 'C4881027',
    arrival_flight_number: 'VN 999',
    process_status: 'New',
  })
  expect(order.events[0]?.details).toMatchObject({
    fields: ['arrival_passport_number'],
    notTaken: { arrival_flight_number: 'VN 641' },
  })
})

test('a moved order is corrected without another move, and a closed order refuses the answer', async () => {
  const moved = await anAskedOrder()
  await move(moved.orderId, 'Contact Customer')
  expect((await post({ path: moved.path, fields: right, cookie: moved.cookie })).http).toBe(303)
  expect(await detailsOf(moved.orderId)).toMatchObject({ process_status: 'Contact Customer', ...right })

  for (const status of ['Completed', 'Deleted'] as const) {
    const closed = await anAskedOrder()
    await duringChange(
      app,
      (tx) =>
        tx
          .updateTable('orders')
          .set({ process_status: status })
          .where('order_id', '=', closed.orderId)
          .execute(),
      async () =>
        expect((await post({ path: closed.path, fields: right, cookie: closed.cookie })).http).toBe(410),
    )
    expect((await requestPage(app, closed.path, { cookie: closed.cookie })).http).toBe(410)
    expect((await detailsOf(closed.orderId)).open_question).toBeNull()
  }
})

test('a link expires after fourteen days, and its cookie is valid for it only', async () => {
  const one = await anAskedOrder()
  const other = await anAskedOrder()
  expect(await pageOf(other.path, one.cookie)).toMatchObject({ state: 'closed', opened: null })
  const forged = one.cookie.replace(/=\d+/, '=9999999999999')
  expect(await pageOf(one.path, forged)).toMatchObject({ state: 'closed' })
  now += 2 * 60 * 60_000
  expect(await pageOf(one.path, one.cookie)).toMatchObject({ state: 'closed' })
  now += 14 * dayMs
  team = await app.signInWith('tuti.team@pabean.example')
  expect((await requestPage(app, one.path)).http).toBe(410)
  expect((await detailsOf(one.orderId)).open_question).toMatchObject({ is_over: true })
})

test('wrong e-mails and answers are limited; a form of another site and a secret in a translated page are refused', async () => {
  const { path, cookie } = await anAskedOrder({ arrival_doa: '2027-01-10' })
  const answers = []
  for (let tried = 0; tried < 31; tried += 1) answers.push((await post({ path, fields: {}, cookie })).http)
  expect(answers).toEqual([...Array(30).fill(400), 429])
  const wrong = []
  for (let tried = 0; tried < 11; tried += 1)
    wrong.push(
      (await post({ path, fields: { email: `${tried}@example.com` }, ip: `198.51.100.${tried}` })).http,
    )
  expect(wrong).toEqual([...Array(10).fill(404), 429])
  const foreign = await post({ path, fields: { email }, headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.http).toBe(403)
  expect((await requestPage(app, `${path}?translate=pl`)).http).toBe(303)
  expect((await requestPage(app, '/answer/unknown')).http).toBe(410)
})

test('a question about unknown fields, closed orders or orders without e-mail is refused', async () => {
  const orderId = await anOrder({ arrival_doa: '2027-02-10' })
  const messageOf = async (more: object) => {
    const { http, body } = await ask(orderId, more)
    return [http, body.message]
  }
  expect(await messageOf({ fields: ['email'] })).toEqual([400, 'email cannot be asked.'])
  expect(await messageOf({ fields: ['arrival_unknown'] })).toEqual([400, 'arrival_unknown cannot be asked.'])
  expect(await messageOf({ fields: [] })).toEqual([400, 'Please choose what to ask.'])
  expect(await messageOf({ fields: [fields[0], fields[0]] })).toEqual([400, 'A field is asked twice.'])
  const intakeKey = await ask(orderId, {}, 'wrong')
  expect(intakeKey.http).toBe(401)
  await app.platform.db.updateTable('orders').set({ email: '' }).where('order_id', '=', orderId).execute()
  expect(await messageOf({})).toEqual([409, `Order ${orderId} has no e-mail.`])
  await move(orderId, 'Completed')
  expect(await messageOf({})).toEqual([409, `Order ${orderId} is Completed.`])
  expect(await mailStates(orderId)).toEqual([])
})

test('the preview is the mail in the customer’s language with an inactive link, and is recorded', async () => {
  const orderId = await anOrder({ language: 'Arabic', arrival_nationality: 'SAU', arrival_doa: '2027-03-10' })
  const { body } = await app.call(
    previewQuestion,
    { body: { orderId, fields: [...fields, passportPage], text } },
    { token: team },
  )
  expect(body.data.subject).toBe(`نحتاج منك إلى شيء – ${orderId}`)
  expect(body.data.text).toMatch(/رقم جواز السفر: ما كتبته: C488I027/)
  expect(body.data.text).toMatch(/صورة صفحة الجواز: لم يُكتب بعد/)
  expect(body.data.text).toContain('••••••')
  expect(body.data.html).toContain('dir="rtl"')
  expect(await mailStates(orderId)).toEqual([])
  const audit = await app.call(
    listAuditEvents,
    { query: {} },
    { token: await app.signInWith('ayu.admin@pabean.example') },
  )
  expect(audit.body.data[0] ?? audit.body.data).toBeDefined()
  expect(audit.body.data.find(({ action }) => action === 'mail viewed')).toMatchObject({
    order_id: orderId,
    details: { kind: 'question' },
  })
})

test('every field that can be asked has a label', () => {
  for (const { key } of [...arrivalFields, ...departureFields])
    expect(labelOfField('en', key), key).toMatch(/\S/)
})
