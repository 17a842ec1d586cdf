import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptMessageFile, isSenderVerified, readMessageFile } from '#contract/messages.ts'
import { getOrder } from '#contract/order-details.ts'
import { listOutbox } from '#contract/outbox.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { MailQuotaScope } from '#server/platform/db/tables.ts'
import { recordMailReport } from '#server/platform/mail/reports.ts'
import { sealContent } from '#server/platform/mail/mail-content.ts'
import { aPdf } from '../support/document-fixtures.ts'
import { createTestOrder } from '../support/orders.ts'
import { receiveReply } from '../support/replies.ts'
import { request } from '../support/call.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import {
  aMail,
  aMailWithFiles,
  postSnsNotification,
  sesReceived,
  snsTopic,
  startSns,
  type FakeSns,
} from '../support/webhooks.ts'

const domain = 'mail.pabean.example'
const customer = 'buyer@example.com'
const hourMs = 60 * 60_000
let app: TestApp
let sns: FakeSns
let token: string

beforeAll(async () => {
  sns = await startSns()
  app = await startTestApp({ env: { AWS_SNS_TOPICS: snsTopic, AWS_ENDPOINT_URL_SNS: sns.url } })
  token = await app.signInAs('Admin')
})
afterAll(async () => {
  await app.stop()
  await sns.stop()
})

let mailCount = 0
const headers = (from: string) => ({
  From: from,
  To: `somebody@${domain}`,
  Subject: 'Hello',
  'Message-ID': `<incoming-${(mailCount += 1)}@example.com>`,
})
const anOrder = () => createTestOrder(app, { email: customer })
const loadOrder = async (orderId: number) =>
  (await app.call(getOrder, { params: { orderId } }, { token })).body.orderDetails

interface Incoming {
  from?: string
  isProven?: boolean
  mail?: Buffer
  action?: object
}

const deliver = async (
  orderIds: readonly number[],
  { from = customer, isProven = true, mail = aMail(headers(from), 'Hello'), action = {} }: Incoming = {},
) => {
  const to = orderIds.map((id) => `${id}@${domain}`)
  const received = sesReceived(to, mail, { from, verdict: isProven ? 'PASS' : 'GRAY', action })
  return (await postSnsNotification(app, sns, received)).status
}

/** Sets the count of mails received within this hour. */
const setReceived = (scope: 'all' | 'order' | 'sender', key: string | undefined, received: number) =>
  app.platform.db
    .updateTable('mail_quotas')
    .set({ received })
    .where('scope', '=', scope)
    .$if(key !== undefined, (query) => query.where('key', '=', key ?? ''))
    .where('proven', '=', false)
    .execute()

const countQuotas = async (scope: MailQuotaScope) =>
  (await app.platform.db.selectFrom('mail_quotas').select('key').where('scope', '=', scope).execute()).length

test('a mail is read only if its envelope names an existing order', async () => {
  const orderId = await anOrder()
  // A bucket outside of the configuration must not be fetched.
  const inBucket = async (id: number) => {
    const mail = sesReceived([`${id}@${domain}`], Buffer.from(''), {
      action: { type: 'S3', bucketName: 'foreign', objectKey: 'mail' },
    })
    const { content: _, ...notification } = mail
    return (await postSnsNotification(app, sns, notification)).status
  }
  expect(await inBucket(orderId)).toBe(503)
  const counted = () => app.platform.db.selectFrom('mail_quotas').selectAll().orderBy('key').execute()
  const before = await counted()
  expect(await inBucket(987_654_321)).toBe(200)
  // Mails to unknown ids use no quota.
  expect(await counted()).toEqual(before)
})

