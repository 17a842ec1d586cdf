import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrder } from '#contract/order-details.ts'
import { uploadDocument } from '#contract/documents.ts'
import { createTestOrder } from '../support/orders.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { startTestApp } from '../support/test-app.ts'
import {
  postSnsNotification,
  postSns,
  signSnsMessage,
  startSns,
  snsTopic,
  type FakeSns,
} from '../support/webhooks.ts'
import { useTestApp } from '../support/use-test-app.ts'

let sns: FakeSns
let token: string

beforeAll(async () => {
  sns = await startSns()
})
afterAll(async () => {
  await sns.stop()
})
const app = useTestApp(() => ({
  env: {
    AWS_SNS_TOPICS: `arn:aws:sns:us-east-1:123456789012:in, ${snsTopic}`,
    AWS_ENDPOINT_URL_SNS: sns.url,
    AWS_SNS_SIGNATURE_V1: '1',
  },
}))
beforeAll(async () => {
  token = await app.signInAs('Team')
})

/** An order whose mail was sent through AWS. */
async function createSentMail() {
  const orderId = await createTestOrder(app, { email: 'buyer@example.com' })
  const file = asFile(await aPdf(), 'approved.pdf')
  const body = { orderId, email: 'buyer@example.com', mailServiceProvider: 'AWS' as const }
  await app.call(uploadDocument, { body, file }, { token })
  const { db } = app.platform
  const { id } = await db
    .selectFrom('mails')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const providerMessageId = `ses-${randomUUID()}`
  await db
    .updateTable('mails')
    .set({ state: 'sent', provider_message_id: providerMessageId, sent_at: new Date() })
    .where('id', '=', id)
    .execute()
  return { orderId, mailId: id, providerMessageId }
}

const loadOrder = async (orderId: number) =>
  (await app.call(getOrder, { params: { orderId } }, { token })).body.orderDetails
const loadLastMail = async (orderId: number) => (await loadOrder(orderId)).mailHistory[0]
const loadReports = (mailId: string) =>
  app.platform.db.selectFrom('mail_reports').selectAll().where('mail_id', '=', mailId).orderBy('id').execute()

const sesEvent = (mailId: string, eventType: string, more: object = {}) => ({
  eventType,
  mail: { messageId: 'ses-1', timestamp: '2026-11-21T03:00:00.000Z', tags: { mail_id: [mailId] } },
  ...more,
})
const bounce = (bounceType: string, bounceSubType = 'General', recipient: object = {}) => ({
  bounce: {
    bounceType,
    bounceSubType,
    timestamp: '2026-11-21T03:00:05.000Z',
    bouncedRecipients: [
      { emailAddress: 'buyer@example.com', diagnosticCode: 'smtp; 550 5.1.1 no such user', ...recipient },
    ],
  },
})

test.each(['1', '2'] as const)(
  'a delivery event with signature version %s marks its mail as delivered',
  async (version) => {
    const { orderId, mailId } = await createSentMail()
    const message = sesEvent(mailId, 'Delivery', {
      delivery: { timestamp: '2026-11-21T03:00:05.000Z', smtpResponse: '250 ok' },
    })
    const answer = await postSns(app, signSnsMessage(sns, { Message: JSON.stringify(message) }, { version }))
    expect([answer.status, await answer.json()]).toEqual([200, { status: 1, message: '' }])
    expect(await loadLastMail(orderId)).toMatchObject({
      state: 'delivered',
      state_at: '2026-11-21T03:00:05Z',
    })
    expect(await loadReports(mailId)).toMatchObject([
      { provider: 'AWS', kind: 'delivered', detail: '250 ok' },
    ])
  },
)

test.each<[string, object, string, string]>([
  ['Send', {}, 'accepted', 'sent'],
  ['Bounce', bounce('Permanent'), 'bounced', 'bounced'],
  ['Bounce', bounce('Undetermined'), 'bounced', 'bounced'],
  ['Bounce', bounce('Transient'), 'deferred', 'sent'],
  ['Bounce', bounce('Transient', 'General', { action: 'failed', status: '5.4.4' }), 'bounced', 'bounced'],
  ['Bounce', bounce('Transient', 'General', { action: 'failed', status: '4.4.7' }), 'bounced', 'bounced'],
  ['Bounce', bounce('Transient', 'General', { action: 'delayed', status: '4.4.7' }), 'deferred', 'sent'],
  ['Bounce', bounce('Transient', 'MailboxFull'), 'bounced', 'bounced'],
  ['Bounce', bounce('Transient', 'MessageTooLarge'), 'bounced', 'bounced'],
  ['Bounce', bounce('Transient', 'ContentRejected'), 'bounced', 'bounced'],
  ['Bounce', bounce('Transient', 'AttachmentRejected'), 'bounced', 'bounced'],
  ['Complaint', { complaint: { complaintFeedbackType: 'abuse' } }, 'complained', 'delivered'],
  ['Reject', { reject: { reason: 'Bad content' } }, 'refused', 'bounced'],
  ['Rendering Failure', { failure: { errorMessage: 'no such attribute' } }, 'refused', 'bounced'],
  ['DeliveryDelay', { deliveryDelay: { delayType: 'MailboxFull' } }, 'deferred', 'sent'],
])('the event %s %j is recorded as %s and the mail becomes %s', async (eventType, more, kind, state) => {
  const { orderId, mailId } = await createSentMail()
  expect((await postSnsNotification(app, sns, sesEvent(mailId, eventType, more))).status).toBe(200)
  expect(await loadReports(mailId)).toMatchObject([{ kind }])
  const mail = await loadLastMail(orderId)
  expect(mail).toMatchObject({ state, complained: kind === 'complained' })
})

