import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import { sendInvoice } from '#contract/invoices.ts'
import {
  closeRequest,
  createRequest,
  eraseOrders,
  getRequest,
  planErasure,
  sendAccessLink,
} from '#contract/privacy.ts'
import type { RequestKind } from '#contract/rules/privacy.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { claimFetch, endFetch } from '#server/privacy/access-links.queries.ts'
import { runErasures } from '#server/privacy/erasures.ts'
import { mailedLinkPath } from '../support/access-links.ts'
import { createTestOrder } from '../support/orders.ts'
import { pdfTexts } from '../support/pdf.ts'
import { receiveReply } from '../support/replies.ts'
import { memberNames } from '../support/test-app.ts'
import { behindProxy, forwardedFor } from './visitor-requests.ts'
import { requestPage, visitorPage } from './visitor-page-requests.ts'
import { useTestApp } from '../support/use-test-app.ts'

let admin: { token: string }
let now = Date.parse('2026-11-21T03:00:00Z')
const dayMs = 24 * 60 * 60_000

const app = useTestApp({ clock: () => new Date(now), env: behindProxy, visitorPage })
beforeAll(async () => {
  admin = { token: await app.signInAs('Admin') }
})

/** Afterwards the sign-in is fresh again. */
async function advance(ms: number) {
  now += ms
  admin = { token: await app.signInWith('ayu.admin@pabean.example') }
}

let customers = 0
const newEmail = () => `customer${(customers += 1)}@links.example`

async function aRequest(email: string, kinds: RequestKind[] = ['access'], more: object = {}) {
  const body = { email, kinds, channel: 'e-mail' as const, ...more }
  return (await app.call(createRequest, { body }, admin)).body.data.id
}
const sendLink = (id: string, by = admin) => app.call(sendAccessLink, { params: { id }, body: {} }, by)
const linkOf = async (id: string) =>
  (await app.call(getRequest, { params: { id } }, admin)).body.data.access_link

/** A request with its link sent, and the path in the mail. */
async function aSentLink(email = newEmail()) {
  const orderId = await createTestOrder(app, { email })
  const id = await aRequest(email)
  expect((await sendLink(id)).http).toBe(200)
  return { id, email, orderId, path: await mailedLinkPath(app, email) }
}

interface Try {
  path: string
  email: string
  as?: string
  ip?: string
  headers?: Record<string, string>
}

const fetchFile = ({ path, email, as = 'JSON', ip = '203.0.113.1', headers = {} }: Try) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { ...forwardedFor(ip), ...headers },
    body: new URLSearchParams({ email, as }),
  })
const statusOf = async (tried: Try) => {
  const answer = await fetchFile(tried)
  await answer.arrayBuffer()
  return answer.status
}

interface File {
  made_by: string
  orders: { order_id: number; payment: object; messages: object[]; email: string; mails: object[] }[]
}
const fileOf = async (tried: Try) => (await (await fetchFile(tried)).json()) as File

const fetched = async (id: string) => {
  const link = await linkOf(id)
  return [link?.pdf_at !== null, link?.json_at !== null]
}

test('a customer fetches each file once, with the link and the e-mail; the link is then used up', async () => {
  const { id, email, orderId, path } = await aSentLink()
  const mail = await app.platform.db
    .selectFrom('mails')
    .select(['order_id', 'recipient'])
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()
  expect(mail).toEqual({ order_id: null, recipient: email })
  expect(await linkOf(id)).toMatchObject({
    sent_at: '2026-11-21T03:00:00Z',
    by: memberNames.Admin,
    until: '2026-12-05T03:00:00Z',
    is_over: false,
    mail_state: 'queued',
    opened_at: null,
  })
  const page = await requestPage(app, path)
  expect(page.http).toBe(200)
  expect(page.html).toContain('Download your data')
  expect(page.html).not.toContain(email)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.pageData().accessFile).toEqual({ until: '2026-12-04', fetched: { PDF: false, JSON: false } })

  const pdf = await fetchFile({ path, email: ` ${email.toUpperCase()}`, as: 'PDF' })
  expect(pdf.headers.get('content-disposition')).toMatch(/^attachment; filename="access-file-.*\.pdf"/)
  expect(pdf.headers.get('cache-control')).toBe('no-store')
  expect((await pdfTexts(Buffer.from(await pdf.arrayBuffer()))).join(' ')).toContain(`Order ${orderId}`)
  await expect.poll(() => fetched(id)).toEqual([true, false])
  expect((await linkOf(id))?.opened_at).toBe('2026-11-21T03:00:00Z')
  expect((await requestPage(app, path)).html).toContain('Downloaded already: PDF')
  expect(await statusOf({ path, email, as: 'PDF' })).toBe(409)

  const file = await fileOf({ path, email })
  expect(file.made_by).toBe(memberNames.Admin)
  expect(file.orders.map((order) => order.order_id)).toEqual([orderId])
  await expect.poll(() => fetched(id)).toEqual([true, true])
  expect(await linkOf(id)).toMatchObject({ is_over: true })
  const over = await requestPage(app, path)
  expect([over.http, over.pageData().accessFile]).toEqual([410, null])
  expect(over.html).toContain('Write to us, and we will send you a new one.')
  expect(await statusOf({ path, email })).toBe(410)

  const audit = (await app.call(listAuditEvents, { query: {} }, admin)).body.data
  const told = audit.filter(({ action }) => action.startsWith('access'))
  expect(told.map(({ action, by, details }) => [action, by, details])).toEqual([
    ['access file fetched', 'Customer', { requestId: id, as: 'JSON' }],
    ['access file fetched', 'Customer', { requestId: id, as: 'PDF' }],
    ['access link sent', memberNames.Admin, { requestId: id }],
  ])
})

