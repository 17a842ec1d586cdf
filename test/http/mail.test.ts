import { loadOrderMails } from '../support/mail/opened.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser, type AddressObject } from 'mailparser'
import { beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/documents.ts'
import * as outbox from '#contract/outbox.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { createTestOrder } from '../support/orders.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { letMailsLeave } from '../support/mail/leave-now.ts'
import { useTestApp } from '../support/use-test-app.ts'

let token: string
let pdf: Buffer

const app = useTestApp({ worker: true })
// A second server works on the same queue.
useTestApp(() => ({ worker: true, sharedWith: app }))
beforeAll(async () => {
  token = await app.signInAs('Team')
  pdf = await aPdf()
})

const loadMails = (orderId: number) => loadOrderMails(app, orderId)

async function upload(orderId: number, email = 'buyer@example.com') {
  const body = { orderId, email }
  const answer = await app.call(
    contract.uploadDocument,
    { body, file: asFile(pdf, 'approved.pdf') },
    { token },
  )
  if (answer.http !== 200) throw new Error(answer.body.message)
}

/** The mails of the order once all are sent. */
async function awaitSentMails(orderId: number) {
  await letMailsLeave(app.platform.db, orderId)
  await expect
    .poll(async () => (await loadMails(orderId)).map(({ state }) => state))
    .not.toContainEqual(expect.stringMatching(/queued|sending/))
  return loadMails(orderId)
}

const readEml = (mailId: string) => readFile(join(app.dataDir, 'outbox', `${mailId}.eml`))
const addresses = (field: AddressObject | AddressObject[] | undefined) =>
  [field ?? []].flat().flatMap(({ value }) => value)

async function uploadAndRead(changes: Record<string, unknown>, email?: string) {
  const orderId = await createTestOrder(app, changes)
  await upload(orderId, email)
  const [mail] = await awaitSentMails(orderId)
  if (!mail) throw new Error('no mail')
  const raw = await readEml(mail.id)
  return { orderId, mail, raw: raw.toString('latin1'), read: await simpleParser(raw) }
}

test('the approved mail contains the name, the order id and the download link (spec §2)', async () => {
  const { orderId, mail, read, raw } = await uploadAndRead(
    { arrival_full_name: 'Siti Nurhaliza', email: 'siti@example.com' },
    'siti@example.com',
  )
  expect(mail).toMatchObject({ state: 'kept', attempts: 1, error: null, provider: 'AWS' })
  expect([mail.provider_message_id, mail.sent_at]).toEqual([null, null])

  const address = `${orderId}@mail.pabean.example`
  expect(addresses(read.from)).toMatchObject([{ address, name: 'Pabean' }])
  expect(addresses(read.replyTo)).toMatchObject([{ address }])
  expect(addresses(read.to)).toMatchObject([{ address: 'siti@example.com' }])
  expect(read.subject).toBe(`Your arrival customs declaration is approved – order ${orderId}`)
  expect(read.messageId).toBe(`<${mail.id}@mail.pabean.example>`)
  expect(read.headers.get('auto-submitted')).toBe('auto-generated')
  expect(read.attachments).toEqual([])
  expect(raw).not.toMatch(/[^\r]\n/)

  const page = `${app.platform.config.publicUrl}/track-order/${encodeOrderId(orderId)}`
  const link = `${page}#e=siti%40example.com`
  const html = String(read.html)
  expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr">/)
  expect(html).toMatch(new RegExp(`<a href="${link}"[^>]*>Click Here</a>`))
  for (const part of [html, read.text ?? '']) {
    expect(part).toContain('Siti Nurhaliza')
    expect(part).toContain('siti@example.com')
    expect(part).toContain(String(orderId))
    expect(part).toContain(link)
    expect(part).toContain('help@pabean.example')
    for (const label of ['Terms', 'Privacy', 'Contact', 'Refund']) expect(part).toContain(label)
  }
  // The mail loads no remote content.
  expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/i)
})

test('the preview equals the sent mail (product §7)', async () => {
  const order = { landing_domain: 'departure.pabean.example', email: 'owner@example.com' }
  const { orderId, mail, read } = await uploadAndRead(order, 'owner@example.com')
  const { body } = await app.call(contract.emailContent, { params: { orderId } }, { token })
  expect(body.data).toMatchObject({
    from: `Pabean <${orderId}@mail.pabean.example>`,
    to: 'owner@example.com',
    subject: `Your departure customs declaration is approved – order ${orderId}`,
    html: read.html,
  })
  expect(read.text?.trimEnd()).toBe(body.data.text)
  expect(mail.subject).toBe(body.data.subject)
  const unknown = await app.call(contract.emailContent, { params: { orderId: 999999 } }, { token })
  expect(unknown.http).toBe(404)
})

