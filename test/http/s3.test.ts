import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadDocument } from '#contract/documents.ts'
import { readMessageFile, acceptMessageFile } from '#contract/messages.ts'
import { getOrder } from '#contract/order-details.ts'
import { s3Store } from '#server/platform/files/s3-store.ts'
import { startBuckets, type TestBuckets } from '../support/bucket.ts'
import { request } from '../support/call.ts'
import { createTestOrder } from '../support/orders.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import {
  aMailWithFiles,
  postSnsNotification,
  sesReceived,
  startSns,
  snsTopic,
  type FakeSns,
} from '../support/webhooks.ts'
import { behindProxy, openOrder, uploadDocumentTo } from './visitor-requests.ts'
import { useTestApp } from '../support/use-test-app.ts'

const domain = 'mail.pabean.example'
let buckets: TestBuckets
let sns: FakeSns
let env: Record<string, string>
let token: string

beforeAll(async () => {
  buckets = await startBuckets(['documents', 'inbound', 'foreign'])
  sns = await startSns()
  env = {
    ...buckets.env,
    ...behindProxy,
    AWS_INBOUND_BUCKET: 'inbound',
    AWS_SNS_TOPICS: snsTopic,
    AWS_ENDPOINT_URL_SNS: sns.url,
  }
})
afterAll(async () => {
  await sns.stop()
  await buckets.remove()
})
const app = useTestApp(() => ({ env }))
beforeAll(async () => {
  token = await app.signInAs('Team')
})

