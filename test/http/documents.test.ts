import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/documents.ts'
import { moveOrders } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { roles } from '#contract/rules/roles.ts'
import { statusesCompletedByUpload, isStatus, statuses, type Status } from '#contract/rules/statuses.ts'
import { createTestOrder } from '../support/orders.ts'
import { another, aPdf, anImage, asFile } from '../support/document-fixtures.ts'
import { readDocument } from '../support/stored-files.ts'
import { useTestApp } from '../support/use-test-app.ts'

let token: string
let pdf: Buffer

const app = useTestApp()
beforeAll(async () => {
  token = await app.signInAs('Team')
  pdf = await aPdf()
})

const email = 'buyer@example.com'

async function upload(
  orderId: number | string,
  file: File | undefined = asFile(another(pdf), 'approved.pdf'),
  fields: Record<string, unknown> = {},
  as = token,
) {
  const body = { orderId, email, ...fields }
  return app.call(contract.uploadDocument, { body, ...(file && { file }) }, { token: as })
}
const orderDetails = async (orderId: number) =>
  (await app.call(getOrder, { params: { orderId } }, { token })).body.orderDetails

/** Counts of files, documents and mails, to check that a refused upload stores nothing. */
async function storedCounts() {
  const folder = join(app.dataDir, 'documents')
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const { db } = app.platform
  const all = { documents: db.selectFrom('documents'), mails: db.selectFrom('mails') }
  return {
    files: found.filter((entry) => entry.isFile()).length,
    documents: (await all.documents.select('id').execute()).length,
    mails: (await all.mails.select('id').execute()).length,
  }
}

test('an upload is stored unchanged, mailed, and completes the order (spec §3)', async () => {
  const orderId = await createTestOrder(app, { arrival_full_name: 'Siti Nurhaliza', email })
  const { http, body } = await upload(orderId, asFile(pdf, 'approved.pdf'))
  expect(http, body.message).toBe(200)
  expect(body).toMatchObject({
    status: 1,
    message: 'Document has been uploaded. Its mail is kept here in 10 s, not sent.',
    data: { completed: true, warnings: [], secondsToMail: 10, undo: expect.any(String) },
  })
  const { file1 } = body.data
  expect(file1).toMatch(/^[\w-]{22,}\.pdf$/)
  expect(await readDocument(app, file1)).toEqual(pdf)

  const order = await orderDetails(orderId)
  expect(order).toMatchObject({
    process_status: 'Completed',
    processed_by: 'Tuti Team',
    uploadDoc: [
      {
        file1,
        customer_name: 'Siti Nurhaliza',
        mail_service_provider: 'AWS',
        name: 'approved.pdf',
        size: pdf.length,
        content_type: 'application/pdf',
      },
    ],
    mailHistory: [
      {
        order_id: orderId,
        remainder_mail: '',
        uploadDoc: file1,
        kind: 'approved',
        to: email,
        provider: 'AWS',
      },
    ],
  })
  const uploaded = order.events.find((event) => event.action === 'document uploaded')
  expect(uploaded).toMatchObject({
    by: 'Tuti Team',
    details: {
      name: 'approved.pdf',
      size: pdf.length,
      sha256: createHash('sha256').update(pdf).digest('hex'),
    },
  })
})

test.each(statuses)('an upload to an order in %s completes it as in product §3', async (status) => {
  const orderId = await createTestOrder(app)
  if (status !== 'New') {
    const body = { orderId, updatingStatus: status }
    expect((await app.call(moveOrders, { body }, { token })).http).toBe(200)
  }
  const completes = statusesCompletedByUpload.includes(status)
  const { http, body } = await upload(orderId)
  expect(http, body.message).toBe(200)
  expect(body.data.completed).toBe(completes)
  const order = await orderDetails(orderId)
  const after: Status = completes ? 'Completed' : status
  expect(isStatus(after) && order.process_status).toBe(after)
  expect(order.uploadDoc).toHaveLength(1)
  expect(order.mailHistory).toHaveLength(1)
})

test.each([
  ['png', 'image/png', () => anImage('png')],
  ['jpg', 'image/jpeg', () => anImage('jpeg')],
  ['webp', 'image/webp', () => anImage('webp')],
] as const)(
  'a %s gets the extension of its content, whatever its name (product §7)',
  async (extension, contentType, make) => {
    const orderId = await createTestOrder(app)
    const { body } = await upload(orderId, asFile(await make(), 'letter.pdf'))
    expect(body.data.file1).toMatch(new RegExp(`^[\\w-]{22,}\\.${extension}$`))
    expect((await orderDetails(orderId)).uploadDoc[0]).toMatchObject({
      content_type: contentType,
      name: `letter.pdf.${extension}`,
    })
  },
)

