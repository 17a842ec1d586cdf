import { loadOrderMails } from '../support/mail/opened.ts'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/documents.ts'
import * as moves from '#contract/moves.ts'
import { sendInvoice } from '#contract/invoices.ts'
import type { MailProvider } from '#contract/messages.ts'
import { getOrder } from '#contract/order-details.ts'
import type { MailState } from '#server/platform/db/tables.ts'
import { createTestOrder } from '../support/orders.ts'
import { another, aPdf, asFile } from '../support/document-fixtures.ts'
import { useTestApp } from '../support/use-test-app.ts'

let token: string
let pdf: Buffer
let now = new Date('2026-11-21T08:00:00Z')
const email = 'buyer@example.com'
const providerSettings = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  SMTP_URL: 'smtp://127.0.0.1:9',
}

beforeAll(async () => {
  // Without a worker nothing is sent; the tests set the states.
})
const app = useTestApp({ clock: () => now, env: { ...providerSettings, MAIL_DEFAULT: 'SMTP' } })
beforeAll(async () => {
  token = await app.signInAs('Team')
  pdf = await aPdf()
})

const advanceClock = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const loadMails = (orderId: number) => loadOrderMails(app, orderId)
const setState = (id: string, state: MailState) =>
  app.platform.db.updateTable('mails').set({ state }).where('id', '=', id).execute()

const upload = (orderId: number, mailServiceProvider?: MailProvider) =>
  app.call(
    contract.uploadDocument,
    { body: { orderId, email, mailServiceProvider }, file: asFile(another(pdf), 'approved.pdf') },
    { token },
  )
const resend = (orderId: number, more: { mailId?: string; mailServiceProvider?: MailProvider } = {}) =>
  app.call(contract.resendMail, { body: { orderId, email, ...more } }, { token })

/** Creates an order with an invoice mail in the given state. */
async function createInvoicedOrder(state: MailState) {
  const orderId = await createTestOrder(app, { amount: '150.00', currency: 'USD', email })
  await app.call(sendInvoice, { body: { orderId } }, { token })
  const [mail] = await loadMails(orderId)
  if (!mail) throw new Error('no mail')
  await setState(mail.id, state)
  advanceClock(1000)
  return { orderId, mail }
}

test('the configured providers can be chosen, the default first', async () => {
  const { body } = await app.call(contract.configuredProviders, undefined, { token })
  expect(body.data).toEqual(['SMTP', 'AWS'])
})

test('a provider that is not configured is refused by name, and nothing is stored (product §5)', async () => {
  const orderId = await createTestOrder(app)
  await upload(orderId)
  const before = await loadMails(orderId)
  const answers = [
    await upload(orderId, 'Sendgrid'),
    await resend(orderId, { mailServiceProvider: 'Sendgrid' }),
  ]
  const message = 'Sendgrid is not configured. Please choose SMTP or AWS.'
  expect(answers.map(({ http, body }) => [http, body.message])).toEqual([
    [400, message],
    [400, message],
  ])
  expect(await loadMails(orderId)).toEqual(before)
})

test('automatic mails and uploads use the default provider unless one is chosen', async () => {
  const { mail } = await createInvoicedOrder('sent')
  expect(mail.provider).toBe('SMTP')
  const orderId = await createTestOrder(app)
  await upload(orderId)
  await upload(orderId, 'AWS')
  const { body } = await app.call(getOrder, { params: { orderId } }, { token })
  expect(body.orderDetails.uploadDoc.map((one) => one.mail_service_provider)).toEqual(['AWS', 'SMTP'])
})

test.each<MailState>(['sent', 'delivered', 'bounced', 'failed', 'unknown'])(
  'a %s mail is resent unchanged through another provider',
  async (state) => {
    const { orderId, mail } = await createInvoicedOrder(state)
    expect((await resend(orderId, { mailId: mail.id })).http).toBe(200)
    const [again, ...rest] = await loadMails(orderId)
    expect(rest).toHaveLength(1)
    expect(again).toMatchObject({
      kind: 'invoice',
      subject: mail.subject,
      props: mail.props,
      recipient: email,
      provider: 'AWS',
      state: 'queued',
      is_resend: true,
      resend_of: mail.id,
    })
    const { body } = await app.call(getOrder, { params: { orderId } }, { token })
    expect(body.orderDetails.mailHistory[0]).toMatchObject({ remainder_mail: 'Y', kind: 'invoice' })
    expect(body.orderDetails.events[0]).toMatchObject({
      action: 'mail queued again',
      details: { kind: 'invoice', to: email, provider: 'AWS' },
    })
  },
)

test('a resend waits ten seconds for its undo, which comes too late once the mail is sent', async () => {
  const { orderId, mail } = await createInvoicedOrder('bounced')
  const takeBack = (undo: string | null) => app.call(moves.undo, { body: { undo: undo ?? '' } }, { token })
  const first = (await resend(orderId, { mailId: mail.id })).body.data.undo
  expect((await loadMails(orderId))[0]).toMatchObject({
    state: 'queued',
    not_before: new Date(now.getTime() + 10_000),
  })
  expect((await takeBack(first)).body).toMatchObject({ message: 'Undone.', data: { updated: [orderId] } })
  expect((await loadMails(orderId))[0]).toMatchObject({ resend_of: mail.id, state: 'cancelled' })

  advanceClock(10_001)
  const second = (await resend(orderId, { mailId: mail.id })).body.data.undo
  await setState((await loadMails(orderId))[0]?.id ?? '', 'sent')
  const late = await takeBack(second)
  expect([late.http, late.body.message]).toEqual([409, `Order ${orderId} was mailed already.`])
  expect((await loadMails(orderId))[0]).toMatchObject({ state: 'sent', taken_back_at: null })
})

