import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { simpleParser } from 'mailparser'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { correctOrder } from '#contract/corrections.ts'
import { recordDispute, saveDispute } from '#contract/disputes.ts'
import { resendMail, uploadDocument, withdrawDocument } from '#contract/documents.ts'
import { createOrder } from '#contract/intake.ts'
import { sendInvoice } from '#contract/invoices.ts'
import { answerMessage } from '#contract/messages.ts'
import { assignOrders, moveOrders } from '#contract/moves.ts'
import { getOrder, saveTransaction } from '#contract/order-details.ts'
import { searchOrders } from '#contract/orders.ts'
import { defencePackDetails, defencePackPdf } from '#contract/packs.ts'
import { refundOrders } from '#contract/refunds.ts'
import { emptyDraft, keepDraft } from '#contract/drafts.ts'
import { addRemark } from '#contract/remarks.ts'
import type { MoveTarget } from '#contract/rules/statuses.ts'
import { createRequest, sendAccessLink } from '#contract/privacy.ts'
import { addPasskey, beginPasskey, beginTotp, confirmTotp } from '#contract/second-factor.ts'
import { forgotPassword, signIn } from '#contract/session.ts'
import { askAgency, settleRequest } from '#contract/requests.ts'
import { askCustomer } from '#contract/questions.ts'
import { accessFilePath } from '#contract/rules/visitor-addresses.ts'
import { sendLink, trackOrder } from '#contract/visitor.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { keepLateDownload, listKept } from '../support/late-records.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { send } from '../support/call.ts'
import { startSmtp } from '../support/mail/smtp.ts'
import { startServerProcess, type ServerProcess } from '../support/server-process.ts'
import { memberNames, startTestApp, testDataKeys, testIntakeKey, type TestApp } from '../support/test-app.ts'
import { aMailWithFiles, sendgridMail } from '../support/webhooks.ts'
import {
  commandLines,
  createCanaries,
  findInFiles,
  findInTables,
  orderWithCanaries,
  succeeded,
} from './canaries.ts'

const canaries = createCanaries()
const { word, email, address } = canaries
const metricsToken = 'a-token-of-metrics-0123456789'
const inboundKey = 'inbound-key-0123456789'
/** Browsers allow passkeys without https here. */
const publicUrl = 'http://localhost'
const adminEmail = 'ayu.admin@pabean.example'

let app: TestApp
let server: ServerProcess
let smtp: Awaited<ReturnType<typeof startSmtp>>
let folder: string
let token: string
const seen = { commandLines: new Set<string>(), isDone: false }

beforeAll(async () => {
  app = await startTestApp()
  smtp = await startSmtp()
  folder = await mkdtemp(join(tmpdir(), 'pabean-canaries-'))
  server = await startServerProcess({
    ...environment(),
    LOG_LEVEL: 'debug',
    DEMO: '0',
    METRICS_TOKEN: metricsToken,
  })
  token = (await call(signIn, { body: { email: adminEmail, password: 'correct horse' } })).body.jwtToken
  void (async () => {
    for (; !seen.isDone; await pause(100))
      for (const line of await commandLines()) seen.commandLines.add(line)
  })()
})
afterAll(async () => {
  seen.isDone = true
  await server.end()
  await app.stop()
  await smtp.stop()
  await rm(folder, { recursive: true })
})

const environment = () => ({
  PUBLIC_URL: publicUrl,
  DATABASE_URL: app.serverUrl,
  DATA_DIR: app.dataDir,
  DATA_KEYS: testDataKeys,
  INTAKE_KEY: testIntakeKey,
  INBOUND_KEY: inboundKey,
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
})

const call: TestApp['call'] = (endpoint, input, options) => send(server.url, endpoint, input, options)

const act: TestApp['call'] = async (endpoint, input, options = {}) =>
  succeeded(endpoint, await call(endpoint, input, { token, ...options }))

const move = (orderId: number, updatingStatus: MoveTarget) =>
  act(moveOrders, { body: { orderId, updatingStatus } })

