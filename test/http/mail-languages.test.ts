import { loadOrderMails } from '../support/mail/opened.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { beforeAll, expect, test } from 'vitest'
import { readOutboxMail } from '#contract/outbox.ts'
import { emailContent, resendMail, uploadDocument } from '#contract/documents.ts'
import { sendInvoice } from '#contract/invoices.ts'
import { moveOrders } from '#contract/moves.ts'
import { refundOrders } from '#contract/refunds.ts'
import { createTestOrder } from '../support/orders.ts'
import { another, aPdf, asFile } from '../support/document-fixtures.ts'
import { letMailsLeave } from '../support/mail/leave-now.ts'
import { useTestApp } from '../support/use-test-app.ts'

let pdf: Buffer

const app = useTestApp({ worker: true })
const manager = app.as('Manager')
beforeAll(async () => {
  pdf = await aPdf()
})

/** Creates an order in the language and sends every customer mail that staff can send. */
async function createOrderWithAllMails(language: string | undefined): Promise<number> {
  const orderId = await createTestOrder(app, { language, amount: '1049.50', currency: 'USD' })
  const email = 'buyer@example.com'
  const steps = [
    () => manager.call(uploadDocument, { body: { orderId, email }, file: asFile(another(pdf), 'a.pdf') }),
    () => manager.call(resendMail, { body: { orderId, email } }),
    () => manager.call(sendInvoice, { body: { orderId: String(orderId) } }),
    () => manager.call(moveOrders, { body: { orderId: [orderId], updatingStatus: 'Refunds' } }),
    () => manager.call(refundOrders, { body: { orderId: [orderId] } }),
  ]
  for (const step of steps) {
    const { http, body } = await step()
    if (http !== 200) throw new Error(body.message)
  }
  return orderId
}

const loadMails = (orderId: number) => loadOrderMails(app, orderId)
const loadSubjects = async (orderId: number) =>
  Object.fromEntries((await loadMails(orderId)).map(({ kind, subject }) => [kind, subject]))

test.each([
  [
    'German',
    (id: number) => ({
      approved: `Ihre Zollerklärung für die Einreise ist genehmigt – Bestellung ${id}`,
      reminder: `Ihre Zollerklärung für die Einreise liegt weiterhin für Sie bereit – Bestellung ${id}`,
      invoice: expect.stringMatching(`^Ihre Rechnung \\d{4}-\\d{6} – Bestellung ${id}$`),
      refund: `Ihre Bestellung ${id} wurde erstattet`,
    }),
  ],
  [
    'zh_CN',
    (id: number) => ({
      approved: `您的入境海关申报已获批准 – 订单 ${id}`,
      reminder: `您的入境海关申报文件仍可下载 – 订单 ${id}`,
      invoice: expect.stringMatching(`^您的账单 \\d{4}-\\d{6} – 订单 ${id}$`),
      refund: `您的订单 ${id} 已退款`,
    }),
  ],
  ...[undefined, 'Klingon'].map(
    (language) =>
      [
        language,
        (id: number) => ({
          approved: `Your arrival customs declaration is approved – order ${id}`,
          reminder: `Your arrival customs declaration is still here for you – order ${id}`,
          invoice: expect.stringMatching(`^Your invoice \\d{4}-\\d{6} – order ${id}$`),
          refund: `Your order ${id} has been refunded`,
        }),
      ] as const,
  ),
] as const)('an order in %s has all its mails in one language', async (language, subjects) => {
  const orderId = await createOrderWithAllMails(language)
  expect(await loadSubjects(orderId)).toEqual(subjects(orderId))
})

test('an Arabic mail is sent as previewed, from right to left', async () => {
  const orderId = await createOrderWithAllMails('Arabic')
  await letMailsLeave(app.platform.db, orderId)
  const approved = async () => (await loadMails(orderId)).find(({ kind }) => kind === 'approved')
  await expect.poll(async () => (await approved())?.state).toBe('kept')
  const raw = await readFile(join(app.dataDir, 'outbox', `${(await approved())?.id}.eml`))
  const read = await simpleParser(raw)
  const { body } = await manager.call(emailContent, { params: { orderId } })
  // The link of a mail to another address than the order's has no e-mail.
  const withoutEmail = (text: string) => text.replaceAll(/#e=[^"\s]*/g, '')
  expect(body.data.subject).toBe(read.subject)
  expect(withoutEmail(body.data.html)).toBe(read.html)
  expect(withoutEmail(body.data.text)).toBe(read.text?.trimEnd())
  expect(read.subject).toBe(`تمت الموافقة على إقرارك الجمركي للوصول – الطلب ${orderId}`)
  expect(String(read.html)).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/)
  expect(read.text).toContain(`رقم الطلب: ${orderId}`)
})

test('a mail queued without a language is sent in English', async () => {
  const orderId = await createOrderWithAllMails('Arabic')
  const { id } = (await loadMails(orderId)).find(({ kind }) => kind === 'approved') ?? { id: '' }
  const props = { orderId, customerName: 'Siti', username: 's@example.com', landingDomain: 'a.example' }
  await app.platform.db
    .updateTable('mails')
    .set({ sealed_props: app.platform.seal.seal('mails.sealed_props', id, props) })
    .where('id', '=', id)
    .execute()
  const admin = await app.signInAs('Admin')
  const { body } = await app.call(readOutboxMail, { params: { mailId: id } }, { token: admin })
  expect(body.data.text).toContain('Dear Siti,')
})