test('the first delay of a mail is told in its order', async () => {
  const { orderId, mailId } = await createSentMail()
  const delay = { deliveryDelay: { delayType: 'MailboxFull' } }
  for (let times = 0; times < 2; times += 1)
    await postSnsNotification(app, sns, sesEvent(mailId, 'DeliveryDelay', delay))
  const told = (await loadOrder(orderId)).events.filter(({ action }) => action === 'mail delayed')
  expect(told).toMatchObject([{ by: 'AWS', details: { reason: 'MailboxFull' } }])
})

test('a bounce records its reason on the mail and as an event by the provider', async () => {
  const { orderId, mailId } = await createSentMail()
  await postSnsNotification(app, sns, sesEvent(mailId, 'Bounce', bounce('Permanent')))
  const order = await loadOrder(orderId)
  const reason = 'smtp; 550 5.1.1 no such user'
  expect(order.mailHistory[0]).toMatchObject({ state: 'bounced', error: reason })
  expect(order.events[0]).toMatchObject({ action: 'mail bounced', by: 'AWS', details: { reason } })
})

test('a notification without tags is matched by the SES message id (product §7)', async () => {
  const { orderId, providerMessageId } = await createSentMail()
  const mail = { messageId: providerMessageId, timestamp: '2026-11-21T03:00:00.000Z' }
  await postSnsNotification(app, sns, { notificationType: 'Bounce', mail, ...bounce('Permanent') })
  expect(await loadLastMail(orderId)).toMatchObject({ state: 'bounced' })
})