test("a sender's flood is dropped and counted; other senders and the customer get through", async () => {
  const [one, other] = [await anOrder(), await anOrder()]
  const flooder = { from: 'flood@example.net', isProven: false }
  expect(await deliver([one], flooder)).toBe(200)
  await setReceived('sender', undefined, 60)
  const yesterday = {
    scope: 'all',
    key: '',
    proven: false,
    hour: new Date(Date.now() - 25 * hourMs),
  } as const
  const earlier = { ...yesterday, hour: new Date(Date.now() - 2 * hourMs) }
  await app.platform.db
    .insertInto('mail_quotas')
    .values([{ ...yesterday, left_out: 100 }, earlier])
    .execute()
  const before = (await app.call(listOutbox, {}, { token })).body.left_out
  for (const orderId of [one, other, other]) expect(await deliver([orderId], flooder)).toBe(200)
  expect(await deliver([one], { from: 'other@example.net', isProven: false })).toBe(200)
  expect(await deliver([one])).toBe(200)
  const order = await loadOrder(one)
  expect(order.messages.map(({ from }) => from)).toEqual([customer, 'other@example.net', 'flood@example.net'])
  expect([order.messages_left_out, (await loadOrder(other)).messages_left_out]).toEqual([1, 2])
  expect((await app.call(listOutbox, {}, { token })).body.left_out).toBe(before + 3)
})

test("an order with many strangers' mails still receives its customer's and shows the dropped count", async () => {
  const [orderId, other] = [await anOrder(), await anOrder()]
  expect(await deliver([orderId], { from: 'a@example.net', isProven: false })).toBe(200)
  await setReceived('order', String(orderId), 60)
  // An SPF-proven sender is still a stranger unless it is the customer's address.
  expect(await deliver([orderId, other], { from: 'b@example.org' })).toBe(200)
  expect(await deliver([orderId], { isProven: false })).toBe(200)
  expect(await deliver([orderId])).toBe(200)
  const order = await loadOrder(orderId)
  expect(order.messages.map(({ from, authentic }) => [from, authentic])).toEqual([
    [customer, 'pass'],
    ['a@example.net', 'unknown'],
  ])
  expect(order.messages_left_out).toBe(2)
  // Forged senders leave no rows.
  const senders = () => countQuotas('sender')
  const before = await senders()
  for (const from of ['x@example.net', 'y@example.net']) await deliver([orderId], { from, isProven: false })
  expect(await senders()).toBe(before)
  expect((await loadOrder(orderId)).messages_left_out).toBe(4)
})

test('above the total limit, customers with a proven address still get through', async () => {
  const orderId = await anOrder()
  expect(await deliver([orderId], { from: 'c@example.net', isProven: false })).toBe(200)
  await setReceived('all', '', 2000)
  await deliver([orderId], { from: 'd@example.net', isProven: false })
  await deliver([orderId])
  expect((await loadOrder(orderId)).messages.map(({ from }) => from)).toEqual([customer, 'c@example.net'])
  await setReceived('all', '', 0)
})

test('a file in a mail to several orders is stored once, and each order has it', async () => {
  const ids = [await anOrder(), await anOrder(), await anOrder()]
  const folder = join(app.dataDir, 'documents')
  const countFiles = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) =>
      entry.isFile(),
    ).length
  const before = await countFiles()
  const file = { name: 'passport.pdf', type: 'application/pdf', bytes: await aPdf('Passport') }
  expect(await deliver(ids, { mail: aMailWithFiles(headers(customer), 'Here', [file]) })).toBe(200)
  const files = await Promise.all(ids.map(async (id) => (await loadOrder(id)).messages[0]?.files[0]))
  for (const stored of files) {
    const { status } = await request(
      app.url,
      readMessageFile,
      { params: { messageFileId: stored?.id ?? 0 } },
      { token },
    )
    expect(status).toBe(200)
  }
  const names = await app.platform.db
    .selectFrom('message_files')
    .select('stored_as')
    .where(
      'id',
      'in',
      files.map((stored) => stored?.id ?? 0),
    )
    .execute()
  expect(new Set(names.map(({ stored_as }) => stored_as)).size).toBe(1)
  // With the mail itself.
  expect(await countFiles()).toBe(before + 2)
})

