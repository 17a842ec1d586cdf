import { randomUUID } from 'node:crypto'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadDocument } from '#contract/documents.ts'
import { answerMessage, readOriginal } from '#contract/messages.ts'
import { moveOrders } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { rereadMails } from '#server/hooks/inbound/reread-mails.ts'
import { messageContent } from '#server/messages/message-text.ts'
import { openProps } from '#server/platform/mail/mail-content.ts'
import { backgroundCall } from '#server/platform/work.ts'
import { keepSandboxes, useOneSandboxPerFile } from '../support/kept-sandboxes.ts'
import { request as send } from '../support/call.ts'
import { createTestOrder } from '../support/orders.ts'
import { aPdf, aQrPicture, anImage, asFile } from '../support/document-fixtures.ts'
import { readStoredFile } from '../support/stored-files.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import {
  aMail,
  aMailWithFiles,
  buildMultipartForm,
  postSnsNotification,
  sendgridKey,
  sesReceived,
  startSns,
  snsTopic,
  type FormFields,
  type FakeSns,
} from '../support/webhooks.ts'
import { useTestApp } from '../support/use-test-app.ts'

const inboundKey = 'inbound-key-0123456789'
const key = sendgridKey()
const domain = 'mail.pabean.example'
let sns: FakeSns
let token: string

beforeAll(async () => {
  sns = await startSns()
})
afterAll(async () => {
  await sns.stop()
})
const app = useTestApp(() => ({
  oneServerBecause: 'each process limits how many large bodies it takes at once',
  env: {
    AWS_SNS_TOPICS: snsTopic,
    AWS_ENDPOINT_URL_SNS: sns.url,
    SENDGRID_WEBHOOK_KEY: key.publicKey,
    INBOUND_KEY: inboundKey,
    OFFICIAL_SENDERS: 'customs.example',
  },
}))
beforeAll(async () => {
  token = await app.signInAs('Team')
})

let mailCount = 0
const mailHeaders = (orderId: number, extraHeaders: Record<string, string> = {}): Record<string, string> => ({
  From: 'Budi Buyer <buyer@example.com>',
  To: `<${orderId}@${domain}>`,
  Subject: 'My passport',
  'Message-ID': `<reply-${(mailCount += 1)}@example.com>`,
  ...extraHeaders,
})
const loadOrder = async (orderId: number) =>
  (await app.call(getOrder, { params: { orderId } }, { token })).body.orderDetails
const loadMessages = async (orderId: number) => (await loadOrder(orderId)).messages
const anOrder = () =>
  createTestOrder(app, { email: 'buyer@example.com', arrival_email: 'traveller@example.com' })

/** Delivers a mail through SES, with its bytes in the notification. */
const deliverBySes = (orderId: number, mail: Buffer, options: Parameters<typeof sesReceived>[2] = {}) =>
  postSnsNotification(app, sns, sesReceived([`${orderId}@${domain}`], mail, options))

interface Authentication {
  path?: string
  headers?: (body: Buffer) => Record<string, string>
}
const keyInPath: Authentication = { path: `/${inboundKey}` }
const postInbound = (
  fields: FormFields,
  { path = '', headers = () => ({}) }: Authentication = keyInPath,
  to: TestApp = app,
) => {
  const { body, type } = buildMultipartForm(fields)
  return fetch(`${to.url}/api/hooks/sendgrid/inbound${path}`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers(body) },
    body: new Uint8Array(body),
  })
}
const envelope = (orderId: number, from = 'buyer@example.com') =>
  JSON.stringify({ to: [`${orderId}@${domain}`], from })
const rawForm = (orderId: number, mail: Buffer, extraHeaders: FormFields = {}): FormFields => ({
  email: { bytes: mail, name: '', type: '' },
  envelope: envelope(orderId),
  SPF: 'pass',
  dkim: '{@example.com : pass}',
  ...extraHeaders,
})

test('a reply through SES is stored encrypted with its order and is open', async () => {
  const orderId = await anOrder()
  const mail = aMail(mailHeaders(orderId), 'Here is my number: C4881027.\n\nBudi')
  expect((await deliverBySes(orderId, mail)).status).toBe(200)
  const order = await loadOrder(orderId)
  expect(order.messages).toEqual([
    {
      id: expect.any(Number),
      direction: 'in',
      at: expect.any(String),
      by: 'Budi Buyer',
      from: 'buyer@example.com',
      to: `${orderId}@${domain}`,
      subject: 'My passport',
      text: 'Here is my number: C4881027.\n\nBudi',
      quoted: '',
      from_customer: true,
      authentic: 'pass',
      automatic: false,
      by_program: false,
      handled_at: null,
      handled_by: null,
      suspected: null,
      mail_state: null,
      has_original: true,
      files: [],
    },
  ])
  expect(order.events[0]).toMatchObject({
    action: 'reply received',
    by: 'buyer@example.com',
    details: { from: 'buyer@example.com', subject: 'My passport' },
  })
  const { sealed } = await app.platform.db
    .selectFrom('messages')
    .select('sealed')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(sealed.includes('C4881027')).toBe(false)
})

