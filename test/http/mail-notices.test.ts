import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMailProblems, settleMailProblem } from '#contract/mail-problems.ts'
import { handleMessages, listOpenMessages } from '#contract/messages.ts'
import { moveOrders } from '#contract/moves.ts'
import type { MailState } from '#server/platform/db/tables.ts'
import { sealContent } from '#server/platform/mail/mail-content.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'
import {
  aMail,
  postSnsNotification,
  sesReceived,
  snsTopic,
  startSns,
  type FakeSns,
} from '../support/webhooks.ts'

const domain = 'mail.pabean.example'
const customer = 'siti@traveller.example'
let sns: FakeSns
beforeAll(async () => {
  sns = await startSns()
})
afterAll(async () => {
  await sns.stop()
})
const app = useTestApp(() => ({
  env: { AWS_SNS_TOPICS: snsTopic, AWS_ENDPOINT_URL_SNS: sns.url, OFFICIAL_SENDERS: 'customs.example' },
}))
const team = app.as('Team')

type Headers = Record<string, string>

async function createOrder(updatingStatus: 'Awaiting' | 'AwaitingGovt' | 'Completed' = 'Awaiting') {
  const orderId = await createTestOrder(app, { email: customer })
  await team.call(moveOrders, { body: { orderId, updatingStatus } })
  return orderId
}

let inserted = 0

/** Each mail is a millisecond newer than the one before. */
async function insertMail(
  orderId: number,
  { state = 'sent' as MailState, provider = 'SMTP', recipient = customer, kind = 'approved' } = {},
): Promise<string> {
  const now = new Date(app.platform.clock().getTime() + (inserted += 1))
  const id = randomUUID()
  await app.owner
    .insertInto('mails')
    .values({
      order_id: orderId,
      ...sealContent(app.platform.seal, id, { kind, subject: 'An answer', props: {} }),
      recipient,
      provider,
      state,
      provider_message_id: `ses-${id}`,
      created_at: now,
      not_before: now,
      sent_at: now,
      state_at: now,
    })
    .execute()
  return id
}

const bounceAddress = (orderId: number, mailId: string) =>
  `${orderId}+b${mailId.replaceAll('-', '')}@${domain}`

async function deliver(
  orderId: number,
  headers: Headers,
  text: string,
  { from = '', to = `${orderId}@${domain}`, verdict = 'PASS' } = {},
) {
  const mail = aMail(
    {
      From: 'Mail Delivery System <mailer-daemon@mx.traveller.example>',
      To: `${orderId}@${domain}`,
      Subject: 'Undelivered Mail Returned to Sender',
      'Message-ID': `<${randomUUID()}@mx.traveller.example>`,
      ...headers,
    },
    text,
  )
  expect((await postSnsNotification(app, sns, sesReceived([to], mail, { from, verdict }))).status).toBe(200)
}