test.each([
  ['markup', '<img src=x onerror=alert(1)> & "Co"', '<img src=x onerror=alert(1)> & "Co"'],
  ['a header', 'Siti\r\nBcc: all@example.com', 'Siti Bcc: all@example.com'],
  ['an override', 'Siti \u202Egnp.exe\u202C', 'Siti gnp.exe'],
  ['NUL', 'Si\0ti', 'Si\uFFFDti'],
  ['Arabic', 'نور الهدى', 'نور الهدى'],
  ['Chinese', '王小明', '王小明'],
])('a name with %s is escaped in the mail', async (_, arrival_full_name, shown) => {
  const { read } = await uploadAndRead({ arrival_full_name })
  expect(read.text).toContain(`Dear ${shown},`)
  const escaped = shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  expect(read.html).toContain(`<bdi>${escaped.replaceAll('"', '&quot;')}</bdi>`)
  expect(addresses(read.bcc)).toEqual([])
  expect(addresses(read.to)).toHaveLength(1)
})

test('two workers send each mail once', async () => {
  const orderIds = await Promise.all(Array.from({ length: 12 }, () => createTestOrder(app)))
  await Promise.all(orderIds.map((orderId) => upload(orderId)))
  const mails = (await Promise.all(orderIds.map(awaitSentMails))).flat()
  expect(mails.map(({ state, attempts }) => [state, attempts])).toEqual(mails.map(() => ['kept', 1]))
  expect(mails).toHaveLength(orderIds.length)
  const files = await readdir(join(app.dataDir, 'outbox'))
  for (const { id } of mails) expect(files.filter((name) => name.startsWith(id))).toEqual([`${id}.eml`])
})

test('a mail stored in an unknown form is refused by the outbox, and fails when resent', async () => {
  const { orderId, mail } = await uploadAndRead({})
  const { db } = app.platform
  await db
    .updateTable('mails')
    .set({
      kind: 'answer',
      sealed_props: app.platform.seal.seal('mails.sealed_props', mail.id, { orderId: 1 }),
    })
    .where('id', '=', mail.id)
    .execute()
  const admin = await app.signInAs('Admin')
  const shown = await app.call(outbox.readOutboxMail, { params: { mailId: mail.id } }, { token: admin })
  expect(shown.http).toBe(409)
  expect(shown.body.message).toMatch(/^What was kept for this mail does not fit/)

  const body = { orderId, email: 'buyer@example.com', mailId: mail.id }
  expect((await app.call(contract.resendMail, { body }, { token })).http).toBe(200)
  const again = (await awaitSentMails(orderId)).find(({ resend_of }) => resend_of === mail.id)
  expect(again).toMatchObject({ state: 'failed', subject: mail.subject })
  expect(again?.error).toMatch(/^What was kept for this mail does not fit/)
})

test("a mail to an address that is not the order's fills in no e-mail (product §6)", async () => {
  const { orderId, read } = await uploadAndRead({ email: 'owner@example.com' }, 'agent@example.com')
  for (const part of [String(read.html), read.text ?? '']) {
    expect(part).toContain(`/track-order/${encodeOrderId(orderId)}`)
    expect(part).not.toContain('#e=')
  }
})

test('only Admins may see the outbox (product §4)', async () => {
  const { orderId, mail, read } = await uploadAndRead({
    arrival_full_name: 'See https://desk.example/reset-password/s3cret-t0ken?x=1',
  })
  const admin = await app.signInAs('Admin')
  const list = await app.call(outbox.listOutbox, { query: { limit: 1 } }, { token: admin })
  expect(list.body.data).toMatchObject([
    { id: mail.id, order_id: orderId, kind: 'approved', to: 'buyer@example.com', state: 'kept' },
  ])
  expect(list.body.count).toBeGreaterThan(1)
  const next = await app.call(outbox.listOutbox, { query: { limit: 1, page: 2 } }, { token: admin })
  expect(next.body.data[0]?.id).not.toBe(mail.id)

  const one = await app.call(outbox.readOutboxMail, { params: { mailId: mail.id } }, { token: admin })
  expect(one.body.data).toMatchObject({ to: 'buyer@example.com', subject: mail.subject })
  // An order's link is not masked, a password reset link is.
  expect(one.body.data.html).toContain(`/track-order/${encodeOrderId(orderId)}`)
  expect(read.html).toContain('s3cret-t0ken')
  for (const part of [one.body.data.html, one.body.data.text]) {
    expect(part).toContain('/reset-password/••••••')
    expect(part).not.toContain('s3cret')
  }

  const absent = { mailId: '00000000-0000-4000-8000-000000000000' }
  expect((await app.call(outbox.readOutboxMail, { params: absent }, { token: admin })).http).toBe(404)
  for (const role of ['Manager', 'Team', 'Telecaller', 'Night Staff'] as const) {
    const other = { token: await app.signInAs(role) }
    expect((await app.call(outbox.listOutbox, {}, other)).http).toBe(403)
    expect((await app.call(outbox.readOutboxMail, { params: { mailId: mail.id } }, other)).http).toBe(403)
  }
  expect((await app.call(outbox.listOutbox)).http).toBe(401)
})