test('a link expires after fourteen days, and once another is sent; the new link works', async () => {
  const { id, email, path } = await aSentLink()
  now += 1000
  expect((await sendLink(id)).http).toBe(200)
  const second = await mailedLinkPath(app, email)
  expect(second).not.toBe(path)
  expect(await statusOf({ path, email })).toBe(410)
  expect((await fileOf({ path: second, email })).orders).toHaveLength(1)
  await expect.poll(() => fetched(id)).toEqual([false, true])
  await advance(14 * dayMs - 1)
  expect((await requestPage(app, second)).http).toBe(200)
  now += 1
  expect((await requestPage(app, second)).http).toBe(410)
  expect(await statusOf({ path: second, email, as: 'PDF' })).toBe(410)
})

const beganAt = async (id: string) =>
  (
    await app.platform.db
      .selectFrom('access_links')
      .select('json_began_at')
      .where('request_id', '=', id)
      .executeTakeFirstOrThrow()
  ).json_began_at

test('a replaced link or a fetched file cannot be used again', async () => {
  const { id, email, path } = await aSentLink()
  const linksOf = () =>
    app.platform.db
      .selectFrom('access_links')
      .selectAll()
      .where('request_id', '=', id)
      .orderBy('sent_at')
      .execute()
  for (let sent = 1; sent < 3; sent += 1) {
    now += 1000
    await sendLink(id)
  }
  expect((await linksOf()).map(({ replaced_at }) => replaced_at && now - replaced_at.getTime())).toEqual([
    1000,
    0,
    null,
  ])
  const [first, , last] = await linksOf()
  if (!first || !last) throw new Error('three links were sent')
  const times = { now: new Date(now), since: new Date(now) }
  const { db } = app.platform
  expect(await inTransaction(db, (tx) => claimFetch(tx, first.token_hash, 'PDF', times))).toBe(false)
  expect(await statusOf({ path: await mailedLinkPath(app, email), email })).toBe(200)
  await expect.poll(() => fetched(id)).toEqual([false, true])
  await inTransaction(db, (tx) => endFetch(tx, last.token_hash, 'JSON', null))
  expect(await fetched(id)).toEqual([false, true])
  expect(path).not.toBe(await mailedLinkPath(app, email))
})

test('one of two concurrent downloads is answered; a download that broke off can be started again', async () => {
  const { id, email, path } = await aSentLink()
  const answers = await Promise.all([1, 2, 3, 4].map(() => statusOf({ path, email, as: 'PDF' })))
  expect(answers.toSorted()).toEqual([200, 409, 409, 409])
  await expect.poll(() => fetched(id)).toEqual([true, false])

  const db = app.owner
  const began = (at: number) =>
    db
      .updateTable('access_links')
      .set({ json_began_at: new Date(at) })
      .where('request_id', '=', id)
      .execute()
  await began(now - 9 * 60_000)
  expect(await statusOf({ path, email })).toBe(409)
  await began(now - 11 * 60_000)
  // Its customer goes away while it is made, which waits for the audit.
  const left = new AbortController()
  await db.transaction().execute(async (tx) => {
    await sql`lock table audit_events in exclusive mode`.execute(tx)
    const body = new URLSearchParams({ email, as: 'JSON' })
    const broken = fetch(app.url + path, { method: 'POST', body, signal: left.signal })
    await expect.poll(() => beganAt(id)).toEqual(new Date(now))
    left.abort()
    await expect(broken).rejects.toThrow()
  })
  await expect.poll(() => beganAt(id)).toBeNull()
  expect(await fetched(id)).toEqual([true, false])
  expect(await statusOf({ path, email })).toBe(200)
  await expect.poll(() => fetched(id)).toEqual([true, true])
})

