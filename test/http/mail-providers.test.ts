import { opened } from '../support/mail/opened.ts'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uploadDocument } from '#contract/documents.ts'
import { sendInvoice } from '#contract/invoices.ts'
import type { MailProvider } from '#contract/messages.ts'
import { moveOrders } from '#contract/moves.ts'
import { refundOrders } from '#contract/refunds.ts'
import { approvedMail } from '#server/documents/approved.email.ts'
import { answerMail } from '#server/messages/answer.email.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { awsTransport } from '#server/platform/mail/aws.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { sendgridTransport } from '#server/platform/mail/providers.ts'
import { smtpLimits, smtpTransport } from '#server/platform/mail/smtp.ts'
import type { OutgoingMail } from '#server/platform/mail/transport.ts'
import { startFaultyHttp, type FaultyHttp, type HttpFault } from '../support/mail/faulty-http.ts'
import { startFaultySmtp, type SmtpFault } from '../support/mail/faulty-smtp.ts'
import { startSendgrid } from '../support/mail/sendgrid.ts'
import { portOf } from '../support/mail/servers.ts'
import { startSes } from '../support/mail/ses.ts'
import { startSmtp } from '../support/mail/smtp.ts'
import { createTestOrder } from '../support/orders.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { letMailsLeave } from '../support/mail/leave-now.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const apiKey = 'SG.test-key'
const password = 'p@ss word'

let app: TestApp
let ses: Awaited<ReturnType<typeof startSes>>
let sendgrid: Awaited<ReturnType<typeof startSendgrid>>
let smtp: Awaited<ReturnType<typeof startSmtp>>
let proxies: { aws: FaultyHttp; sendgrid: FaultyHttp; stop(): Promise<void> }
const outgoing: OutgoingMail = {
  id: '00000000-0000-4000-8000-000000000000',
  messageId: '<0@mail.pabean.example>',
  date: new Date(),
  from: { name: 'Pabean', address: '1@mail.pabean.example' },
  to: 'siti@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
}
/** The faults injected into the next calls. */
const nextFaults: { http: HttpFault[]; smtp: SmtpFault[] } = { http: [], smtp: [] }

beforeAll(async () => {
  ;[ses, sendgrid, smtp] = await Promise.all([startSes(), startSendgrid(apiKey), startSmtp({ password })])
  const http = () => nextFaults.http.shift() ?? 'none'
  const [aws, grid, mailServer] = await Promise.all([
    startFaultyHttp(ses.url, http),
    startFaultyHttp(sendgrid.url, http),
    startFaultySmtp(smtp.port, () => nextFaults.smtp.shift() ?? 'none'),
  ])
  proxies = {
    aws,
    sendgrid: grid,
    stop: async () => void (await Promise.all([aws.stop(), grid.stop(), mailServer.stop()])),
  }
  app = await startTestApp({
    worker: true,
    env: {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL_SESV2: aws.url,
      SENDGRID_API_KEY: apiKey,
      SENDGRID_BASE_URL: grid.url,
      SMTP_URL: `smtp://desk:${encodeURIComponent(password)}@127.0.0.1:${mailServer.portControl.port}`,
    },
  })
})
afterAll(async () => {
  await app.stop()
  await proxies.stop()
  await Promise.all([ses.stop(), sendgrid.stop(), smtp.stop()])
})
beforeEach(async () => {
  // A mail that an earlier test left to be retried would take the fault that is meant for this test's own.
  const { db } = app.platform
  await db.updateTable('mails').set({ state: 'cancelled' }).where('state', '=', 'queued').execute()
  nextFaults.http = []
  nextFaults.smtp = []
  // As after a call: a server that nobody calls looks for mails every five seconds.
  app.platform.jobs.markActive()
})

const mailRow = async (id: string) => {
  const [mail] = opened(
    app,
    await app.platform.db.selectFrom('mails').selectAll().where('id', '=', id).execute(),
  )
  if (!mail) throw new Error('there is no such mail')
  return mail
}

/** Queues a mail and waits until its first attempt has ended. */
async function sendOnce(provider: MailProvider, recipient = 'siti@example.com') {
  const id = await inTransaction(app.platform.db, (tx) =>
    queueMail({ ...app.platform, tx, now: new Date() }, approvedMail, approvedMail.sample, {
      orderId: null,
      recipient,
      provider,
    }),
  )
  return awaitAttempt(id, 1)
}

async function awaitAttempt(id: string, attempts: number) {
  await expect
    .poll(() => mailRow(id))
    .toMatchObject({ attempts, state: expect.not.stringMatching('sending') })
  return mailRow(id)
}

/** Makes a mail due now instead of after its delay. */
async function retryNow(id: string) {
  const update = app.platform.db.updateTable('mails').set({ not_before: new Date() })
  await update.where('id', '=', id).execute()
  return awaitAttempt(id, 2)
}