test('the displayed name keeps its letters and loses folders and direction overrides', async () => {
  const orderId = await createTestOrder(app)
  await upload(orderId, asFile(pdf, '申告書 نور.pdf'))
  await upload(orderId, asFile(pdf, 'C:\\fakepath\\gpj.\u202Efdp.pdf'))
  expect((await orderDetails(orderId)).uploadDoc.map(({ name }) => name)).toEqual([
    'gpj.fdp.pdf',
    '申告書 نور.pdf',
  ])
})

const oversizedFile = () => Buffer.concat([pdf, Buffer.alloc(contract.maxUploadBytes + 1 - pdf.length)])

test.each<[string, number, string, () => Parameters<typeof upload>[1], Record<string, unknown>]>([
  [
    'a page named .pdf',
    415,
    'The file must be a PDF, JPEG, PNG or WebP document.',
    () => asFile(Buffer.from('<script>alert(1)</script>'), 'approved.pdf'),
    {},
  ],
  [
    'half a PDF',
    415,
    'The file is cut off: its end is missing. Fetch or save it again.',
    () => asFile(pdf.subarray(0, pdf.length / 2), 'approved.pdf'),
    {},
  ],
  ['20 MB and a byte', 413, 'The file is larger than 20 MB.', () => asFile(oversizedFile(), 'a.pdf'), {}],
  ['an empty file', 415, 'The file is empty.', () => asFile(Buffer.alloc(0), 'approved.pdf'), {}],
  ['an empty e-mail', 400, 'Please enter your email', () => asFile(pdf, 'a.pdf'), { email: ' ' }],
  ['a missing e-mail', 400, 'Please enter your email', () => asFile(pdf, 'a.pdf'), { email: undefined }],
  [
    'what is no e-mail',
    400,
    'Invalid email address',
    () => asFile(pdf, 'a.pdf'),
    { email: 'a@b\r\nBcc: c@d.e' },
  ],
  [
    'another provider',
    400,
    'Unknown mail provider.',
    () => asFile(pdf, 'a.pdf'),
    { mailServiceProvider: 'Pigeon' },
  ],
  ['an unknown field', 400, 'Unknown field status.', () => asFile(pdf, 'a.pdf'), { status: 'Completed' }],
  ['an unknown order', 404, 'Order 999999 does not exist.', () => asFile(pdf, 'a.pdf'), { orderId: 999999 }],
  [
    'an unknown document to replace',
    404,
    'has no such document.',
    () => asFile(pdf, 'a.pdf'),
    { replaces: 'nothing.pdf' },
  ],
])('%s is refused and stores nothing', async (_, code, message, file, fields) => {
  const orderId = await createTestOrder(app)
  const before = await storedCounts()
  const { http, body } = await upload(orderId, file(), fields)
  expect([http, body.status]).toEqual([code, 0])
  expect(body.message).toContain(message)
  expect(await storedCounts()).toEqual(before)
  expect((await orderDetails(orderId)).process_status).toBe('New')
})