const reportHeaders = { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' }
const report = ({ recipient = customer, action = 'failed', original = '' } = {}) =>
  [
    '--b\nContent-Type: text/plain\n\nA notice.\n',
    '--b\nContent-Type: message/delivery-status\n',
    `Final-Recipient: rfc822; ${recipient}\nAction: ${action}\nDiagnostic-Code: smtp; 550 5.1.1 no such mailbox\n`,
    ...(original ? [`--b\nContent-Type: text/rfc822-headers\n\n${original}\n`] : []),
    '--b--\n',
  ].join('\n')
const plain = (original = '') =>
  `It could not be delivered.\n\n  ${customer}\n    550 5.1.1 no such mailbox\n\n--- The message with its headers follows ---\n\n${original}`

const messageIdOf = (mailId: string) => `Message-ID: <${mailId}@${domain}>`
const mailOf = (id: string) =>
  app.owner.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const problems = async () => (await team.call(listMailProblems, { query: { limit: 500 } })).body
const problemOf = async (mailId: string) => (await problems()).data.find(({ mail_id: id }) => id === mailId)
const listed = async (orderId: number, list: 'replies' | 'automatic') =>
  (await team.call(listOpenMessages, { query: { limit: 500, list } })).body.data.filter(
    ({ order_id: id }) => id === orderId,
  )

describe('a notice that names our mail and its recipient changes the state (product §12)', () => {
  test.each<[string, (orderId: number, mailId: string) => { headers?: Headers; text: string; to?: string }]>([
    [
      'a report with our Message-ID',
      (_, id) => ({ headers: reportHeaders, text: report({ original: messageIdOf(id) }) }),
    ],
    ['plain text above our mail', (_, id) => ({ text: plain(messageIdOf(id)) })],
    [
      'a relay that changed the Message-ID, by the envelope address',
      (orderId, id) => ({
        headers: reportHeaders,
        text: report({ original: 'Message-ID: <changed@relay.example>' }),
        to: bounceAddress(orderId, id),
      }),
    ],
    [
      'a reference alone',
      (_, id) => ({
        headers: { 'In-Reply-To': `<${id}@${domain}>`, 'X-Failed-Recipients': customer },
        text: plain(),
      }),
    ],
  ])('%s', async (_, make) => {
    const orderId = await createOrder()
    const mailId = await insertMail(orderId)
    const { headers = {}, text, to } = make(orderId, mailId)
    await deliver(orderId, headers, text, to ? { to } : {})
    expect(await mailOf(mailId)).toMatchObject({
      state: 'bounced',
      error: expect.stringContaining('550 5.1.1'),
    })
    const order = await team.order(orderId)
    expect(order.process_status).toBe('Awaiting')
    expect(order.messages).toEqual([])
    expect(order.events[0]).toMatchObject({ action: 'mail bounced' })
  })

  test('two notices with one Message-ID about two mails both count', async () => {
    const orderId = await createOrder()
    const mails = [await insertMail(orderId), await insertMail(orderId, { kind: 'reminder' })]
    const headers = { ...reportHeaders, 'Message-ID': `<${randomUUID()}@mx.traveller.example>` }
    for (const id of mails) await deliver(orderId, headers, report({ original: messageIdOf(id) }))
    expect(await Promise.all(mails.map(async (id) => (await mailOf(id)).state))).toEqual([
      'bounced',
      'bounced',
    ])
  })
})

describe('any other notice opens an item and changes no state', () => {
  test.each<[string, Parameters<typeof insertMail>[1], (mailId: string) => [Headers, string]]>([
    ['a report without the original', {}, () => [reportHeaders, report()]],
    [
      'a report whose relay changed the Message-ID',
      {},
      () => [reportHeaders, report({ original: 'Message-ID: <changed@relay.example>' })],
    ],
    [
      'a report about a forwarded address',
      {},
      (id) => [reportHeaders, report({ recipient: 'elsewhere@other.example', original: messageIdOf(id) })],
    ],
    [
      'a report about a delivered mail',
      { state: 'delivered' },
      (id) => [reportHeaders, report({ original: messageIdOf(id) })],
    ],
    [
      'a report about a mail of another provider',
      { provider: 'AWS' },
      (id) => [reportHeaders, report({ original: messageIdOf(id) })],
    ],
    ['plain text', {}, () => [{}, plain()]],
    ['words of no known system', {}, () => [{ Subject: 'Xyz' }, 'Abc.']],
    [
      'a postmaster with a sender in the envelope',
      {},
      () => [
        { From: 'postmaster@gateway.example', Subject: 'Sorry' },
        'The gateway could not deliver your message.',
      ],
    ],
  ])('%s', async (_, mail, make) => {
    const orderId = await createOrder()
    await insertMail(orderId, { recipient: 'other@traveller.example' })
    const mailId = await insertMail(orderId, { kind: 'answer', ...mail })
    const { state } = await mailOf(mailId)
    const [headers, text] = make(mailId)
    const from = headers['From'] ?? ''
    for (let times = 0; times < 2; times += 1) await deliver(orderId, headers, text, { from })
    expect((await mailOf(mailId)).state).toBe(state)
    expect(await problemOf(mailId)).toMatchObject({ state: 'unknown', doubted: true, order_id: orderId })
    const order = await team.order(orderId)
    expect(order.process_status).toBe('Awaiting')
    expect(order.messages[0]).toMatchObject({ automatic: true })
    expect(order.events.filter(({ action }) => action === 'mail may have bounced')).toHaveLength(1)
    expect([...(await listed(orderId, 'replies')), ...(await listed(orderId, 'automatic'))]).toEqual([])
  })

  test('one key settles the item, undo opens it again, and a later notice too', async () => {
    const orderId = await createOrder()
    const mailId = await insertMail(orderId)
    await deliver(orderId, {}, plain())
    const settle = (settled: boolean) => team.call(settleMailProblem, { body: { orderId, mailId, settled } })
    expect((await settle(true)).body.message).toBe('The mail needs nothing more.')
    expect(await problemOf(mailId)).toBeUndefined()
    await settle(false)
    expect(await problemOf(mailId)).toMatchObject({ doubted: true })
    await settle(true)
    await deliver(orderId, {}, plain())
    expect(await problemOf(mailId)).toMatchObject({ doubted: true })
  })

  test.each([
    ['a delay', report({ action: 'delayed' })],
    ['a success', report({ action: 'relayed' })],
  ])('%s opens none, and stands with the automatic mails', async (_, text) => {
    const orderId = await createOrder('Completed')
    const mailId = await insertMail(orderId)
    await deliver(orderId, reportHeaders, text)
    expect(await problemOf(mailId)).toBeUndefined()
    expect((await mailOf(mailId)).state).toBe('sent')
    expect(await listed(orderId, 'automatic')).toHaveLength(1)
  })
})

const person = { From: `Siti <${customer}>`, Subject: 'Re: your order' }

describe('three questions of a mail: does it move the order, who reads it, may it be answered', () => {
  test.each<[string, Headers, 'New' | 'Awaiting', 'replies' | 'automatic', boolean]>([
    ['a person', person, 'New', 'replies', false],
    [
      'a person through a group',
      {
        From: 'Ana via Bookings <bookings@agency.example>',
        Precedence: 'list',
        'List-ID': '<b.agency.example>',
        'In-Reply-To': '{ours}',
      },
      'New',
      'replies',
      false,
    ],
    ['X-Autoreply: no', { ...person, 'X-Autoreply': 'no' }, 'New', 'replies', false],
    [
      'an absence note of iCloud',
      { ...person, 'X-Apple-Action': 'VACATION', 'In-Reply-To': '{ours}' },
      'Awaiting',
      'automatic',
      true,
    ],
    ['an automatic mail', { ...person, 'Auto-Submitted': 'auto-generated' }, 'Awaiting', 'automatic', true],
    [
      'an automatic mail that answers ours',
      { ...person, 'Auto-Submitted': 'auto-generated', 'In-Reply-To': '{ours}' },
      'Awaiting',
      'replies',
      true,
    ],
    [
      "an automatic mail that answers ours by Amazon's id",
      { ...person, 'Auto-Submitted': 'auto-generated', References: '{ses}' },
      'Awaiting',
      'replies',
      true,
    ],
    [
      'an automatic mail of the customs office',
      { From: 'ecd@customs.example', 'Auto-Submitted': 'auto-generated' },
      'Awaiting',
      'replies',
      true,
    ],
    [
      'a receipt of a reader',
      { ...person, 'Content-Type': 'multipart/report; report-type=disposition-notification; boundary=b' },
      'Awaiting',
      'automatic',
      true,
    ],
  ])('%s', async (_, headers, status, list, byProgram) => {
    const orderId = await createOrder()
    const mailId = await insertMail(orderId)
    const ids: Headers = {
      '{ours}': `<${mailId}@${domain}>`,
      '{ses}': `<ses-${mailId}@eu-central-1.amazonses.com>`,
    }
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, ids[value] ?? value]),
    )
    const from = (headers['From'] ?? '').replace(/^.*<|>$/g, '')
    await deliver(orderId, filled, '--b\n\nThe text.\n--b--', { from })
    const order = await team.order(orderId)
    expect(order.process_status).toBe(status)
    expect(order.messages).toMatchObject([{ automatic: list === 'automatic', by_program: byProgram }])
    expect(await listed(orderId, list)).toHaveLength(1)
    expect(await listed(orderId, list === 'replies' ? 'automatic' : 'replies')).toEqual([])
    expect((await mailOf(mailId)).state).toBe('sent')
  })

  test('an automatic mail is listed while its order waits', async () => {
    const [waiting, done] = [await createOrder('AwaitingGovt'), await createOrder('Completed')]
    const note = { ...person, 'Auto-Submitted': 'auto-replied' }
    for (const orderId of [waiting, done]) await deliver(orderId, note, 'I am away.', { from: customer })
    expect(await listed(waiting, 'automatic')).toHaveLength(1)
    expect(await listed(done, 'automatic')).toEqual([])
    await team.call(moveOrders, { body: { orderId: done, updatingStatus: 'AwaitingGovt' } })
    expect(await listed(done, 'automatic')).toHaveLength(1)
  })

  test('one automatic mail is settled and opened again; the count follows', async () => {
    const orderId = await createOrder()
    const note = { ...person, 'Auto-Submitted': 'auto-replied' }
    for (let times = 0; times < 2; times += 1) await deliver(orderId, note, 'I am away.', { from: customer })
    const counts = async () => (await team.call(listOpenMessages)).body.automatic
    const before = await counts()
    const [newest] = await listed(orderId, 'automatic')
    const messageId = newest?.id ?? 0
    const settle = (handled: boolean, id = messageId, of = orderId) =>
      team.call(handleMessages, { body: { orderId: of, messageId: id, handled } })
    const twice = await Promise.all([settle(true), settle(true)])
    expect(twice.map(({ http }) => http)).toEqual([200, 200])
    expect((await listed(orderId, 'automatic')).map(({ id }) => id)).not.toContain(messageId)
    expect(await counts()).toBe(before - 1)
    const order = await team.order(orderId)
    expect(order.events.filter(({ action }) => action === 'replies handled')).toHaveLength(1)
    expect(order.messages.find(({ id }) => id === messageId)?.handled_by).not.toBeNull()
    expect((await settle(false)).body.message).toBe('The mail is open again.')
    expect(await counts()).toBe(before)
    expect((await settle(true, messageId, await createOrder())).http).toBe(404)
    await deliver(orderId, person, 'Hello.', { from: customer })
    const [reply] = await listed(orderId, 'replies')
    expect((await settle(true, reply?.id)).http).toBe(404)
  })

  test('an automatic mail of a restricted order is listed to Admins only', async () => {
    const orderId = await createOrder()
    await deliver(orderId, { ...person, 'Auto-Submitted': 'auto-replied' }, 'I am away.', { from: customer })
    await app.owner
      .updateTable('orders')
      .set({ restricted_at: new Date() })
      .where('order_id', '=', orderId)
      .execute()
    expect(await listed(orderId, 'automatic')).toEqual([])
    const { body } = await app
      .as('Admin')
      .call(listOpenMessages, { query: { limit: 500, list: 'automatic' } })
    expect(body.data.map(({ order_id: id }) => id)).toContain(orderId)
  })
})
