import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendInvoice } from '#contract/invoices.ts'
import { getOrder } from '#contract/order-details.ts'
import { roles } from '#contract/rules/roles.ts'
import * as usecases from '#server/invoices/send-invoice.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { MemberActor } from '#server/platform/work.ts'
import { createTestOrder } from '../support/orders.ts'
import { pdfTexts } from '../support/pdf.ts'
import { memberNames } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

let token: string
const start = Date.parse('2026-12-31T20:00:00Z')
let now = start

const app = useTestApp({ worker: true, clock: () => new Date(now) })
beforeAll(async () => {
  // A second server uses the same counter row.
})
const secondApp = useTestApp(() => ({ sharedWith: app, clock: () => new Date(now) }))
beforeAll(async () => {
  token = await app.signInAs('Team')
})

const createOrderWithAmount = (changes: Record<string, unknown> = {}) =>
  createTestOrder(app, { amount: '49.00', currency: 'USD', ...changes })
const sendInvoiceOf = (orderId: number | string, on = app) =>
  on.call(sendInvoice, { body: { orderId } }, { token })
const sendAndGetNumber = async (orderId: number, on = app) =>
  (await sendInvoiceOf(orderId, on)).body.data.invoice_number
const loadInvoiceNumbers = () =>
  app.platform.db.selectFrom('invoice_numbers').selectAll().orderBy('year').orderBy('number').execute()
const loadMails = (orderId: number) =>
  app.platform.db
    .selectFrom('mails')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('is_resend')
    .execute()

/** The parsed mails of an order once all are sent. */
async function sentMails(orderId: number) {
  await expect
    .poll(async () => (await loadMails(orderId)).map(({ state, error }) => error ?? state))
    .not.toContainEqual(expect.stringMatching(/queued|sending/))
  const mails = await loadMails(orderId)
  return Promise.all(
    mails.map(async (mail) => {
      const read = await simpleParser(await readFile(join(app.dataDir, 'outbox', `${mail.id}.eml`)))
      return { mail, read, pdf: read.attachments[0]?.content ?? Buffer.alloc(0) }
    }),
  )
}

describe('an invoice (product §10)', () => {
  test('is a numbered PDF, mailed to the order’s e-mail, with an event on the order (product §7)', async () => {
    const orderId = await createOrderWithAmount({
      email: 'siti@example.com',
      arrival_full_name: 'Siti Nurhaliza',
      amount: '1049.5',
      currency: 'IDR',
      transaction_id: 'pi_3QK8xT2eZvKY',
      billing_address: '12 Orchard Road\nSingapore 238832',
      card_brand: 'Visa',
      card_last4: '4242',
      paid_at: '2026-12-30T03:00:00Z',
    })
    const { http, body } = await sendInvoiceOf(String(orderId))
    expect(http).toBe(200)
    expect(body).toMatchObject({
      status: 1,
      message: 'Invoice 2026-000001 is kept here, not sent to siti@example.com.',
      data: { invoice_number: '2026-000001', email: 'siti@example.com' },
    })

    const [sent] = await sentMails(orderId)
    expect(sent?.mail).toMatchObject({ kind: 'invoice', state: 'kept', is_resend: false })
    expect(sent?.read.subject).toBe(`Your invoice 2026-000001 – order ${orderId}`)
    expect(sent?.read.text).toContain('Amount: IDR\u00A01,049.50')
    expect(sent?.read.attachments).toMatchObject([
      { filename: 'invoice-2026-000001.pdf', contentType: 'application/pdf' },
    ])
    const pages = await pdfTexts(sent?.pdf ?? Buffer.alloc(0))
    expect(pages).toHaveLength(1)
    for (const words of [
      'Invoice number 2026-000001',
      'Invoice date 31-12-2026',
      `Order ID ${orderId}`,
      'Payment reference pi_3QK8xT2eZvKY',
      'PT Pabean Contoh Digital Pabean Jl. Contoh No. 8, Jakarta 10110, Indonesia',
      'NPWP: 0012 3456 7890 1000',
      '12 Orchard Road Singapore 238832',
      'Paid on 29-12-2026 by Visa ending in 4242.',
      'siti@example.com',
      'Electronic customs declaration, arrival in Indonesia IDR 1,049.50',
      'Total IDR 1,049.50',
    ])
      expect(pages[0]).toContain(words)

    const details = await app.call(getOrder, { params: { orderId } }, { token })
    expect(details.body.orderDetails.events[0]).toMatchObject({
      by: memberNames.Team,
      action: 'invoice queued',
      details: { number: '2026-000001', to: 'siti@example.com' },
    })
    expect(details.body.orderDetails.mailHistory[0]).toMatchObject({ kind: 'invoice', remainder_mail: '' })
  })

  test('leaves out what was not captured', async () => {
    const orderId = await createOrderWithAmount()
    await sendInvoiceOf(orderId)
    const [sent] = await sentMails(orderId)
    expect((await pdfTexts(sent?.pdf ?? Buffer.alloc(0)))[0]).not.toMatch(/Paid|undefined/)
  })

  test.each([
    ['Nguyễn Thị Ánh Tuyết', 'Nguyễn Thị Ánh Tuyết'],
    ['王晓明', '王晓明'],
    ['김민수', '김민수'],
    ['=HYPERLINK("x") <b>', '=HYPERLINK("x") <b>'],
  ])('shows %s', async (arrival_full_name, shown) => {
    const orderId = await createOrderWithAmount({ arrival_full_name })
    await sendInvoiceOf(orderId)
    const [sent] = await sentMails(orderId)
    expect((await pdfTexts(sent?.pdf ?? Buffer.alloc(0)))[0]).toContain(shown)
  })

  test('keeps its number and content when sent again, even after the order changed', async () => {
    const orderId = await createOrderWithAmount({ email: 'first@example.com' })
    const number = await sendAndGetNumber(orderId)
    await app.platform.db
      .updateTable('orders')
      .set({ amount: null, full_name: 'Somebody Else', email: 'second@example.com' })
      .where('order_id', '=', orderId)
      .execute()
    now += 1000
    const { body } = await sendInvoiceOf(orderId)
    expect(body.message).toBe(`Invoice ${number} is kept here, not sent to second@example.com.`)
    const [first, second] = await sentMails(orderId)
    expect(second?.mail).toMatchObject({ recipient: 'second@example.com', is_resend: true })
    expect(first?.pdf.length).toBeGreaterThan(1000)
    expect(second?.pdf.equals(first?.pdf ?? Buffer.alloc(0))).toBe(true)
    const details = await app.call(getOrder, { params: { orderId } }, { token })
    expect(details.body.orderDetails.events[0]?.action).toBe('invoice queued again')
  })
})