test('the provider of a resend can be chosen', async () => {
  const { orderId, mail } = await createInvoicedOrder('bounced')
  await resend(orderId, { mailId: mail.id, mailServiceProvider: 'SMTP' })
  expect((await loadMails(orderId))[0]).toMatchObject({ provider: 'SMTP', resend_of: mail.id })
})

test.each<[MailState, string]>([
  ['queued', 'This mail is still on its way.'],
  ['sending', 'This mail is still on its way.'],
  ['cancelled', 'This mail was cancelled.'],
])('resending a %s mail is refused', async (state, message) => {
  const { orderId, mail } = await createInvoicedOrder(state)
  const { http, body } = await resend(orderId, { mailId: mail.id })
  expect([http, body.message]).toEqual([409, message])
  expect(await loadMails(orderId)).toHaveLength(1)
})

test('resending a mail of another order answers 404', async () => {
  const { mail } = await createInvoicedOrder('sent')
  const other = await createTestOrder(app)
  for (const mailId of [mail.id, randomUUID()]) expect((await resend(other, { mailId })).http).toBe(404)
  expect((await resend(other, { mailId: 'no id' })).http).toBe(400)
  expect(await loadMails(other)).toEqual([])
})

test('resending the mail of a withdrawn document is refused', async () => {
  const orderId = await createTestOrder(app)
  const { file1 } = (await upload(orderId)).body.data
  const [mail] = await loadMails(orderId)
  await setState(mail?.id ?? '', 'sent')
  await app.call(contract.withdrawDocument, { body: { orderId, file1, reason: 'wrong person' } }, { token })
  expect((await resend(orderId, { mailId: mail?.id ?? '' })).http).toBe(409)
})

test('a bounced mail is corrected and resent in one call: the order and the words of the mail have the new address', async () => {
  const orderId = await createTestOrder(app, { email: 'typo@exmaple.com' })
  await upload(orderId)
  const [mail] = await loadMails(orderId)
  const mailId = mail?.id ?? ''
  await setState(mailId, 'bounced')
  const correctAndResend = (address: string) =>
    app.call(
      contract.resendMail,
      { body: { orderId, email: address, mailId, correctEmail: true } },
      { token },
    )
  const invalid = await correctAndResend('no address')
  expect([invalid.http, invalid.body.errors]).toEqual([400, { email: 'Invalid email address' }])
  expect((await correctAndResend('right@example.com')).http).toBe(200)
  const { orderDetails } = (await app.call(getOrder, { params: { orderId } }, { token })).body
  expect(orderDetails.email).toBe('right@example.com')
  expect(orderDetails.events.slice(0, 2).map(({ action }) => action)).toEqual([
    'mail queued again',
    'corrected',
  ])
  const [resent] = await loadMails(orderId)
  expect(resent).toMatchObject({ recipient: 'right@example.com', resend_of: mailId })
  expect(resent?.props).toMatchObject({ username: 'right@example.com' })

  await setState(resent?.id ?? '', 'bounced')
  advanceClock(10_001)
  expect((await correctAndResend('right@example.com')).http).toBe(200)
  const again = (await app.call(getOrder, { params: { orderId } }, { token })).body.orderDetails
  expect(again.events.filter(({ action }) => action === 'corrected')).toHaveLength(1)
})

test('without a mail id the newest document is sent as a reminder', async () => {
  const orderId = await createTestOrder(app)
  await upload(orderId)
  const [first] = await loadMails(orderId)
  expect((await resend(orderId)).http).toBe(200)
  expect((await loadMails(orderId))[0]).toMatchObject({
    kind: 'reminder',
    is_resend: true,
    resend_of: first?.id,
    document_id: first?.document_id,
  })
  // The first mail itself is a different one.
  await setState(first?.id ?? '', 'bounced')
  expect((await resend(orderId, { mailId: first?.id ?? '' })).http).toBe(200)
})

test('a repeated resend within ten seconds sends one mail, a later one another', async () => {
  const { orderId, mail } = await createInvoicedOrder('bounced')
  const press = () => resend(orderId, { mailId: mail.id })
  const answers = await Promise.all([press(), press(), press()])
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409, 409])
  expect(answers.find(({ http }) => http === 409)?.body.message).toBe('This mail has just been resent.')
  expect(await loadMails(orderId)).toHaveLength(2)
  // A different recipient makes it a different mail.
  const friend = { body: { orderId, email: 'friend@example.com', mailId: mail.id } }
  expect((await app.call(contract.resendMail, friend, { token })).http).toBe(200)
  const [newest] = await loadMails(orderId)
  await setState(newest?.id ?? '', 'bounced')
  expect((await resend(orderId, { mailId: newest?.id ?? '' })).http).toBe(200)
  advanceClock(10_001)
  expect((await press()).http).toBe(200)
  expect(await loadMails(orderId)).toHaveLength(5)
})