interface ReceivedMail {
  from: string
  to: string
  replyTo: string
  subject: string
  html: string
  text: string
  files: { name: string | undefined; bytes: Buffer }[]
}

/** A message of RFC 822, whose head names the recipients of its envelope. */
async function readMessage({ raw, to }: { raw: Buffer; to: string[] }): Promise<ReceivedMail> {
  const read = await simpleParser(raw)
  expect(read.to).toMatchObject({ text: to.join() })
  return {
    from: read.from?.text ?? '',
    to: to.join(),
    replyTo: read.replyTo?.text ?? '',
    subject: read.subject ?? '',
    html: read.html || '',
    text: read.text ?? '',
    files: read.attachments.map(({ filename, content }) => ({ name: filename, bytes: content })),
  }
}

const loadReceivedMails: Record<MailProvider, () => Promise<ReceivedMail[]>> = {
  AWS: () => Promise.all(ses.log().map(readMessage)),
  Sendgrid: async () =>
    sendgrid.log().map((mail) => ({
      from: `"${mail.from.name}" <${mail.from.email}>`,
      to: mail.personalizations.flatMap(({ to }) => to.map(({ email }) => email)).join(),
      replyTo: mail.reply_to?.email ?? '',
      subject: mail.subject,
      html: mail.content.find(({ type }) => type === 'text/html')?.value ?? '',
      text: mail.content.find(({ type }) => type === 'text/plain')?.value ?? '',
      files: (mail.attachments ?? []).map(({ filename, content }) => ({
        name: filename,
        bytes: Buffer.from(content, 'base64'),
      })),
    })),
  SMTP: () => Promise.all(smtp.log().map(readMessage)),
}

const receivedByRecipient = async (provider: MailProvider, recipient: string) =>
  (await loadReceivedMails[provider]()).filter(({ to }) => to === recipient)