async function createOrderWithCanaries(buyer: string): Promise<number> {
  const body = orderWithCanaries(canaries, buyer)
  const headers = { 'idempotency-key': `key-${buyer.length}-${Date.now()}` }
  const { data } = (await act(createOrder, { body }, { token: testIntakeKey, headers })).body
  // The repeat gets the stored answer.
  expect((await act(createOrder, { body }, { token: testIntakeKey, headers })).body.data).toEqual(data)
  return data.order_id
}

async function receiveReply(orderId: number, from: string): Promise<void> {
  const mail = aMailWithFiles(
    {
      From: `${word('name of a sender')} <${from}>`,
      To: `<${orderId}@mail.pabean.example>`,
      Subject: word('subject of a reply'),
      'Message-ID': `<reply-${orderId}@example.com>`,
    },
    word('text of a reply'),
    [
      {
        name: `${word('name of an attachment')}.txt`,
        type: 'text/plain',
        bytes: Buffer.from(word('text of an attachment').repeat(9000)),
      },
    ],
  )
  const path = `/api/hooks/sendgrid/inbound/${inboundKey}`
  expect((await fetch(server.url + path, sendgridMail(orderId, mail, from))).status).toBe(200)
}

const pdfWithCanaries = async (name: string) =>
  Buffer.concat([
    await aPdf(`${name} ${word('text of a document')}`),
    Buffer.from(`\n% ${word('comment of a document')}\n`),
  ])

async function visit(orderId: number, file1: string, buyer: string): Promise<void> {
  const headers = { 'x-forwarded-for': address('visitor') }
  const wrong = { orderId: String(orderId), email: email('wrong e-mail of a visitor') }
  expect((await call(trackOrder, { body: wrong }, { headers })).http).toBe(404)
  const opened = await call(trackOrder, { body: { orderId: String(orderId), email: buyer } }, { headers })
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  for (const range of ['bytes=0-99', 'bytes=100-']) {
    const path = `${server.url}/uploads/docs/${orderId}_${file1}`
    const answer = await fetch(path, { headers: { ...headers, cookie, range } })
    expect(answer.status).toBe(206)
    await answer.arrayBuffer()
  }
  const asked = { orderId, about: 'wrong', text: word('text of a request') } as const
  expect((await call(askAgency, { body: asked }, { headers: { ...headers, cookie } })).http).toBe(200)
  await act(settleRequest, { body: { orderId, as: 'refused', text: word('answer to a request') } })
  await act(sendLink, { body: { email: buyer } }, { headers })
}

async function importOrder(): Promise<void> {
  const path = join(folder, 'orders.ndjson')
  const order = {
    landing_domain: 'arrival.pabean.example',
    email: email('imported email'),
    arrival_full_name: word('imported arrival_full_name'),
    remark: [{ remark: word('imported remark'), remark_name: memberNames.Admin }],
  }
  await writeFile(path, JSON.stringify(order))
  const env = { PATH: process.env.PATH ?? '', ...environment() }
  const child = spawn(process.execPath, ['dist/server/cli.js', 'import', path], { env })
  expect(await once(child, 'close')).toEqual([0, null])
}

const recordDisputeWithCanaries = (orderId: number) =>
  act(recordDispute, {
    body: {
      orderId,
      stage: 'chargeback',
      reason: 'other',
      network_code: word('code of a dispute'),
      gateway_dispute_id: word('id of a dispute'),
    },
  })

async function enrolFactors(): Promise<void> {
  const options = (await act(beginPasskey)).body.data
  const ceremony = { challenge: String(options['challenge']), origin: publicUrl, rpId: 'localhost' }
  const credential = createAuthenticator().register(ceremony)
  const added = await act(addPasskey, { body: { name: word('name of a passkey'), credential } })
  const { secret } = (await act(beginTotp)).body.data
  const secretBytes = Secret.fromBase32(secret).bytes
  canaries.known('secret of an authenticator app', secret)
  canaries.known('bytes of that secret', Buffer.from(secretBytes).toString('hex'))
  await act(confirmTotp, { body: { code: new TOTP({ secret }).generate() } })
  for (const code of added.body.data.recoveryCodes) {
    canaries.known('recovery code', code)
    canaries.known('recovery code', code.replaceAll('-', ''))
  }
}