test('a raw mail through SendGrid is stored the same way', async () => {
  const orderId = await anOrder()
  const mail = aMail(
    mailHeaders(orderId, {
      'Content-Type': 'text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding': 'quoted-printable',
    }),
    'Gr=FC=DFe',
  )
  expect((await postInbound(rawForm(orderId, mail))).status).toBe(200)
  expect(await loadMessages(orderId)).toMatchObject([{ text: 'Grüße', by: 'Budi Buyer', authentic: 'pass' }])
})

test('a mail parsed by SendGrid is put together again and read whatever its character sets', async () => {
  const orderId = await anOrder()
  const pdf = await aPdf('Passport')
  const headers = Object.entries(mailHeaders(orderId, { 'Content-Type': 'multipart/mixed; boundary="b"' }))
  const fields: FormFields = {
    headers: headers.map(([name, value]) => `${name}: ${value}\n`).join(''),
    text: { bytes: Buffer.from('\x97\xb7\x8c\x94\x87\x40 C48', 'latin1'), name: '', type: '' },
    html: '<p>旅券① <img src="cid:logo"></p>',
    from: 'Budi Buyer <buyer@example.com>',
    to: `${orderId}@${domain}`,
    subject: 'My passport',
    envelope: envelope(orderId),
    charsets: JSON.stringify({ text: 'cp932', html: 'utf-8' }),
    attachments: '2',
    'attachment-info': JSON.stringify({
      attachment1: { filename: '护照.pdf', name: '护照.pdf', type: 'application/pdf' },
      attachment2: { filename: 'logo.png', type: 'image/png', 'content-id': 'logo' },
    }),
    attachment1: { bytes: pdf, name: 'passport.pdf', type: 'application/pdf' },
    attachment2: { bytes: await anImage('png'), name: 'logo.png', type: 'image/png' },
  }
  expect((await postInbound(fields)).status).toBe(200)
  expect(await loadMessages(orderId)).toMatchObject([
    {
      text: '旅券① C48',
      subject: 'My passport',
      by: 'Budi Buyer',
      has_original: true,
      files: [
        { name: '护照.pdf', content_type: 'application/pdf', size: pdf.length, inline: false },
        { name: 'logo.png', content_type: 'image/png', inline: true },
      ],
    },
  ])
})

test('an HTML-only mail is stored as text', async () => {
  const [orderId, other] = [await anOrder(), await anOrder()]
  const html = '<style>p {color: red}</style><p>Hello <b>there</b></p><script>alert(1)</script><p>Budi</p>'
  await deliverBySes(orderId, aMail(mailHeaders(orderId, { 'Content-Type': 'text/html' }), html))
  const headers = Object.entries(mailHeaders(other))
  await postInbound({
    headers: headers.map(([name, value]) => `${name}: ${value}\r\n`).join(''),
    html,
    envelope: envelope(other),
  })
  for (const id of [orderId, other]) {
    const [message] = await loadMessages(id)
    expect(message?.text).toMatch(/^Hello there\s+Budi$/)
  }
})

test.each<[string, Authentication]>([
  ['a key in the path', keyInPath],
  ['a password', { headers: () => ({ authorization: `Basic ${btoa(`sendgrid:${inboundKey}`)}` }) }],
  ['a signature', { headers: (body) => key.headersFor(body) }],
])('SendGrid authenticates with %s', async (_, proof) => {
  const orderId = await anOrder()
  expect((await postInbound(rawForm(orderId, aMail(mailHeaders(orderId), 'Hello')), proof)).status).toBe(200)
  expect(await loadMessages(orderId)).toHaveLength(1)
})

test.each<[string, Authentication]>([
  ['nothing', { path: '' }],
  ['another key in the path', { path: '/inbound-key-012345678X' }],
  ['a part of the key', { path: `/${inboundKey.slice(0, -1)}` }],
  ['another password', { headers: () => ({ authorization: `Basic ${btoa('sendgrid:wrong')}` }) }],
  ['the password without its scheme', { headers: () => ({ authorization: inboundKey }) }],
  ['a signature of another key', { headers: (body) => sendgridKey().headersFor(body) }],
  ['a signature of another body', { headers: () => key.headersFor(Buffer.from('other')) }],
  [
    'a signature of last week',
    { headers: (body) => key.headersFor(body, new Date(Date.now() - 7 * 86_400_000)) },
  ],
])('a request with %s is refused and nothing is stored', async (_, proof) => {
  const orderId = await anOrder()
  const answer = await postInbound(rawForm(orderId, aMail(mailHeaders(orderId), 'Hello')), proof)
  expect([answer.status, (await answer.json()).status]).toEqual([403, 0])
  expect(await loadMessages(orderId)).toEqual([])
})