test.each([
  ['multipart/form-data', 'there is no boundary'],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="orderId"\r\n\r\n20'],
])('a malformed form is refused: %s', async (type, body) => {
  const answer = await fetch(`${app.url}/api${contract.uploadDocument.path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': type },
    body,
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ status: 0, message: 'The form could not be read.' })
})

test('a form without a file is refused with a field error', async () => {
  const { http, body } = await app.call(
    contract.uploadDocument,
    { body: { orderId: await createTestOrder(app), email } } as never,
    { token },
  )
  expect(http).toBe(400)
  expect(body.errors).toEqual({ uploadVisaDoc: 'File is required' })
})

test('a file of 20 MB is accepted', async () => {
  const largest = oversizedFile().subarray(0, contract.maxUploadBytes)
  const { http, body } = await upload(await createTestOrder(app), asFile(largest, 'large.pdf'))
  expect(http, body.message).toBe(200)
  expect(await readDocument(app, body.data.file1)).toHaveLength(contract.maxUploadBytes)
})

test.each(roles)('%s may upload', async (role) => {
  const { http } = await upload(await createTestOrder(app), undefined, {}, await app.signInAs(role))
  expect(http).toBe(200)
})

test('uploading, resending and reading a mail without a session are refused', async () => {
  const orderId = await createTestOrder(app)
  const before = await storedCounts()
  const answers = [
    await upload(orderId, undefined, {}, ''),
    await app.call(contract.resendMail, { body: { orderId, email } }),
    await app.call(contract.emailContent, { params: { orderId } }),
    await app.call(contract.configuredProviders),
  ]
  expect(answers.map(({ http, body }) => [http, body.status])).toEqual(answers.map(() => [401, 401]))
  expect(await storedCounts()).toEqual(before)
})

test("an upload to another e-mail is mailed there and does not change the order's own", async () => {
  const orderId = await createTestOrder(app, { email: 'owner@example.com' })
  await upload(orderId, undefined, { email: ' friend@example.com ', mailServiceProvider: 'Sendgrid' })
  const order = await orderDetails(orderId)
  expect(order.email).toBe('owner@example.com')
  expect(order.mailHistory).toMatchObject([{ to: 'friend@example.com', provider: 'Sendgrid' }])
  expect(order.uploadDoc).toMatchObject([{ mail_service_provider: 'Sendgrid' }])
})

test('concurrent uploads are all stored and mailed, and one completes the order', async () => {
  const orderId = await createTestOrder(app)
  const all = await Promise.all(Array.from({ length: 5 }, () => upload(orderId)))
  expect(all.map(({ http }) => http)).toEqual(all.map(() => 200))
  expect(all.filter(({ body }) => body.data.completed)).toHaveLength(1)
  const files = all.map(({ body }) => body.data.file1).toSorted()
  const order = await orderDetails(orderId)
  expect(order.uploadDoc.map(({ file1 }) => file1).toSorted()).toEqual(files)
  expect(order.mailHistory.map((mail) => mail.uploadDoc).toSorted()).toEqual(files)
  expect(order.events.filter(({ to }) => to === 'Completed')).toHaveLength(1)
})

test('uploading a replacement withdraws the replaced document (product §5)', async () => {
  const orderId = await createTestOrder(app)
  const first = (await upload(orderId)).body.data.file1
  const other = (await upload(await createTestOrder(app))).body.data.file1
  const second = (await upload(orderId, undefined, { replaces: first })).body.data.file1
  const order = await orderDetails(orderId)
  expect(order.uploadDoc.map(({ file1 }) => file1)).toEqual([second])
  expect(order.events).toContainEqual(
    expect.objectContaining({
      action: 'document withdrawn',
      details: { name: 'approved.pdf', reason: 'Replaced by another document.' },
    }),
  )
  const answers = [
    await upload(orderId, undefined, { replaces: first }),
    await upload(orderId, undefined, { replaces: other }),
  ]
  expect(answers.map(({ http }) => http)).toEqual([404, 404])
})

test('of two concurrent replacements of the same document one succeeds', async () => {
  const orderId = await createTestOrder(app)
  const replaces = (await upload(orderId)).body.data.file1
  const both = await Promise.all([
    upload(orderId, undefined, { replaces }),
    upload(orderId, undefined, { replaces }),
  ])
  expect(both.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(both.filter(({ http }) => http === 404 || http === 409)).toHaveLength(1)
  expect((await orderDetails(orderId)).uploadDoc).toHaveLength(1)
})

test('resending mails the newest valid document to the given address', async () => {
  const orderId = await createTestOrder(app, { email: 'owner@example.com' })
  await upload(orderId)
  const newest = (await upload(orderId)).body.data.file1
  const body = { orderId, email: 'friend@example.com', mailServiceProvider: 'Sendgrid' as const }
  const { http, body: answer } = await app.call(contract.resendMail, { body }, { token })
  expect([http, answer.message]).toEqual([200, 'The mail is kept here again, not sent.'])
  const order = await orderDetails(orderId)
  expect(order.mailHistory[0]).toMatchObject({
    remainder_mail: 'Y',
    uploadDoc: newest,
    kind: 'reminder',
    to: 'friend@example.com',
    provider: 'Sendgrid',
  })
  expect(order.email).toBe('owner@example.com')
  expect(order.events[0]).toMatchObject({ action: 'mail queued again', by: 'Tuti Team' })
})

test.each([
  ['without a document', async () => ({ orderId: await createTestOrder(app), email }), 409],
  ['of an unknown order', async () => ({ orderId: 999999, email }), 404],
  ['without an e-mail', async () => ({ orderId: await createTestOrder(app), email: '' }), 400],
])('a resend %s is refused and mails nothing', async (_, make, code) => {
  const body = await make()
  const before = await storedCounts()
  const { http, body: answer } = await app.call(contract.resendMail, { body }, { token })
  expect([http, answer.status]).toEqual([code, 0])
  expect(await storedCounts()).toEqual(before)
})

test('both providers can be chosen if none is configured', async () => {
  const { body } = await app.call(contract.configuredProviders, undefined, { token })
  expect(body.data).toEqual(['AWS', 'Sendgrid'])
})