describe('refusals', () => {
  test.each([
    ['', 400, 'Please enter your order id.'],
    ['   ', 400, 'Please enter your order id.'],
    ['12345', 400, 'Order Id must be at least 6 characters.'],
    ['abcdefg', 400, 'Order id is not valid.'],
    ['999999', 404, 'Order 999999 does not exist.'],
    ['Order #999,999.', 404, 'Order 999999 does not exist.'],
  ])('an order id of %j is refused: %s %s', async (orderId, http, message) => {
    expect(await sendInvoiceOf(orderId)).toMatchObject({ http, body: { status: 0, message } })
  })

  test.each([{}, { amount: '49.00' }, { currency: 'USD' }])(
    'an order with %j is refused without an invoice number or mail',
    async (changes) => {
      const orderId = await createTestOrder(app, changes)
      const before = await loadInvoiceNumbers()
      expect(await sendInvoiceOf(orderId)).toMatchObject({
        http: 400,
        body: { status: 0, message: 'Order has no amount.' },
      })
      expect(await loadInvoiceNumbers()).toEqual(before)
      expect(await loadMails(orderId)).toEqual([])
    },
  )

  test('every role may send an invoice, and a call without a session is refused', async () => {
    const orderId = await createOrderWithAmount()
    for (const role of roles) {
      const as = { token: await app.signInAs(role) }
      expect((await app.call(sendInvoice, { body: { orderId } }, as)).http, role).toBe(200)
    }
    expect((await app.call(sendInvoice, { body: { orderId } })).http).toBe(401)
  })
})

/** Checks that every year's numbers run from 1 without gaps; returns how many there are. */
const expectNoGaps = async () => {
  const rows = await loadInvoiceNumbers()
  for (const year of new Set(rows.map((row) => row.year))) {
    const numbers = rows.filter((row) => row.year === year).map((row) => row.number)
    expect(numbers, String(year)).toEqual(numbers.map((_, index) => index + 1))
  }
  return rows.length
}

describe('numbers', () => {
  test('of fifty concurrent orders over two servers have no gaps or duplicates', async () => {
    const before = await expectNoGaps()
    const orderIds = await Promise.all(Array.from({ length: 50 }, () => createOrderWithAmount()))
    const numbers = await Promise.all(
      orderIds.map((orderId, index) => sendAndGetNumber(orderId, index % 2 === 0 ? app : secondApp)),
    )
    expect(new Set(numbers).size).toBe(50)
    expect(await expectNoGaps()).toBe(before + 50)
  })

  test('of ten concurrent sends of one order are the same, with a mail for each', async () => {
    const before = await expectNoGaps()
    const orderId = await createOrderWithAmount()
    const numbers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => sendAndGetNumber(orderId, index % 2 === 0 ? app : secondApp)),
    )
    expect(new Set(numbers).size).toBe(1)
    expect(await expectNoGaps()).toBe(before + 1)
    const mails = await loadMails(orderId)
    expect(mails).toHaveLength(10)
    expect(mails.filter((mail) => !mail.is_resend)).toHaveLength(1)
  })

  test('are reused after a rollback', async () => {
    const [failing, next] = [await createOrderWithAmount(), await createOrderWithAmount()]
    const { id, name, email } = await app.addMember('Rolled Back', 'Team')
    const actor: MemberActor = {
      kind: 'member',
      id,
      name,
      email,
      role: 'Team',
      sessionId: '',
      tokenId: '',
      authenticatedAt: new Date(now),
      mustEnrol: false,
    }
    let lost = ''
    const failed = inTransaction(app.platform.db, async (tx) => {
      const work = { ...app.platform, tx, actor, now: new Date(now), ip: '', userAgent: '' }
      lost = (await usecases.sendInvoice(work, failing)).invoice_number
      throw new Error('the connection is lost')
    })
    await expect(failed).rejects.toThrow('the connection is lost')
    expect(await sendAndGetNumber(next)).toBe(lost)
    expect(await loadMails(failing)).toEqual([])
    await expectNoGaps()
  })

  test('restart with the year in EST', async () => {
    now = Date.parse('2027-01-01T04:59:59Z')
    expect(await sendAndGetNumber(await createOrderWithAmount())).toMatch(/^2026-/)
    now = Date.parse('2027-01-01T05:00:00Z')
    expect(await sendAndGetNumber(await createOrderWithAmount())).toBe('2027-000001')
    now = start
    expect(await sendAndGetNumber(await createOrderWithAmount())).toMatch(/^2026-/)
    await expectNoGaps()
  })
})