test('without key and signature settings the path answers 404', async () => {
  const without = await startTestApp({ sharedWith: app })
  const orderId = await anOrder()
  const answer = await postInbound(rawForm(orderId, aMail(mailHeaders(orderId), 'Hello')), keyInPath, without)
  expect(answer.status).toBe(404)
  expect(await loadMessages(orderId)).toEqual([])
  await without.stop()
})

test('a form of 30 MB is accepted, a larger one is refused', async () => {
  const orderId = await anOrder()
  const bytes = randomBytes(21 * 1024 * 1024)
  const mail = aMailWithFiles(mailHeaders(orderId), 'Large', [
    { name: 'scan.bin', type: 'application/octet-stream', bytes },
  ])
  expect(mail.length).toBeGreaterThan(28 * 1024 * 1024)
  expect((await postInbound(rawForm(orderId, mail))).status).toBe(200)
  expect(await loadMessages(orderId)).toMatchObject([{ files: [{ size: bytes.length }] }])
  const answer = await postInbound({
    email: { bytes: Buffer.alloc(36 * 1024 * 1024), name: '', type: '' },
  }).catch(() => null)
  expect(answer?.status ?? 413).toBe(413)
})

test('files are stored encrypted; those over the limit are named, pictures in the text first', async () => {
  const orderId = await anOrder()
  const passport = Buffer.concat([await aPdf('Passport of Budi'), Buffer.from('CLEARLY-READABLE')])
  const file = (at: number) => ({
    name: `page ${at}.txt`,
    type: 'text/plain',
    bytes: Buffer.from(`page ${at}`),
  })
  const logo = {
    name: 'logo.png',
    type: 'image/png',
    bytes: await anImage('png'),
    headers: 'Content-ID: <logo@x>\nContent-Disposition: inline',
  }
  const files = [
    logo,
    { name: 'passport.pdf', type: 'application/pdf', bytes: passport },
    ...Array.from({ length: 101 }, (_, at) => file(at)),
  ]
  await deliverBySes(orderId, aMailWithFiles(mailHeaders(orderId), 'My papers', files))
  const order = await loadOrder(orderId)
  expect(order.messages[0]?.files).toHaveLength(100)
  expect(order.messages[0]?.files[0]).toMatchObject({ name: 'passport.pdf', size: passport.length })
  expect(order.messages[0]?.files_left_out).toEqual(['page 99.txt', 'page 100.txt', 'logo.png'])
  expect(order.events[0]?.details).toMatchObject({ filesLeftOut: 3 })

  const { stored_as, file_key } = await app.platform.db
    .selectFrom('message_files')
    .select(['stored_as', 'file_key'])
    .where('id', '=', order.messages[0]?.files[0]?.id ?? 0)
    .executeTakeFirstOrThrow()
  const bytes = await readFile(join(app.dataDir, 'documents', stored_as.slice(0, 2), stored_as))
  expect(bytes.includes('CLEARLY-READABLE')).toBe(false)
  const stored = { name: stored_as, key: file_key }
  expect(await readStoredFile(app, 'message_files.file_key', stored)).toEqual(passport)
})

const filesInStore = async () => {
  const found = await readdir(join(app.dataDir, 'documents'), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).length
}