async function mailedSecret(recipient: string, subject: string, path: RegExp): Promise<string> {
  const findMail = () =>
    smtp.log().findLast(({ to, raw }) => to.includes(recipient) && raw.includes(`Subject: ${subject}`))
  await expect.poll(findMail).toBeDefined()
  const read = await simpleParser(findMail()?.raw ?? '')
  return path.exec(read.text ?? '')?.[1] ?? ''
}

async function fetchAccessFile(buyer: string): Promise<string> {
  const asked = { email: buyer, kinds: ['access' as const], channel: 'e-mail' as const, text: word('asked') }
  const { id } = (await act(createRequest, { body: asked })).body.data
  await act(sendAccessLink, { params: { id }, body: {} })
  const secret = await mailedSecret(buyer, '=?UTF-8?Q?What_we_hold', /\/access-file\/([\w-]+)/)
  const post = (given: string) =>
    fetch(server.url + accessFilePath(secret), {
      method: 'POST',
      headers: { 'x-forwarded-for': address('reader of an access file') },
      body: new URLSearchParams({ email: given, as: 'PDF' }),
    })
  expect((await post(email('wrong e-mail for an access file'))).status).toBe(404)
  expect((await post(buyer)).status).toBe(200)
  return secret
}

async function askForFlight(orderId: number, buyer: string): Promise<string> {
  const fields = ['arrival_flight_number']
  await act(askCustomer, { body: { orderId, fields, text: word('text of a question') } })
  return mailedSecret(buyer, '=?UTF-8?Q?We_need_something', /\/answer\/([\w-]+)/)
}

async function fetchUnknownPage(): Promise<void> {
  const answer = await fetch(`${server.url}/${word('path of nothing')}?about=${email('query of nothing')}`, {
    headers: {
      'x-forwarded-for': address('reader of nothing'),
      'x-request-id': word('id of a request'),
      'user-agent': word('user agent'),
      referer: `https://${word('referrer')}.example`,
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      tracestate: `desk=${word('state of a trace')}`,
      baggage: `name=${word('baggage of a trace')}`,
    },
  })
  expect(answer.status).toBe(404)
}