test('a wrong e-mail opens nothing, and is limited by address and by link', async () => {
  const { id, email, path } = await aSentLink()
  const other = await aSentLink()
  const wrong = (more: Partial<Try> = {}) =>
    statusOf({ path, email: 'somebody@else.example', ip: '198.51.100.7', ...more })
  const refused = await requestPage(app, path, { form: { email: other.email, as: 'PDF' } })
  expect([refused.http, refused.html.includes('This is not the address that the link was sent to.')]).toEqual(
    [404, true],
  )
  expect(await statusOf({ path, email: '', as: 'PDF' })).toBe(400)
  expect(await statusOf({ path, email, as: 'XML' })).toBe(403)
  expect(await wrong({ headers: { origin: 'https://evil.example' } })).toBe(403)
  expect((await linkOf(id))?.opened_at).toBeNull()
  const answers: number[] = []
  for (let index = 0; index < 10; index += 1) answers.push(await wrong({ ip: `198.51.100.${index + 1}` }))
  expect(answers).toEqual([...Array.from({ length: 9 }, () => 404), 429])
  expect(await statusOf({ path, email })).toBe(429)
  for (let index = 0; index < 30; index += 1)
    expect(await wrong({ path: `/access-file/guess${index}`, ip: '192.0.2.9' })).toBe(410)
  expect(await statusOf({ path: other.path, email: other.email, ip: '192.0.2.9' })).toBe(429)
  expect(await statusOf({ path: other.path, email: other.email, ip: '192.0.2.10' })).toBe(200)
  await advance(16 * 60_000)
  expect(await statusOf({ path, email })).toBe(200)
})

test('the file contains only orders of the address, and of a buyer only the traveller’s fields', async () => {
  const email = newEmail()
  const buyer = newEmail()
  const own = await createTestOrder(app, { email })
  const stranger = await createTestOrder(app, { email: newEmail() })
  const bought = await createTestOrder(app, {
    email: buyer,
    arrival_email: email,
    amount: '49.00',
    currency: 'USD',
    card_last4: '4242',
  })
  await receiveReply(app, bought, { text: 'the buyer’s words' })
  await app.call(sendInvoice, { body: { orderId: bought } }, admin)
  const corrected = await createTestOrder(app, { email })
  // Recorded with an order of somebody else, as an Admin may.
  const id = await aRequest(email, ['access'], { orderId: stranger })
  expect((await app.call(getRequest, { params: { id } }, admin)).body.data.order_ids).toContain(stranger)
  expect((await sendLink(id)).http).toBe(200)
  await app.platform.db
    .updateTable('orders')
    .set({ email: 'nobody@links.example', traveller_email: 'nobody@links.example' })
    .where('order_id', '=', corrected)
    .execute()
  const file = await fileOf({ path: await mailedLinkPath(app, email), email })
  expect(file.orders.map(({ order_id: orderId }) => orderId)).toEqual([own, bought])
  expect(file.orders[1]).toMatchObject({ payment: {}, messages: [], mails: [], email: '', amount: null })
  const text = JSON.stringify(file)
  for (const others of [buyer, 'the buyer’s words', '4242', String(stranger), String(corrected)])
    expect(text).not.toContain(others)

  const elsewhere = await aRequest(newEmail(), ['access'], { orderId: stranger })
  const nothing = await sendLink(elsewhere)
  expect([nothing.http, nothing.body.message]).toEqual([
    409,
    'No order has this e-mail: there is nothing that could be sent to it.',
  ])
  const unasked = await sendLink(await aRequest(email, ['erasure']))
  expect([unasked.http, unasked.body.message]).toEqual([409, 'Access was not asked.'])
})

test('an erased order is in no file, and the link of an erased customer has expired', async () => {
  const { id, email, path, orderId } = await aSentLink()
  const other = await aSentLink()
  const erasure = await aRequest(email, ['erasure'])
  const { plan } = (await app.call(planErasure, { params: { id: erasure } }, admin)).body.data
  await app.call(eraseOrders, { params: { id: erasure }, body: { plan } }, admin)
  await runErasures(app.platform, Date.now() + 60_000)
  const file = await fileOf({ path, email })
  expect(file.orders).toEqual([])
  expect(JSON.stringify(file)).not.toContain(String(orderId))
  await app.platform.db.updateTable('mails').set({ state: 'sent' }).execute()
  await app.call(closeRequest, { params: { id }, body: {} }, admin)
  await runErasures(app.platform, Date.now() + 60_000)
  expect([(await linkOf(id))?.mail_state, (await linkOf(other.id))?.mail_state]).toEqual([null, 'sent'])
  expect(await statusOf({ path, email: '', as: 'PDF' })).toBe(410)
  expect(await statusOf({ path, email, as: 'PDF' })).toBe(410)
})

test('the page loads no translation script, which would read the link', async () => {
  const { path } = await aSentLink()
  const led = await requestPage(app, `${path}?translate=nl`)
  expect([led.http, led.headers.get('location')]).toEqual([303, path])
  expect((await requestPage(app, path, { language: 'de' })).html).toContain('Ihre Daten herunterladen')
})
