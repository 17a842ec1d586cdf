import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { uploadDocument } from '#contract/documents.ts'
import { createTestOrder } from '../support/orders.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { sendgridKey } from '../support/webhooks.ts'
import { useTestApp } from '../support/use-test-app.ts'

const key = sendgridKey()
const parseKey = sendgridKey()

const app = useTestApp({ env: { SENDGRID_WEBHOOK_KEY: `${key.publicKey}, ${parseKey.publicKey}` } })
const team = app.as('Team')

async function createSentMail() {
  const orderId = await createTestOrder(app)
  const file = asFile(await aPdf(), 'approved.pdf')
  const body = { orderId, email: 'buyer@example.com', mailServiceProvider: 'Sendgrid' as const }
  await team.call(uploadDocument, { body, file })
  const { db } = app.platform
  const { id } = await db
    .updateTable('mails')
    .set({ state: 'sent', sent_at: new Date() })
    .where('order_id', '=', orderId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { orderId, mailId: id }
}

const loadReports = (mailId: string) =>
  app.platform.db.selectFrom('mail_reports').selectAll().where('mail_id', '=', mailId).orderBy('id').execute()

const sendgridEvent = (mailId: string, event: string, more: object = {}) => ({
  email: 'buyer@example.com',
  timestamp: 1_795_230_005,
  event,
  sg_event_id: randomUUID(),
  sg_message_id: 'sg-1',
  mail_id: mailId,
  ...more,
})
const toBody = (events: object) => Buffer.from(JSON.stringify(events))
const postEvents = (body: Buffer, headers: Record<string, string>, to: TestApp = app) =>
  fetch(`${to.url}/api/hooks/sendgrid/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: new Uint8Array(body),
  })
const postSignedEvents = (events: object) => {
  const body = toBody(events)
  return postEvents(body, key.headersFor(body))
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
  const { orderId, mailId } = await createSentMail()
  const answer = await postSignedEvents([sendgridEvent(mailId, event, more)])
  expect([answer.status, await answer.json()]).toEqual([200, { status: 1, message: '' }])
  expect(await loadReports(mailId)).toMatchObject([{ provider: 'Sendgrid', kind }])
  const { mailHistory } = await team.order(orderId)
  expect(mailHistory[0]).toMatchObject({ state, complained: kind === 'complained' })
})

test('events of several mails in one call are recorded, and unknown ones are ignored', async () => {
  const [one, other] = [await createSentMail(), await createSentMail()]
  await postSignedEvents([
    sendgridEvent(one.mailId, 'delivered'),
    sendgridEvent(other.mailId, 'bounce', { type: 'bounce', reason: '550 no' }),
    sendgridEvent(randomUUID(), 'delivered'),
    sendgridEvent('no id', 'delivered'),
    { event: 'open', sg_event_id: 'x', timestamp: 1 },
    'odd',
    { event: 'delivered' },
    sendgridEvent(one.mailId, 'constructor'),
    sendgridEvent(one.mailId, 'bounce', { timestamp: 1e300 }),
    sendgridEvent(one.mailId, 'bounce', { sg_event_id: 'x'.repeat(5000) }),
    sendgridEvent(one.mailId, 'bounce', { sg_event_id: 'a\0b' }),
  ])
  expect((await team.order(one.orderId)).mailHistory[0]).toMatchObject({ state: 'delivered' })
  expect((await team.order(other.orderId)).mailHistory[0]).toMatchObject({
    state: 'bounced',
    error: '550 no',
  })
})

test('an event delivered repeatedly or concurrently is recorded once', async () => {
  const { orderId, mailId } = await createSentMail()
  const event = sendgridEvent(mailId, 'spamreport')
  const answers = await Promise.all([
    postSignedEvents([event]),
    postSignedEvents([event]),
    postSignedEvents([event, event]),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await loadReports(mailId)).toHaveLength(1)
  const { events } = await team.order(orderId)
  expect(events.filter(({ action }) => action === 'mail marked as spam')).toHaveLength(1)
})

const hoursAgo = (n: number) => new Date(Date.now() - n * 3_600_000)

test('a signature up to a day old is accepted', async () => {
  const { mailId } = await createSentMail()
  const body = toBody([sendgridEvent(mailId, 'delivered')])
  expect((await postEvents(body, key.headersFor(body, hoursAgo(23)))).status).toBe(200)
  expect(await loadReports(mailId)).toHaveLength(1)
})

test('a second configured key is accepted', async () => {
  const { mailId } = await createSentMail()
  const body = toBody([sendgridEvent(mailId, 'delivered')])
  expect((await postEvents(body, parseKey.headersFor(body))).status).toBe(200)
})

test.each<[string, (body: Buffer) => Promise<Response>]>([
  ['without a signature', (body) => postEvents(body, {})],
  ['signed by another key', (body) => postEvents(body, sendgridKey().headersFor(body))],
  [
    'changed after it was signed',
    (body) => postEvents(Buffer.concat([body, Buffer.from(' ')]), key.headersFor(body)),
  ],
  [
    'whose time was changed',
    (body) =>
      postEvents(body, {
        ...key.headersFor(body),
        'x-twilio-email-event-webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1),
      }),
  ],
  [
    'with a signature that is none',
    (body) => postEvents(body, { ...key.headersFor(body), 'x-twilio-email-event-webhook-signature': '!' }),
  ],
  ['signed two days ago', (body) => postEvents(body, key.headersFor(body, hoursAgo(48)))],
  ['signed in the future', (body) => postEvents(body, key.headersFor(body, hoursAgo(-1)))],
])('a call %s is refused and changes nothing (product §7)', async (_, send) => {
  const { orderId, mailId } = await createSentMail()
  const answer = await send(toBody([sendgridEvent(mailId, 'bounce', { type: 'bounce' })]))
  expect([answer.status, (await answer.json()).status]).toEqual([403, 0])
  expect((await team.order(orderId)).mailHistory[0]).toMatchObject({ state: 'sent' })
  expect(await loadReports(mailId)).toEqual([])
})

test.each([
  ['no JSON', Buffer.from('events')],
  ['no list', toBody({ event: 'delivered' })],
])('a signed body that is %s is refused', async (_, body) => {
  expect((await postEvents(body, key.headersFor(body))).status).toBe(400)
})

test('without a configured key the path answers 404', async () => {
  const without = await startTestApp({ sharedWith: app })
  const { mailId } = await createSentMail()
  const body = toBody([sendgridEvent(mailId, 'delivered')])
  expect((await postEvents(body, key.headersFor(body), without)).status).toBe(404)
  expect(await loadReports(mailId)).toEqual([])
  await without.stop()
})