describe.each<MailProvider>(['AWS', 'Sendgrid', 'SMTP'])('%s', (provider) => {
  test('delivers approved, refund and invoice mails, the invoice with its PDF (product §7)', async () => {
    const token = await app.signInAs('Admin')
    const email = `all@${provider.toLowerCase()}.example`
    const orderId = await createTestOrder(app, { email, amount: '49.00', currency: 'USD' })
    await app.call(
      uploadDocument,
      { body: { orderId, email, mailServiceProvider: provider }, file: asFile(await aPdf(), 'a.pdf') },
      { token },
    )
    await app.call(sendInvoice, { body: { orderId } }, { token })
    await app.call(moveOrders, { body: { orderId, updatingStatus: 'Refunds' } }, { token })
    await app.call(refundOrders, { body: { orderId } }, { token })
    // Automatic mails use the default provider; set this one instead, and send the refund mail without its delay of ten seconds.
    await app.platform.db
      .updateTable('mails')
      .set({ provider, state: 'queued', not_before: new Date() })
      .where('order_id', '=', orderId)
      .where('kind', '!=', 'approved')
      .execute()
    await letMailsLeave(app.platform.db, orderId)
    await expect
      .poll(async () => (await receivedByRecipient(provider, email)).length)
      .toBeGreaterThanOrEqual(3)

    const received = await receivedByRecipient(provider, email)
    const about = (words: string) => received.find(({ subject }) => subject.includes(words))
    const mails = ['is approved', 'invoice', 'efund'].map(about)
    for (const mail of mails) {
      expect(mail?.from).toMatch(new RegExp(`Pabean.*<${orderId}@mail\\.pabean\\.example>`))
      expect(mail?.replyTo).toContain(`${orderId}@mail.pabean.example`)
      expect(mail?.html).toMatch(/^<!doctype html>/)
      expect(mail?.text).toContain(String(orderId))
    }
    expect(mails.map((mail) => mail?.files.length)).toEqual([0, 1, 0])
    expect(about('invoice')?.files[0]?.name).toMatch(/^invoice-.*\.pdf$/)
    expect(about('invoice')?.files[0]?.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('a mail that it accepts becomes sent, with its id', async () => {
    const mail = await sendOnce(provider)
    expect(mail).toMatchObject({ state: 'sent', error: null, provider })
    expect(mail.provider_message_id).toBeTruthy()
    expect(mail.state_at).toEqual(mail.sent_at)
  })

  test('a domain of other letters goes out as Punycode', async () => {
    expect(await sendOnce(provider, `lena@${provider}.bücher.example`)).toMatchObject({ state: 'sent' })
    const punycode = `lena@${provider.toLowerCase()}.xn--bcher-kva.example`
    expect(await receivedByRecipient(provider, punycode)).toHaveLength(1)
  })

  test('words in any script arrive', async () => {
    const recipient = `script@${provider.toLowerCase()}.example`
    const props = { ...answerMail.sample, subject: 'موافقة 批准', text: 'نور الهدى 王小明' }
    const id = await inTransaction(app.platform.db, (tx) =>
      queueMail({ ...app.platform, tx, now: new Date() }, answerMail, props, {
        orderId: null,
        recipient,
        provider,
      }),
    )
    await awaitAttempt(id, 1)
    const [mail] = await receivedByRecipient(provider, recipient)
    expect(mail?.subject).toBe('موافقة 批准')
    expect(mail?.text).toContain('نور الهدى 王小明')
  })
})

describe.each<MailProvider>(['AWS', 'Sendgrid'])('%s with fault injection', (provider) => {
  test.each([429, 500, 503, 401, 403])('status %i is retried, and the mail is sent once', async (status) => {
    const recipient = `s${status}@${provider.toLowerCase()}.example`
    nextFaults.http = [{ status, body: '{}' }]
    const mail = await sendOnce(provider, recipient)
    expect(mail.state).toBe('queued')
    expect(mail.error).toContain(String(status))
    expect((await retryNow(mail.id)).state).toBe('sent')
    expect(await receivedByRecipient(provider, recipient)).toHaveLength(1)
  })

  test.each([502, 404])('status %i from an intermediate proxy is retried', async (status) => {
    nextFaults.http = [{ status, headers: { 'content-type': 'text/html' }, body: '<h1>Gateway</h1>' }]
    const mail = await sendOnce(provider)
    expect(mail).toMatchObject({ state: 'queued', error: `${status} from a gateway` })
  })

  test('Retry-After is honoured', async () => {
    nextFaults.http = [{ status: 429, headers: { 'retry-after': '600' }, body: '{}' }]
    const mail = await sendOnce(provider)
    const pause = mail.not_before.getTime() - (mail.state_at?.getTime() ?? 0)
    expect(pause).toBeGreaterThanOrEqual(599_000)
    expect(pause).toBeLessThan(751_000)
  })

  test.each<[HttpFault & string, number]>([
    ['cut before the request', 0],
    ['cut before the answer', 1],
  ])('a connection %s makes the mail unknown', async (fault, arrived) => {
    const recipient = `${fault.replaceAll(' ', '-')}@${provider.toLowerCase()}.example`
    nextFaults.http = [fault]
    const mail = await sendOnce(provider, recipient)
    expect(mail.state).toBe('unknown')
    expect(mail.error).toBeTruthy()
    expect(await receivedByRecipient(provider, recipient)).toHaveLength(arrived)
  })

  test('a gateway timeout makes the mail unknown', async () => {
    nextFaults.http = [{ status: 504, body: '{}' }]
    expect((await sendOnce(provider)).state).toBe('unknown')
  })

  test('refused connections are retried', async () => {
    const { portControl } = provider === 'AWS' ? proxies.aws : proxies.sendgrid
    portControl.close()
    const mail = await sendOnce(provider)
    expect(mail.state).toBe('queued')
    expect(mail.error).toContain('ECONNREFUSED')
    await portControl.open()
    expect((await retryNow(mail.id)).state).toBe('sent')
  })
})

test("the mail's id is sent to the provider", async () => {
  const byAws = await sendOnce('AWS')
  const sentByAws = ses.log().at(-1)
  expect(sentByAws?.tags).toEqual({ mail_id: byAws.id })
  expect(sentByAws?.messageId).toBe(byAws.provider_message_id)

  const bySendgrid = await sendOnce('Sendgrid')
  const sent = sendgrid.log().at(-1)
  expect(sent?.personalizations[0]?.custom_args).toEqual({ mail_id: bySendgrid.id })
  expect(sent?.messageId).toBe(bySendgrid.provider_message_id)
  expect(sent?.headers?.['Message-ID']).toBe(`<${bySendgrid.id}@mail.pabean.example>`)

  const bySmtp = await sendOnce('SMTP')
  const read = await simpleParser(smtp.log().at(-1)?.raw ?? '')
  expect(read.messageId).toBe(`<${bySmtp.id}@mail.pabean.example>`)
})

test('Amazon checks the signature, and each recipient', async () => {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const region = 'eu-central-1'
  const send = (secretAccessKey: string, to: string) =>
    awsTransport({ region, credentials: { ...credentials, secretAccessKey }, endpoint: ses.url }).send({
      ...outgoing,
      to,
    })
  const wrongKey = send('another key', outgoing.to)
  await expect(wrongKey).rejects.toThrow('403 InvalidSignatureException: ')
  await expect(wrongKey).rejects.toMatchObject({ kind: 'sender' })
  const noDomain = send('test', 'nobody')
  await expect(noDomain).rejects.toThrow("400 BadRequestException: Missing final '@domain'")
  await expect(noDomain).rejects.toMatchObject({ kind: 'address' })
  const messageId = await send('test', outgoing.to)
  expect(ses.log().at(-1)).toMatchObject({ messageId, to: [outgoing.to] })
})

describe('SMTP with fault injection', () => {
  test("an unknown recipient bounces with the server's message", async () => {
    const mail = await sendOnce('SMTP', 'nobody@refused.example')
    expect(mail.state).toBe('bounced')
    expect(mail.error).toContain('550 <[e-mail]>: no such user')
  })

  test('a temporary refusal is retried', async () => {
    const mail = await sendOnce('SMTP', 'somebody@busy.example')
    expect(mail.state).toBe('queued')
    expect(mail.error).toContain('451 try again later')
  })

  test.each<SmtpFault>(['421 as greeting', '451 to RCPT', '452 to DATA', 'cut before DATA'])(
    'the fault %s is retried, and the mail is sent once',
    async (fault) => {
      const recipient = `${fault.replaceAll(' ', '-')}@smtp.example`
      nextFaults.smtp = [fault]
      const mail = await sendOnce('SMTP', recipient)
      expect(mail.state).toBe('queued')
      expect((await retryNow(mail.id)).state).toBe('sent')
      expect(await receivedByRecipient('SMTP', recipient)).toHaveLength(1)
    },
  )

  test.each<[SmtpFault, number]>([
    ['cut within the data', 0],
    ['cut before the answer', 1],
  ])('the fault %s makes the mail unknown', async (fault, arrived) => {
    const recipient = `${fault.replaceAll(' ', '-')}@smtp.example`
    nextFaults.smtp = [fault]
    expect((await sendOnce('SMTP', recipient)).state).toBe('unknown')
    expect(await receivedByRecipient('SMTP', recipient)).toHaveLength(arrived)
  })

  test('a connection cut after the response changes nothing', async () => {
    nextFaults.smtp = ['cut after the answer']
    expect((await sendOnce('SMTP')).state).toBe('sent')
  })
})

describe('a provider that never answers', () => {
  // Only the one that is to end it comes within the test's time, however slow the machine is.
  const endsConnecting = { connect: 300, send: 300_000 }
  const endsSending = { connect: 300_000, send: 600 }
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const transportsTo = (port: number) => ({
    AWS: awsTransport(
      { region: 'eu-central-1', credentials, endpoint: `http://127.0.0.1:${port}` },
      endsSending,
    ),
    Sendgrid: sendgridTransport({ apiKey, baseUrl: `http://127.0.0.1:${port}` }, endsSending),
    SMTP: smtpTransport({ url: `smtp://127.0.0.1:${port}` }, { ...smtpLimits, greeting: 300 }),
    'AWS by TLS': awsTransport(
      { region: 'eu-central-1', credentials, endpoint: `https://127.0.0.1:${port}` },
      endsConnecting,
    ),
    'Sendgrid by TLS': sendgridTransport({ apiKey, baseUrl: `https://127.0.0.1:${port}` }, endsConnecting),
  })

  test.each([
    ['AWS', 'unclear'],
    ['Sendgrid', 'unclear'],
    // Nothing was sent before the greeting or the TLS handshake.
    ['SMTP', 'away'],
    ['AWS by TLS', 'away'],
    ['Sendgrid by TLS', 'away'],
  ] as const)('%s ends with the timeout', async (name, kind) => {
    const silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    await expect(transportsTo(portOf(silent))[name].send(outgoing)).rejects.toMatchObject({ kind })
    silent.close()
  })

  test('an unknown host counts as not sent', async () => {
    const url = 'no-such-host.invalid'
    const transports = [
      awsTransport({ region: 'eu-central-1', credentials, endpoint: `https://${url}` }, endsConnecting),
      sendgridTransport({ apiKey, baseUrl: `https://${url}` }, endsConnecting),
      smtpTransport({ url: `smtp://${url}` }),
    ]
    for (const transport of transports)
      await expect(transport.send(outgoing)).rejects.toMatchObject({ kind: 'away' })
  })
})

test('a mail whose provider is no longer configured stays queued and uses no other provider', async () => {
  const other = await startTestApp({ worker: true, env: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` } })
  const { id } = await inTransaction(other.platform.db, async (tx) => ({
    id: await queueMail({ ...other.platform, tx, now: new Date() }, approvedMail, approvedMail.sample, {
      orderId: null,
      recipient: 's@x.example',
      provider: 'AWS',
    }),
  }))
  const row = () =>
    other.platform.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await expect.poll(async () => (await row()).error).toBe('AWS is not configured.')
  expect((await row()).state).toBe('queued')
  await other.stop()
})