/** A day's work through the server; returns the secrets of the mailed links. */
async function workThroughTheDay(): Promise<string[]> {
  const buyer = email('email')
  const orderId = await createOrderWithCanaries(buyer)
  await act(assignOrders, { body: { orderId, assignto: memberNames.Admin } })
  await act(addRemark, { body: { orderId, remark: word('remark'), whatsapp: 'Y' } })
  const content = { ...emptyDraft, text: word('text of a draft') }
  await act(keepDraft, {
    body: { orderId, kind: 'remark', content, revision: null },
  })
  const travellerName = word('corrected arrival_full_name')
  const changes = { arrival_full_name: travellerName }
  await act(correctOrder, { body: { orderId, changes, reason: word('reason of a correction') } })
  await receiveReply(orderId, buyer)
  await act(answerMessage, { body: { orderId, text: word('text of an answer') } })
  const answerSecret = await askForFlight(orderId, buyer)

  const upload = async (name: string) => {
    const file = asFile(await pdfWithCanaries(travellerName), `${word(name)}.pdf`)
    return (await act(uploadDocument, { body: { orderId, email: buyer }, file })).body.data.file1
  }
  const wrongFile = await upload('name of a withdrawn document')
  const reason = word('reason of a withdrawal')
  await act(withdrawDocument, { body: { orderId, file1: wrongFile, reason } })
  const file1 = await upload('name of a document')
  await visit(orderId, file1, buyer)
  await act(resendMail, { body: { orderId, email: email('recipient of a resend') } })
  await act(resendMail, { body: { orderId, email: `${word('refused recipient')}@refused.example` } })
  await act(sendInvoice, { body: { orderId } })
  await act(searchOrders, { body: { searchVal: word('search text'), folderName: 'allOrder' } })

  await move(orderId, 'Refunds')
  await act(refundOrders, { body: { orderId: [orderId], reference: word('reference of a refund') } })
  await move(orderId, 'ChargeBack')
  const transaction = { transactionId: word('saved transaction'), merchantName: word('saved merchant') }
  await act(saveTransaction, { body: { orderId, ...transaction } })
  await act(saveDispute, { body: { orderId, dueOn: '2030-01-01', reasonCode: '10.4', outcome: '' } })
  await recordDisputeWithCanaries(orderId)
  const body = { orderId, defencePackType: 1 } as const
  await act(defencePackDetails, { body })
  const pack = await fetch(`${server.url}/api${defencePackPdf.path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(pack.status).toBe(200)
  await act(getOrder, { params: { orderId } })

  await enrolFactors()
  await importOrder()
  await fetchUnknownPage()
  await act(forgotPassword, { body: { email: email('forgotten password of nobody') } })
  await act(forgotPassword, { body: { email: adminEmail } })
  const ofReset = await mailedSecret(adminEmail, 'Your new', /\/reset-password\/([\w-]+)/)
  return [ofReset, await fetchAccessFile(buyer), answerSecret]
}

/** The readable columns of `docs/data-model.md`: `table.column`. */
async function readableColumns(): Promise<string[]> {
  const page = await readFile('docs/data-model.md', 'utf8')
  const [, section = ''] = page.split('## Columns that stay readable')
  return [...(section.split('\n#')[0] ?? '').matchAll(/^\| `([\w.]+)`((?:, `[\w]+`)*) \|/gm)].flatMap(
    ([, first = '', more = '']) => {
      const table = first.split('.')[0]
      return [first, ...[...more.matchAll(/`(\w+)`/g)].map(([, column]) => `${table}.${column}`)]
    },
  )
}

const isMailGone = async () => {
  const rows = await app.platform.db.selectFrom('mails').select(['state', 'not_before']).execute()
  return rows.every(({ state }) => ['kept', 'sent', 'bounced', 'failed', 'cancelled'].includes(state))
}

test("a full day's work stores personal data in the named columns and nowhere else (product §10)", async () => {
  const secrets = await workThroughTheDay()
  expect(secrets.map(({ length }) => length)).toEqual([43, 43, 43])
  await expect.poll(isMailGone).toBe(true)

  const readable = await readableColumns()
  expect(readable.length).toBeGreaterThan(10)
  const inTables = await findInTables(app.owner, canaries)
  const unnamed = [...inTables].filter(([place]) => !readable.includes(place))
  expect(Object.fromEntries(unnamed)).toEqual({})
  expect([...inTables.keys()]).toContain('orders.search_text')

  expect(Object.fromEntries(await findInFiles(app.dataDir, canaries))).toEqual({})

  const metrics = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const printed = await metrics.text()
  expect(printed).toContain('pabean_requests_total')
  expect(canaries.foundIn(printed)).toEqual([])

  await server.end()

  // Records kept for the primary's return are sealed.
  await keepLateDownload(app, {
    orderId: 1,
    file1: word('name of a late file'),
    ip: address('late visitor'),
    userAgent: word('user agent of a late visitor'),
  })
  expect(await listKept(app)).toHaveLength(1)
  expect(Object.fromEntries(await findInFiles(app.dataDir, canaries))).toEqual({})

  const log = server.output()
  expect(log).toContain('"msg":"request"')
  expect(log).toContain('a mail was not sent')
  expect(canaries.foundIn(log)).toEqual([])
  expect(log.match(/[\w.+-]+@[\w-]+\.\w+/g)).toBeNull()
  const commands = [...seen.commandLines].join('\n')
  expect(canaries.foundIn(commands)).toEqual([])
  expect(commands).toContain('dist/server/cli.js')

  // Only its mail has the secret of a link.
  const holders = createCanaries()
  for (const secret of secrets) holders.known(secret, secret)
  expect([...(await findInTables(app.owner, holders)).keys()]).toEqual([])
  for (const secret of secrets) expect(log).not.toContain(secret)
})