const download = (orderId: number, file1: string, headers: Record<string, string>, from: TestApp = app) =>
  fetch(`${from.url}/uploads/docs/${orderId}_${file1}`, { headers })
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('a document is stored in the bucket and served to its visitor, whole and in ranges (product §7)', async () => {
  const email = 'buyer@example.com'
  const orderId = await createTestOrder(app, { email })
  const before = await buckets.count('documents')
  const { file1, bytes } = await uploadDocumentTo(app, orderId, { padding: 3 * 1024 * 1024 })
  expect(await buckets.count('documents')).toBe(before + 2)
  expect(await readdir(app.dataDir)).not.toContain('documents')

  const cookie = await openOrder({ app, orderId, email })
  const whole = await download(orderId, file1, { cookie })
  expect([whole.status, whole.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  expect((await readBytes(whole)).equals(bytes)).toBe(true)
  for (const [range, start, end] of [
    ['bytes=0-99', 0, 100],
    ['bytes=1000000-2000000', 1_000_000, 2_000_001],
    ['bytes=-50', bytes.length - 50, bytes.length],
  ] as const) {
    const part = await download(orderId, file1, { cookie, range })
    expect(part.status).toBe(206)
    expect((await readBytes(part)).equals(bytes.subarray(start, end))).toBe(true)
  }
})

test('another server without local files serves it (product §10)', async () => {
  const orderId = await createTestOrder(app, { email: 'buyer@example.com' })
  const { file1, bytes } = await uploadDocumentTo(app, orderId)
  const other = await startTestApp({ existingDatabaseUrl: app.databaseUrl, env })
  const cookie = await openOrder({ app: other, orderId, email: 'buyer@example.com' })
  expect((await readBytes(await download(orderId, file1, { cookie }, other))).equals(bytes)).toBe(true)
  await other.stop()
})

test('a failed upload leaves nothing in the bucket', async () => {
  const before = await buckets.count('documents')
  const { http } = await app.call(
    uploadDocument,
    { body: { orderId: 999_999_999, email: 'a@b.example' }, file: asFile(await aPdf(), 'a.pdf') },
    { token },
  )
  expect(http).toBe(404)
  expect(await buckets.count('documents')).toBe(before)
})

test('the bucket store behaves like the folder store', async () => {
  const { bucket } = app.platform.config
  if (!bucket) throw new Error('there is no bucket')
  const store = s3Store(bucket)
  await store.put('a-file.pdf', Buffer.from('0123456789'))
  expect(await store.size('a-file.pdf')).toBe(10)
  expect((await buffer(store.read('a-file.pdf', { start: 2, end: 4 }))).toString()).toBe('234')
  await store.remove('a-file.pdf')
  await store.remove('a-file.pdf')
  expect(await store.size('a-file.pdf')).toBeNull()
  await expect(buffer(store.read('a-file.pdf'))).rejects.toThrow('key')
  await expect(store.put('../a.pdf', Buffer.alloc(1))).rejects.toThrow('not a file name')
})

test('all files are listed over several pages', async () => {
  const { bucket } = app.platform.config
  if (!bucket) throw new Error('there is no bucket')
  const store = s3Store({ ...bucket, bucket: 'foreign' })
  const names = Array.from({ length: 120 }, (_, index) => `file-${index}.pdf`)
  for (const name of names) await store.put(name, Buffer.from(name))
  const listed: string[] = []
  for await (const { name } of store.list()) listed.push(name)
  expect(listed.toSorted()).toEqual(names.toSorted())
  for (const name of names) await store.remove(name)
})

test('a bucket refuses a request signed with another key', async () => {
  const { bucket } = app.platform.config
  if (!bucket) throw new Error('there is no bucket')
  const credentials = { ...bucket.credentials, secretAccessKey: 'another' }
  await expect(s3Store({ ...bucket, credentials }).probe()).rejects.toThrow('signature')
})

/** Stores a mail in the bucket as SES does. */
async function putMailObject(bucket: string, mail: Buffer): Promise<string> {
  const client = new S3Client({
    endpoint: env['AWS_ENDPOINT_URL_S3'] ?? '',
    region: 'us-east-1',
    credentials: {
      accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  const key = `mails/${randomUUID()}`
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: mail }))
  client.destroy()
  return key
}
const aReply = async (orderId: number) => {
  const pdf = await aPdf('From the customs office')
  const mail = aMailWithFiles(
    {
      From: 'bea.cukai@customs.example',
      To: `${orderId}@${domain}`,
      Subject: 'Approved',
      'Message-ID': `<${randomUUID()}@x>`,
    },
    'Attached.',
    [{ name: 'SKPI.pdf', type: 'application/pdf', bytes: pdf }],
  )
  return { pdf, mail }
}
const postReceivedNotification = (orderId: number, mail: Buffer, bucketName: string, objectKey: string) => {
  const { content: _, ...received } = sesReceived([`${orderId}@${domain}`], mail, {
    action: { type: 'S3', bucketName, objectKey },
  })
  return postSnsNotification(app, sns, received)
}
const loadMessages = async (orderId: number) =>
  (await app.call(getOrder, { params: { orderId } }, { token })).body.orderDetails.messages

test('a mail in the inbound bucket is stored, and its file is encrypted, read and accepted', async () => {
  const orderId = await createTestOrder(app)
  const { pdf, mail } = await aReply(orderId)
  expect(
    (await postReceivedNotification(orderId, mail, 'inbound', await putMailObject('inbound', mail))).status,
  ).toBe(200)
  const [message] = await loadMessages(orderId)
  expect(message).toMatchObject({ subject: 'Approved', files: [{ name: 'SKPI.pdf', size: pdf.length }] })
  const messageFileId = message?.files[0]?.id ?? 0
  const shown = await request(app.url, readMessageFile, { params: { messageFileId } }, { token })
  expect((await readBytes(shown)).equals(pdf)).toBe(true)
  const { http } = await app.call(acceptMessageFile, { body: { orderId, messageFileId } }, { token })
  expect(http).toBe(200)
})

test.each([
  ['in another bucket is to be sent again, after the setting is mended', 'foreign', 503],
  ['that is gone is passed over', 'inbound', 200],
] as const)('a mail %s', async (_, bucket, status) => {
  const orderId = await createTestOrder(app)
  const { mail } = await aReply(orderId)
  const key = bucket === 'foreign' ? await putMailObject(bucket, mail) : 'mails/gone'
  expect((await postReceivedNotification(orderId, mail, bucket, key)).status).toBe(status)
  expect(await loadMessages(orderId)).toEqual([])
})

test('while the bucket is unavailable the notification is answered with an error, and nothing is stored', async () => {
  const orderId = await createTestOrder(app)
  const { mail } = await aReply(orderId)
  const key = await putMailObject('inbound', mail)
  await buckets.stop()
  expect((await postReceivedNotification(orderId, mail, 'inbound', key)).status).toBe(503)
  expect((await postSnsNotification(app, sns, sesReceived([`${orderId}@${domain}`], mail))).status).toBe(503)
  expect(await loadMessages(orderId)).toEqual([])
  await buckets.start()
  expect((await postReceivedNotification(orderId, mail, 'inbound', key)).status).toBe(200)
  expect(await loadMessages(orderId)).toHaveLength(1)
})
