import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadDocument } from '#contract/documents.ts'
import { getOrder } from '#contract/order-details.ts'
import { takeIn } from '../support/orders.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { sendgridKey } from '../support/webhooks.ts'

const key = sendgridKey()
const parseKey = sendgridKey()
let app: TestApp
let token: string

beforeAll(async () => {
  app = await startTestApp({ env: { SENDGRID_WEBHOOK_KEY: `${key.publicKey}, ${parseKey.publicKey}` } })
  token = await app.signInAs('Team')
})
afterAll(() => app.stop())

async function mailed() {
  const orderId = await takeIn(app)
  const file = asFile(await aPdf(), 'approved.pdf')
  const body = { orderId, email: 'buyer@example.com', mailServiceProvider: 'Sendgrid' as const }
  await app.call(uploadDocument, { body, file }, { token })
  const { db } = app.platform
  const { id } = await db
    .updateTable('mails')
    .set({ state: 'sent', sent_at: new Date() })
    .where('order_id', '=', orderId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { orderId, mailId: id }
}

const orderOf = async (orderId: number) =>
  (await app.call(getOrder, { params: { orderId } }, { token })).body.orderDetails
const reports = (mailId: string) =>
  app.platform.db.selectFrom('mail_reports').selectAll().where('mail_id', '=', mailId).orderBy('id').execute()

const anEvent = (mailId: string, event: string, more: object = {}) => ({
  email: 'buyer@example.com',
  timestamp: 1_795_230_005,
  event,
  sg_event_id: randomUUID(),
  sg_message_id: 'sg-1',
  mail_id: mailId,
  ...more,
})
const bodyOf = (events: object) => Buffer.from(JSON.stringify(events))
const post = (body: Buffer, headers: Record<string, string>, to = app) =>
  fetch(`${to.url}/api/hooks/sendgrid/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: new Uint8Array(body),
  })
const postSigned = (events: object) => {
  const body = bodyOf(events)
  return post(body, key.headersFor(body))
}

test.each<[string, object, string, string]>([
  ['processed', {}, 'accepted', 'sent'],
  ['deferred', { response: '451 later' }, 'deferred', 'sent'],
  ['delivered', { response: '250 OK' }, 'delivered', 'delivered'],
  ['bounce', { type: 'bounce', reason: '550 no such user' }, 'bounced', 'bounced'],
  ['bounce', { type: 'blocked', reason: '421 not now' }, 'refused', 'bounced'],
  ['dropped', { reason: 'Bounced Address' }, 'refused', 'bounced'],
  ['spamreport', {}, 'complained', 'delivered'],
])('the event %s %j is recorded as %s and the mail becomes %s', async (event, more, kind, state) => {
  const { orderId, mailId } = await mailed()
  const answer = await postSigned([anEvent(mailId, event, more)])
  expect([answer.status, await answer.json()]).toEqual([200, { status: 1, message: '' }])
  expect(await reports(mailId)).toMatchObject([{ provider: 'Sendgrid', kind }])
  const { mailHistory } = await orderOf(orderId)
  expect(mailHistory[0]).toMatchObject({ state, complained: kind === 'complained' })
})

test('events of several mails in one call are recorded, and unknown ones are ignored', async () => {
  const [one, other] = [await mailed(), await mailed()]
  await postSigned([
    anEvent(one.mailId, 'delivered'),
    anEvent(other.mailId, 'bounce', { type: 'bounce', reason: '550 no' }),
    anEvent(randomUUID(), 'delivered'),
    anEvent('no id', 'delivered'),
    { event: 'open', sg_event_id: 'x', timestamp: 1 },
    'odd',
    { event: 'delivered' },
    anEvent(one.mailId, 'constructor'),
    anEvent(one.mailId, 'bounce', { timestamp: 1e300 }),
    anEvent(one.mailId, 'bounce', { sg_event_id: 'x'.repeat(5000) }),
    anEvent(one.mailId, 'bounce', { sg_event_id: 'a\0b' }),
  ])
  expect((await orderOf(one.orderId)).mailHistory[0]).toMatchObject({ state: 'delivered' })
  expect((await orderOf(other.orderId)).mailHistory[0]).toMatchObject({ state: 'bounced', error: '550 no' })
})

test('an event delivered repeatedly or concurrently is recorded once', async () => {
  const { orderId, mailId } = await mailed()
  const event = anEvent(mailId, 'spamreport')
  const answers = await Promise.all([postSigned([event]), postSigned([event]), postSigned([event, event])])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await reports(mailId)).toHaveLength(1)
  const { events } = await orderOf(orderId)
  expect(events.filter(({ action }) => action === 'mail marked as spam')).toHaveLength(1)
})

const hours = (n: number) => new Date(Date.now() - n * 3_600_000)

test('a signature up to a day old is accepted', async () => {
  const { mailId } = await mailed()
  const body = bodyOf([anEvent(mailId, 'delivered')])
  expect((await post(body, key.headersFor(body, hours(23)))).status).toBe(200)
  expect(await reports(mailId)).toHaveLength(1)
})

test('a second configured key is accepted', async () => {
  const { mailId } = await mailed()
  const body = bodyOf([anEvent(mailId, 'delivered')])
  expect((await post(body, parseKey.headersFor(body))).status).toBe(200)
})

test.each<[string, (body: Buffer) => Promise<Response>]>([
  ['without a signature', (body) => post(body, {})],
  ['signed by another key', (body) => post(body, sendgridKey().headersFor(body))],
  [
    'changed after it was signed',
    (body) => post(Buffer.concat([body, Buffer.from(' ')]), key.headersFor(body)),
  ],
  [
    'whose time was changed',
    (body) =>
      post(body, {
        ...key.headersFor(body),
        'x-twilio-email-event-webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1),
      }),
  ],
  [
    'with a signature that is none',
    (body) => post(body, { ...key.headersFor(body), 'x-twilio-email-event-webhook-signature': '!' }),
  ],
  ['signed two days ago', (body) => post(body, key.headersFor(body, hours(48)))],
  ['signed in the future', (body) => post(body, key.headersFor(body, hours(-1)))],
])('a call %s is refused and changes nothing', async (_, send) => {
  const { orderId, mailId } = await mailed()
  const answer = await send(bodyOf([anEvent(mailId, 'bounce', { type: 'bounce' })]))
  expect([answer.status, (await answer.json()).status]).toEqual([403, 0])
  expect((await orderOf(orderId)).mailHistory[0]).toMatchObject({ state: 'sent' })
  expect(await reports(mailId)).toEqual([])
})

test.each([
  ['no JSON', Buffer.from('events')],
  ['no list', bodyOf({ event: 'delivered' })],
])('a signed body that is %s is refused', async (_, body) => {
  expect((await post(body, key.headersFor(body))).status).toBe(400)
})

test('without a configured key the path answers 404', async () => {
  const without = await startTestApp({ beside: app })
  const { mailId } = await mailed()
  const body = bodyOf([anEvent(mailId, 'delivered')])
  expect((await post(body, key.headersFor(body), without)).status).toBe(404)
  expect(await reports(mailId)).toEqual([])
  await without.stop()
})