test("an unverified sender's file is shown as text and opened only on request", async () => {
  const orderId = await anOrder()
  await receiveReply(app, orderId, {
    authentic: 'unknown',
    files: [
      { name: 'letter.pdf', contentType: 'application/pdf', bytes: await aPdf('Words of a letter') },
      { name: 'page.html', contentType: 'text/html', bytes: Buffer.from('<script>alert(1)</script>') },
      { name: 'tool.bin', contentType: 'application/octet-stream', bytes: Buffer.from('MZ') },
    ],
  })
  const [message] = (await loadOrder(orderId)).messages
  expect(message && isSenderVerified(message)).toBe(false)
  const read = async (at: number, as?: 'file' | 'text') => {
    const params = { messageFileId: message?.files[at]?.id ?? 0 }
    const answer = await request(app.url, readMessageFile, { params, query: as ? { as } : {} }, { token })
    return [answer.status, answer.headers.get('content-type')?.split(';')[0], await answer.text()] as const
  }
  expect(await read(0)).toEqual([200, 'text/plain', expect.stringContaining('Words of a letter')])
  expect((await read(0, 'file')).slice(0, 2)).toEqual([200, 'application/pdf'])
  expect(await read(1)).toEqual([200, 'text/plain', '<script>alert(1)</script>'])
  expect((await read(2)).slice(0, 2)).toEqual([415, 'application/json'])
  expect((await read(2, 'file')).slice(0, 2)).toEqual([200, 'application/octet-stream'])
})

test('a file of a sender who failed the checks becomes the document only after a confirmation', async () => {
  const orderId = await anOrder()
  const file = { name: 'approved.pdf', contentType: 'application/pdf', bytes: await aPdf('Approved') }
  await receiveReply(app, orderId, { authentic: 'fail', files: [file] })
  const messageFileId = (await loadOrder(orderId)).messages[0]?.files[0]?.id ?? 0
  const accept = (senderConfirmed?: boolean) =>
    app.call(acceptMessageFile, { body: { orderId, messageFileId, senderConfirmed } }, { token })
  const refused = await accept()
  expect([refused.http, refused.body]).toMatchObject([
    409,
    {
      message: 'The sender of this mail failed the checks of its domain (SPF, DKIM).',
      code: 'SENDER_NOT_VERIFIED',
    },
  ])
  expect((await loadOrder(orderId)).uploadDoc).toEqual([])
  expect((await accept(true)).http).toBe(200)
})

test('a delivery notice by mail counts for a mail sent by SMTP only, and never takes back a delivery', async () => {
  const { db } = app.platform
  const createMail = async (provider: string, state: 'sent' | 'delivered') =>
    (
      await db
        .insertInto('mails')
        .values({
          ...sealContent(app.platform.seal, randomUUID(), {
            kind: 'approved',
            subject: 'Approved',
            props: {},
          }),
          recipient: customer,
          provider,
          state,
          created_at: new Date(),
          not_before: new Date(),
          order_id: null,
          document_id: null,
          event_id: null,
          attempted_at: null,
          sent_at: null,
          provider_message_id: null,
          error: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const bounce = async (provider: string, state: 'sent' | 'delivered') => {
    const mailId = await createMail(provider, state)
    const at = new Date()
    await inTransaction(db, (tx) =>
      recordMailReport(
        tx,
        { mailId, provider: 'SMTP', eventId: mailId, kind: 'bounced', at, detail: null },
        at,
      ),
    )
    return (await db.selectFrom('mails').select('state').where('id', '=', mailId).executeTakeFirstOrThrow())
      .state
  }
  expect(await bounce('SMTP', 'sent')).toBe('bounced')
  expect(await bounce('SMTP', 'delivered')).toBe('delivered')
  expect(await bounce('AWS', 'sent')).toBe('sent')
})