test('a notification delivered twice concurrently is recorded once', async () => {
  const { orderId, mailId } = await createSentMail()
  const fields = signSnsMessage(sns, {
    Message: JSON.stringify(sesEvent(mailId, 'Complaint', { complaint: {} })),
  })
  const answers = await Promise.all(Array.from({ length: 5 }, () => postSns(app, fields)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await loadReports(mailId)).toHaveLength(1)
  const { events } = await loadOrder(orderId)
  expect(events.filter(({ action }) => action === 'mail marked as spam')).toHaveLength(1)
})

test.each<[string, object]>([
  ['of a mail that is not ours', sesEvent(randomUUID(), 'Bounce', bounce('Permanent'))],
  ['with an id that is none', sesEvent('1; drop table mails', 'Bounce', bounce('Permanent'))],
  ['that says nothing of arrival', sesEvent(randomUUID(), 'Open')],
  ['whose type is no type', sesEvent(randomUUID(), 'constructor')],
  ['that is something else', { hello: 'world' }],
])('an event %s is ignored', async (_, message) => {
  expect((await postSnsNotification(app, sns, message)).status).toBe(200)
})

test.each<[string, (mailId: string) => Promise<Response>]>([
  [
    'changed after it was signed',
    (mailId) => postTampered(mailId, (fields) => ({ ...fields, Message: fields['Message'] + ' ' })),
  ],
  [
    'whose time was changed',
    (mailId) =>
      postTampered(mailId, (fields) => ({ ...fields, Timestamp: new Date(Date.now() - 1000).toISOString() })),
  ],
  ['without a signature', (mailId) => postTampered(mailId, (fields) => ({ ...fields, Signature: '' }))],
  [
    'of a topic of somebody else',
    (mailId) => postWithFields(mailId, { TopicArn: 'arn:aws:sns:eu-central-1:999999999999:mail' }),
  ],
  [
    'signed two hours ago',
    (mailId) => postWithFields(mailId, { Timestamp: new Date(Date.now() - 2 * 3_600_000).toISOString() }),
  ],
  [
    'signed in the future',
    (mailId) => postWithFields(mailId, { Timestamp: new Date(Date.now() + 3_600_000).toISOString() }),
  ],
  ['with a certificate that is out of date', (mailId) => postWithExpiredCertificate(mailId)],
  [
    'with a certificate of another host',
    (mailId) =>
      postWithFields(mailId, {
        SigningCertURL:
          'https://sns.eu-central-1.amazonaws.com.evil.example/SimpleNotificationService-good.pem',
      }),
  ],
  [
    'with a certificate of another service',
    (mailId) =>
      postWithFields(mailId, {
        SigningCertURL: 'https://evil.s3.amazonaws.com/SimpleNotificationService-good.pem',
      }),
  ],
  [
    'with a certificate without encryption',
    (mailId) =>
      postWithFields(mailId, {
        SigningCertURL: 'http://sns.eu-central-1.amazonaws.com/SimpleNotificationService-good.pem',
      }),
  ],
  [
    'with a certificate that is none',
    (mailId) => postWithFields(mailId, { SigningCertURL: `${sns.url}/?Action=ConfirmSubscription` }),
  ],
])('a message %s is refused and changes nothing', async (_, post) => {
  const { orderId, mailId } = await createSentMail()
  const answer = await post(mailId)
  expect([answer.status, (await answer.json()).status]).toEqual([403, 0])
  expect(await loadLastMail(orderId)).toMatchObject({ state: 'sent' })
  expect(await loadReports(mailId)).toEqual([])
})

const deliveryMessage = (mailId: string) => ({ Message: JSON.stringify(sesEvent(mailId, 'Delivery')) })
const postTampered = (mailId: string, change: (fields: Record<string, string>) => Record<string, string>) =>
  postSns(app, change(signSnsMessage(sns, deliveryMessage(mailId))))
const postWithFields = (mailId: string, changes: Record<string, string>) =>
  postSns(app, signSnsMessage(sns, { ...deliveryMessage(mailId), ...changes }))
const postWithExpiredCertificate = (mailId: string) =>
  postSns(app, signSnsMessage(sns, deliveryMessage(mailId), { with: 'expired' }))

test('if the certificate cannot be fetched, the message is answered with an error so that SNS retries', async () => {
  const { mailId } = await createSentMail()
  const answer = await postWithFields(mailId, {
    SigningCertURL: `${sns.url}/SimpleNotificationService-gone.pem`,
  })
  expect(answer.status).toBe(503)
  expect(await loadReports(mailId)).toEqual([])
})

test('an endless certificate response is cut off', async () => {
  const { mailId } = await createSentMail()
  const answer = await postWithFields(mailId, {
    SigningCertURL: `${sns.url}/SimpleNotificationService-endless.pem`,
  })
  expect(answer.status).toBe(503)
})

test('a detail truncated inside a character is recorded', async () => {
  const { orderId, mailId } = await createSentMail()
  const reason = `x${'\u{1F600}'.repeat(1000)}`
  expect(
    (await postSnsNotification(app, sns, sesEvent(mailId, 'Reject', { reject: { reason } }))).status,
  ).toBe(200)
  expect(await loadLastMail(orderId)).toMatchObject({ state: 'bounced' })
})

test('a certificate is fetched once', async () => {
  const { mailId } = await createSentMail()
  await postWithFields(mailId, {})
  await postWithFields(mailId, {})
  expect(sns.requestedPaths.filter((path) => path.endsWith('-good.pem'))).toHaveLength(1)
})

test.each([
  ['no JSON', 'text', {}, 'This is not an Amazon SNS message.'],
  ['JSON of another kind', '{"Type":"Notification"}', {}, 'This is not an Amazon SNS message.'],
  [
    'raw',
    '{"eventType":"Delivery"}',
    { 'x-amz-sns-rawdelivery': 'true' },
    'Raw message delivery is on: turn it off for this subscription.',
  ],
])('a body that is %s is refused', async (_, body, further, message) => {
  const headers = { 'x-amz-sns-topic-arn': snsTopic, ...further }
  const answer = await fetch(`${app.url}/api/hooks/sns`, { method: 'POST', body, headers })
  expect([answer.status, await answer.json()]).toMatchObject([400, { message }])
})

const confirmation = (changes: Record<string, string>) =>
  signSnsMessage(sns, {
    Type: 'SubscriptionConfirmation',
    Message: 'You have chosen to subscribe.',
    Token: 'token',
    SubscribeURL: `${sns.url}/?Action=ConfirmSubscription&Token=token`,
    ...changes,
  })
const confirmations = () => sns.requestedPaths.filter((path) => path.includes('ConfirmSubscription')).length

test('a subscription to our topic is confirmed', async () => {
  const before = confirmations()
  expect((await postSns(app, confirmation({}))).status).toBe(200)
  expect(confirmations()).toBe(before + 1)
})

test.each([
  ['of another topic', { TopicArn: 'arn:aws:sns:eu-central-1:999999999999:mail' }],
  ['at another address', { SubscribeURL: 'http://127.0.0.1:1/?Action=ConfirmSubscription' }],
])('a subscription %s is not confirmed', async (_, changes) => {
  const before = confirmations()
  expect((await postSns(app, confirmation(changes))).status).toBe(403)
  expect(confirmations()).toBe(before)
})

test('a failed confirmation is answered with an error so that SNS retries', async () => {
  sns.confirmationStatus = 500
  expect((await postSns(app, confirmation({}))).status).toBe(503)
  sns.confirmationStatus = 200
})

test('without a configured topic the path answers 404', async () => {
  const without = await startTestApp({ sharedWith: app })
  const { mailId } = await createSentMail()
  const answer = await postSns(without, signSnsMessage(sns, deliveryMessage(mailId)))
  expect(answer.status).toBe(404)
  expect(await loadReports(mailId)).toEqual([])
  await without.stop()
})