test('the same mail is stored once, however often and concurrently it is delivered (product §11)', async () => {
  const orderId = await anOrder()
  const mail = aMailWithFiles(mailHeaders(orderId), 'Once', [
    { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a') },
  ])
  const before = await filesInStore()
  const ways = [
    deliverBySes(orderId, mail),
    deliverBySes(orderId, mail),
    postInbound(rawForm(orderId, mail)),
    deliverBySes(orderId, mail),
  ]
  expect((await Promise.all(ways)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await deliverBySes(orderId, mail)).status).toBe(200)
  const order = await loadOrder(orderId)
  expect(order.messages).toHaveLength(1)
  expect(order.events.filter(({ action }) => action === 'reply received')).toHaveLength(1)
  // The attachment, and the mail itself.
  expect(await filesInStore()).toBe(before + 2)
})

test('another mail with the same Message-ID is another message, stored once too, and threaded by its own id', async () => {
  const orderId = await anOrder()
  const sent = mailHeaders(orderId, { Date: 'Sat, 28 Nov 2026 09:00:00 +0000' })
  const mails = [
    aMail(sent, 'My flight is GA 881.'),
    aMail(sent, 'Sorry, GA 883.'),
    aMail({ ...sent, Date: 'Sat, 28 Nov 2026 10:00:00 +0000' }, 'Sorry, GA 883.'),
    aMail({ ...sent, 'Message-ID': '<another@example.com>' }, 'Sorry, GA 883.'),
  ]
  for (const mail of [...mails, ...mails]) await deliverBySes(orderId, mail)
  await Promise.all([1, 2, 3].map(() => deliverBySes(orderId, aMail(sent, 'At the same time'))))
  const texts = (await loadMessages(orderId)).map(({ text }) => text)
  expect(texts).toEqual([
    'At the same time',
    'Sorry, GA 883.',
    'Sorry, GA 883.',
    'Sorry, GA 883.',
    'My flight is GA 881.',
  ])
  await app.call(answerMessage, { body: { orderId, text: 'Noted.' } }, { token })
  const { sealed_props: props, id } = await app.platform.db
    .selectFrom('mails')
    .select(['id', 'sealed_props'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(openProps(app.platform.seal, { id, sealed_props: props })).toMatchObject({
    correspondence: { inReplyTo: sent['Message-ID'] },
  })
})

test('a mail is kept as it came, without card numbers, and its page loads and runs nothing', async () => {
  const orderId = await anOrder()
  const html =
    '<p style="color:red">My card is 4111 1111 1111 1111</p><script>alert(1)</script><img src="https://x.example/t.gif">'
  const mail = aMail(mailHeaders(orderId, { 'Content-Type': 'text/html' }), html)
  await deliverBySes(orderId, mail)
  const [message] = await loadMessages(orderId)
  const open = (as: 'source' | 'html') =>
    send(app.url, readOriginal, { params: { orderId, messageId: message?.id }, query: { as } }, { token })
  const read = async (as: 'source' | 'html') => {
    const opened = await open(as)
    const policy = opened.headers.get('content-security-policy')
    expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
    return opened.text()
  }
  expect(await read('html')).toBe(
    '<!doctype html><meta charset="utf-8"><title>Mail</title><p style="color:red">My card is ****1111</p><img>',
  )
  const source = await read('source')
  expect(source).toContain('Subject: My passport')
  expect(source).not.toContain('4111')
  const opened = await app.platform.db
    .selectFrom('audit_events')
    .select(['order_id', 'details'])
    .where('action', '=', 'original mail opened')
    .execute()
  const entry = { order_id: orderId, details: { message: message?.id } }
  expect(opened).toEqual([entry, entry])

  const other = await anOrder()
  const elsewhere = { params: { orderId: other, messageId: message?.id ?? 0 } }
  expect((await app.call(readOriginal, elsewhere, { token })).http).toBe(404)
})

test('a small picture in a mail of the customs office is proposed only with a QR code', async () => {
  const orderId = await anOrder()
  const inline = (name: string, bytes: Buffer) => ({
    name,
    type: 'image/png',
    bytes,
    headers: `Content-ID: <${name}>\nContent-Disposition: inline`,
  })
  const files = [inline('logo.png', await anImage('png')), inline('qr.png', await aQrPicture('ECD-1'))]
  const mail = aMailWithFiles(mailHeaders(orderId, { From: 'ecd@customs.example' }), 'Approved', files)
  await deliverBySes(orderId, mail, { from: 'ecd@customs.example' })
  const proposed = await app.platform.db.selectFrom('proposals').select('size').execute()
  expect((await loadMessages(orderId))[0]?.files.map(({ name }) => name)).toEqual(['logo.png', 'qr.png'])
  expect(proposed).toEqual([{ size: files[1]?.bytes.length }])
})

test('mails that are read again get text and files that they lack, and move nothing', async () => {
  const orderId = await anOrder()
  const file = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a') }
  await deliverBySes(orderId, aMailWithFiles(mailHeaders(orderId), 'My number is C48.', [file]))
  const [read] = await loadMessages(orderId)
  const { db, seal } = app.platform
  const { id, sealed } = await db
    .selectFrom('messages')
    .select(['id', 'sealed'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const content = seal.open(messageContent, 'messages.sealed', orderId, sealed)
  // What an earlier version may have read.
  const less = seal.seal('messages.sealed', orderId, { ...content, text: 'My number' })
  await db
    .updateTable('messages')
    .set({ sealed: less, handled_at: new Date() })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('message_files').where('message_id', '=', id).where('kind', '=', 'file').execute()
  const before = await loadOrder(orderId)
  const call = backgroundCall(app.platform, { kind: 'job', name: 'again' })
  expect(await rereadMails(call, () => {})).toMatchObject({ changed: 1, files: 1 })
  const after = await loadOrder(orderId)
  expect(after.messages[0]).toMatchObject({ text: read?.text, files: [{ name: 'a.txt', size: 1 }] })
  expect([after.events, after.mailHistory, after.messages[0]?.handled_at]).toEqual([
    before.events,
    before.mailHistory,
    before.messages[0]?.handled_at,
  ])
  expect(await rereadMails(call, () => {})).toMatchObject({ changed: 0, files: 0 })
})

test('a mail without a Message-ID is also stored once', async () => {
  const orderId = await anOrder()
  const { 'Message-ID': _, ...headers } = mailHeaders(orderId)
  const mail = aMail(headers, 'Without a name')
  await deliverBySes(orderId, mail)
  await deliverBySes(orderId, mail)
  await deliverBySes(orderId, aMail(headers, 'Another one'))
  expect((await loadMessages(orderId)).map(({ text }) => text)).toEqual(['Another one', 'Without a name'])
})

test('a mail to several orders is stored with each; the envelope precedes headers, case and suffixes are ignored', async () => {
  const [one, two, three] = [await anOrder(), await anOrder(), await anOrder()]
  const to = [
    `${one}@MAIL.Pabean.Example`,
    `${two}+passport@${domain}`,
    'somebody@example.com',
    `999999999@${domain}`,
  ]
  await postSnsNotification(app, sns, sesReceived(to, aMail(mailHeaders(three), 'For two')))
  const byHeaders = aMail(
    mailHeaders(three, { Cc: `Somebody <x@example.com>, "An order" <${two}@${domain}>` }),
    'By headers',
  )
  await postSnsNotification(app, sns, sesReceived(['forwarded@example.com'], byHeaders))
  const texts = await Promise.all(
    [one, two, three].map(async (id) => (await loadMessages(id)).map(({ text }) => text)),
  )
  expect(texts).toEqual([['For two'], ['By headers', 'For two'], ['By headers']])
})

const countMessages = async () => (await app.platform.db.selectFrom('messages').select('id').execute()).length

test.each<[string, (orderId: number) => { to: string[]; mail: Buffer; from?: string }]>([
  [
    'for an order that does not exist',
    () => ({ to: [`987654321@${domain}`], mail: aMail(mailHeaders(987_654_321), 'x') }),
  ],
  [
    'for no order',
    () => ({ to: [`no-reply@${domain}`], mail: aMail(mailHeaders(0, { To: `info@${domain}` }), 'x') }),
  ],
  [
    'for another domain',
    (id) => ({
      to: [`${id}@mail.other.example`],
      mail: aMail(mailHeaders(id, { To: `${id}@mail.other.example` }), 'x'),
    }),
  ],
  [
    'that is our own',
    (id) => ({
      to: [`${id}@${domain}`],
      mail: aMail(mailHeaders(id, { From: `2000001@${domain}`, 'Auto-Submitted': 'auto-generated' }), 'x'),
    }),
  ],
])('a mail %s is acknowledged and ignored', async (_, make) => {
  const before = await countMessages()
  const { to, mail } = make(await anOrder())
  expect((await postSnsNotification(app, sns, sesReceived(to, mail))).status).toBe(200)
  expect(await countMessages()).toBe(before)
})

test.each<[string, Record<string, string>, string]>([
  ['Auto-Submitted', { 'Auto-Submitted': 'auto-replied (vacation)' }, 'buyer@example.com'],
  ['Precedence', { Precedence: 'bulk' }, 'buyer@example.com'],
  ['X-Autoreply', { 'X-Autoreply': 'yes' }, 'buyer@example.com'],
  ['no sender in its envelope', {}, ''],
])('an automatic mail (%s) is stored and not open', async (_, extraHeaders, from) => {
  const orderId = await anOrder()
  await deliverBySes(orderId, aMail(mailHeaders(orderId, extraHeaders), 'I am away.'), { from })
  expect(await loadMessages(orderId)).toMatchObject([{ automatic: true, text: 'I am away.' }])
})

test('a mail with Auto-Submitted: no is not automatic', async () => {
  const orderId = await anOrder()
  await deliverBySes(orderId, aMail(mailHeaders(orderId, { 'Auto-Submitted': 'no' }), 'By hand'))
  expect(await loadMessages(orderId)).toMatchObject([{ automatic: false }])
})

test.each<[string, string, boolean]>([
  ['the order', 'Buyer@Example.com', true],
  ['the traveller', 'traveller@example.com', true],
  ['somebody else', 'bea.cukai@customs.example', false],
])('the customer is recognised by the address: %s', async (_, from, expected) => {
  const orderId = await anOrder()
  await deliverBySes(orderId, aMail(mailHeaders(orderId, { From: from }), 'Hello'))
  expect(await loadMessages(orderId)).toMatchObject([{ from, from_customer: expected }])
})

test.each<[string, string[], string, boolean]>([
  ['spam', ['page.txt'], 'PASS', false],
  ['spam', ['page.txt'], 'GRAY', true],
  ['virus', [], 'PASS', true],
])(
  'a mail of the customer that SES marks as %s with files %j and authentication %s moves nothing; automatic: %s',
  async (suspected, files, verdict, automatic) => {
    const orderId = await anOrder()
    await app.call(moveOrders, { body: { orderId, updatingStatus: 'Awaiting' } }, { token })
    const mail = aMailWithFiles(mailHeaders(orderId), 'Open it', [
      { name: 'page.txt', type: 'text/plain', bytes: Buffer.from('page') },
    ])
    const told = sesReceived([`${orderId}@${domain}`], mail, { verdict })
    const receipt = { ...told.receipt, [`${suspected}Verdict`]: { status: 'FAIL' } }
    expect((await postSnsNotification(app, sns, { ...told, receipt })).status).toBe(200)
    const order = await loadOrder(orderId)
    expect(order.process_status).toBe('Awaiting')
    expect(order.messages).toMatchObject([{ suspected, automatic, text: 'Open it' }])
    expect(order.messages[0]?.files.map(({ name }) => name)).toEqual(files)
    expect(order.events[0]?.details).toMatchObject({ reason: `Taken for ${suspected} by the provider.` })
  },
)

test('a mail with a forged sender is stored and open, and moves no order', async () => {
  const orderId = await anOrder()
  await app.call(moveOrders, { body: { orderId, updatingStatus: 'Awaiting' } }, { token })
  await deliverBySes(orderId, aMail(mailHeaders(orderId), 'Hello'), { verdict: 'FAIL' })
  const order = await loadOrder(orderId)
  expect(order.process_status).toBe('Awaiting')
  expect(order.messages).toMatchObject([{ authentic: 'fail', automatic: false, handled_at: null }])
})

test('the verdict of SES about the sender is stored', async () => {
  const orderId = await anOrder()
  for (const verdict of ['FAIL', 'GRAY'])
    await deliverBySes(orderId, aMail(mailHeaders(orderId), 'Hello'), { verdict })
  expect((await loadMessages(orderId)).map(({ authentic }) => authentic)).toEqual(['unknown', 'fail'])
})

test.each<[string, FormFields, string]>([
  ['SPF of the same domain', { SPF: 'pass', dkim: 'none' }, 'pass'],
  [
    'DKIM of the same domain',
    { SPF: 'softfail', dkim: '{@other.example : fail, @example.com : pass}' },
    'pass',
  ],
  ['SPF of a domain of the sender alone', { SPF: 'pass', dkim: 'none', envelope: 'evil' }, 'unknown'],
  ['DKIM of another domain alone', { SPF: 'fail', dkim: '{@evil.example : pass}' }, 'unknown'],
  ['neither', { SPF: 'fail', dkim: '{@example.com : fail}' }, 'fail'],
  ['nothing', { SPF: 'none', dkim: 'none' }, 'unknown'],
])('the verdict of SendGrid about the sender is evaluated: %s', async (_, found, expected) => {
  const orderId = await anOrder()
  const from = found['envelope'] === 'evil' ? 'buyer@evil.example' : 'buyer@example.com'
  const fields = {
    ...rawForm(
      orderId,
      aMail({ 'DKIM-Signature': 'v=1; d=example.com; b=x', ...mailHeaders(orderId) }, 'Hello'),
    ),
    ...found,
    envelope: envelope(orderId, from),
  }
  await postInbound(fields)
  expect(await loadMessages(orderId)).toMatchObject([{ authentic: expected }])
})

test('a foreign mail with one of our message ids is stored under an id of its own, and replaces no mail of ours', async () => {
  const orderId = await anOrder()
  const id = `<${randomUUID()}@${domain}>`
  const mail = aMail(mailHeaders(orderId, { 'Message-ID': id }), 'Hello')
  for (let delivery = 0; delivery < 2; delivery++) await deliverBySes(orderId, mail)
  const stored = await app.platform.db
    .selectFrom('messages')
    .select('message_id')
    .where('order_id', '=', orderId)
    .execute()
  expect(stored).toEqual([{ message_id: expect.stringMatching(/^<[\da-f]{64}@/) }])
})

test('quoted mails below a reply are stored separately', async () => {
  const orderId = await anOrder()
  const text =
    'Yes, please.\n\nOn Sat, 21 Nov 2026 at 10:00, Pabean\n<2000001@mail.pabean.example> wrote:\n> Shall we?\n>\n> Tuti\n'
  await deliverBySes(orderId, aMail(mailHeaders(orderId), text))
  const [message] = await loadMessages(orderId)
  expect(message?.text).toBe('Yes, please.')
  expect(message?.quoted).toContain('> Shall we?')
})

test('a text over the limit is truncated and attached in full', async () => {
  const orderId = await anOrder()
  const text = 'long '.repeat(40_000).trim()
  await deliverBySes(orderId, aMail(mailHeaders(orderId, { Subject: 'x'.repeat(3000) }), text))
  const [message] = await loadMessages(orderId)
  expect(message?.text).toHaveLength(20_000)
  expect(message?.subject).toHaveLength(1000)
  expect(message?.files).toMatchObject([{ name: 'message.txt', size: text.length }])
})

test('a text truncated inside a character is stored', async () => {
  const orderId = await anOrder()
  const smile = '\u{1F600}'
  const names = {
    Subject: `=?utf-8?B?${Buffer.from(`x${smile.repeat(1000)}`).toString('base64')}?=`,
    From: `=?utf-8?B?${Buffer.from(`x${smile.repeat(1000)}`).toString('base64')}?= <buyer@example.com>`,
  }
  const name = `=?utf-8?B?${Buffer.from(`${smile.repeat(150)}.tx`).toString('base64')}?=`
  const mail = aMailWithFiles(mailHeaders(orderId, names), `x${smile.repeat(60_000)}`, [
    { name, type: 'text/plain', bytes: Buffer.from('a') },
  ])
  expect((await postInbound(rawForm(orderId, mail))).status).toBe(200)
  const [message] = await loadMessages(orderId)
  expect(message?.subject).toBe(`x${smile.repeat(499)}\uFFFD`)
  expect([message?.by, message?.text, ...(message?.files ?? []).map(({ name: shown }) => shown)]).toSatisfy(
    (texts: string[]) => texts.every((text) => text.isWellFormed()),
  )
})

test('a mail to many orders is stored with at most five of them', async () => {
  const ids = await Promise.all(Array.from({ length: 7 }, anOrder))
  const to = ids.map((id) => `${id}@${domain}`)
  const before = await countMessages()
  expect((await postSnsNotification(app, sns, sesReceived(to, aMail(mailHeaders(0), 'To all')))).status).toBe(
    200,
  )
  expect(await countMessages()).toBe(before + 5)
})

/** A delivery status notification about one of our mails. */
const bounceNotice = (
  orderId: number,
  original: string,
  action = 'failed',
  from = 'MAILER-DAEMON@mx.example.com',
) =>
  aMail(
    mailHeaders(orderId, {
      From: from,
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b',
      'Auto-Submitted': 'auto-replied',
    }),
    [
      '--b\nContent-Type: text/plain\n\nUndelivered.',
      '--b\nContent-Type: message/delivery-status\n',
      `Reporting-MTA: dns; mx.example.com\n\nFinal-Recipient: rfc822; buyer@example.com\nAction: ${action}`,
      'Status: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1\n no such user\n',
      `--b\nContent-Type: message/rfc822\n\nSubject: Approved\nMessage-ID: ${original}\n\nBody\n--b--\n`,
    ].join('\n'),
  )

async function createSentMail() {
  const orderId = await anOrder()
  const body = { orderId, email: 'buyer@example.com', mailServiceProvider: 'AWS' as const }
  await app.call(uploadDocument, { body, file: asFile(await aPdf(), 'approved.pdf') }, { token })
  const { id } = await app.platform.db
    .updateTable('mails')
    .set({ state: 'sent', sent_at: new Date(), provider: 'SMTP' })
    .where('order_id', '=', orderId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { orderId, messageId: `<${id}@${domain}>` }
}

test.each([
  ['failed', 'bounced'],
  ['delayed', 'sent'],
])(
  'a delivery status notification that a mail %s sets it to %s and is not a message',
  async (action, state) => {
    const { orderId, messageId } = await createSentMail()
    const mail = bounceNotice(orderId, messageId, action)
    for (let times = 0; times < 2; times += 1)
      expect((await deliverBySes(orderId, mail, { from: '' })).status).toBe(200)
    const order = await loadOrder(orderId)
    expect(order.mailHistory[0]).toMatchObject({ state })
    expect(order.messages).toEqual([])
    const told = order.events.filter((event) => event.action === 'mail bounced')
    expect(told).toHaveLength(action === 'failed' ? 1 : 0)
  },
)

test('a notification from our own domain is accepted', async () => {
  const { orderId, messageId } = await createSentMail()
  const mail = bounceNotice(orderId, messageId, 'failed', `MAILER-DAEMON@${domain}`)
  await deliverBySes(orderId, mail, { from: '' })
  expect((await loadOrder(orderId)).mailHistory[0]).toMatchObject({ state: 'bounced' })
})

test('a notification with an invalid status is read by its words', async () => {
  const { orderId, messageId } = await createSentMail()
  expect(
    (await deliverBySes(orderId, bounceNotice(orderId, messageId, 'constructor'), { from: '' })).status,
  ).toBe(200)
  expect((await loadOrder(orderId)).mailHistory[0]).toMatchObject({ state: 'bounced' })
})

test('a notification of an order without mails is stored as an automatic message', async () => {
  const orderId = await anOrder()
  await deliverBySes(orderId, bounceNotice(orderId, '<somebody@else.example>'), { from: '' })
  expect(await loadMessages(orderId)).toMatchObject([{ automatic: true, text: 'Undelivered.' }])
})

/** Starts a POST that announces `length` bytes but sends only the first; returns functions to end it and to await the response. */
function startPost(path: string, length: number) {
  const open = request(`${app.url}/api/hooks/sendgrid/inbound${path}`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=xYzZY', 'content-length': length },
  })
  const status = new Promise<number | undefined>((resolve) => {
    open.on('response', (answer) => resolve(answer.statusCode)).on('error', () => resolve(undefined))
  })
  open.flushHeaders()
  return { status, end: () => open.destroy() }
}

test('large bodies are limited in number, and small bodies do not wait for them', async () => {
  const large = 20 * 1024 * 1024
  const held = Array.from({ length: 5 }, () => startPost(`/${inboundKey}`, large))
  expect(await Promise.race(held.map(({ status }) => status))).toBe(503)
  const orderId = await anOrder()
  expect((await postInbound(rawForm(orderId, aMail(mailHeaders(orderId), 'Small')))).status).toBe(200)
  for (const { end } of held) end()
  const bytes = randomBytes(2 * 1024 * 1024)
  const file = { name: 'scan.bin', type: 'application/octet-stream', bytes }
  const mail = aMailWithFiles(mailHeaders(orderId), 'Large', [file])
  await expect.poll(async () => (await postInbound(rawForm(orderId, mail))).status).toBe(200)
})

describe('a mail that its process does not get through', () => {
  beforeAll(() => useOneSandboxPerFile({ maxCpuMs: 1000 }))
  afterAll(keepSandboxes)

  const nestedHtml = (depth: number) => `${'<div>'.repeat(depth)}Hello`
  const longParagraph = `<p>${'long '.repeat(500_000)}</p>`
  const htmlMail = (orderId: number, html: string) =>
    aMail(mailHeaders(orderId, { 'Content-Type': 'text/html' }), html)

  test.each([
    ['deep enough to keep a parser busy for a minute', nestedHtml(100_000)],
    ['longer than is read', longParagraph],
  ])('HTML that is %s is stored as a file, through both providers', async (_, html) => {
    const [bySnsId, byFormId] = [await anOrder(), await anOrder()]
    expect((await postInbound(rawForm(bySnsId, htmlMail(bySnsId, html)))).status).toBe(200)
    const headers = Object.entries(mailHeaders(byFormId)).map(([name, value]) => `${name}: ${value}\n`)
    expect(
      (await postInbound({ headers: headers.join(''), html, envelope: envelope(byFormId) })).status,
    ).toBe(200)
    for (const id of [bySnsId, byFormId])
      expect(await loadMessages(id)).toMatchObject([
        { subject: 'My passport', from_customer: true, text: '', files: [{ name: 'message.html' }] },
      ])
  })

  test('nested HTML is parsed up to the depth limit', async () => {
    const orderId = await anOrder()
    expect((await deliverBySes(orderId, htmlMail(orderId, nestedHtml(5000)))).status).toBe(200)
    expect(await loadMessages(orderId)).toMatchObject([{ text: 'Hello', files: [] }])
  })

  test('the text part beside unparsable HTML is stored', async () => {
    const orderId = await anOrder()
    const body = `--b\nContent-Type: text/plain\n\nIn words.\n--b\nContent-Type: text/html\n\n${longParagraph}\n--b--\n`
    const mail = aMail(mailHeaders(orderId, { 'Content-Type': 'multipart/mixed; boundary=b' }), body)
    expect((await postInbound(rawForm(orderId, mail))).status).toBe(200)
    expect(await loadMessages(orderId)).toMatchObject([
      { text: expect.stringMatching(/^In words\.\s*$/), files: [] },
    ])
  })

  test('an unparsable mail is stored with its headers and attached as a file', async () => {
    const orderId = await anOrder()
    const mail = aMail(
      mailHeaders(orderId, {
        Subject: '=?utf-8?B?TWVpbiBQYcOf?=',
        'Content-Type': 'multipart/mixed; boundary=b',
      }),
      `${'--b\n\nx\n'.repeat(20_000)}--b--\n`,
    )
    expect((await postInbound(rawForm(orderId, mail))).status).toBe(200)
    const [message] = await loadMessages(orderId)
    expect(message).toMatchObject({
      subject: 'Mein Paß',
      by: 'Budi Buyer',
      authentic: 'pass',
      text: '',
      files: [{ name: 'message.eml', content_type: 'message/rfc822', size: mail.length }],
    })
  })

  test('other requests are answered while a hostile mail is parsed', async () => {
    const [slow, quick] = [await anOrder(), await anOrder()]
    const answered: string[] = []
    const hostile = postInbound(rawForm(slow, htmlMail(slow, nestedHtml(100_000)))).then(() =>
      answered.push('hostile'),
    )
    await loadOrder(quick)
    for (let times = 0; times < 3; times += 1) await loadOrder(quick).then(() => answered.push('other'))
    await hostile
    expect(answered).toEqual(['other', 'other', 'other', 'hostile'])
  })
})
