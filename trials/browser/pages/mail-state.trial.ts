import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { uploadDocument } from '#contract/documents.ts'
import { sealContent } from '#server/platform/mail/mail-content.ts'
import { aPdf, asFile } from '../../../test/support/document-fixtures.ts'
import { expectAccessibleInTrial } from '../../../test/browser/axe.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'
import type { TestServer } from '../../../test/browser/support/test-server.ts'
import { historyPanel } from '../../../test/browser/support/histories.ts'
import { heldToast, toast } from '../../../test/browser/support/toasts.ts'

const orderUrl = (orderId: number) => `/admin/view-order/${encodeOrderId(orderId)}`
const history = (page: Page) => historyPanel(page, 'Email History').getByRole('listitem')
const lastMail = (page: Page) => page.getByRole('group', { name: 'Last mail' })

/** Every state with its label. */
const stateLabels = {
  queued: 'Queued',
  sending: 'Queued',
  sent: 'Sent',
  delivered: 'Delivered',
  bounced: 'Bounced',
  failed: 'Not sent',
  unknown: 'Unknown',
}
type State = keyof typeof stateLabels
const sizes = [
  { width: 1440, height: 900 },
  { width: 990, height: 900 },
  { width: 390, height: 844 },
]

/** Inserts a mail of the order in the state; a queued one is due in an hour. */
const insertMail = async (
  server: TestServer,
  orderId: number,
  state: State | 'cancelled',
  error: string | null = null,
) => {
  const content = { kind: 'invoice', subject: 'Invoice', props: {} }
  const { id, kind, sealed_subject, sealed_props } = sealContent(server.seal, randomUUID(), content)
  await server.query(
    `insert into mails (id, order_id, kind, recipient, sealed_subject, sealed_props, provider, state, created_at, not_before,
       state_at, error)
     select $1, $2, $3, 'buyer@example.com', $4, $5, 'AWS', $6, now(), now() + interval '1 hour', now(), $7`,
    [id, orderId, kind, sealed_subject, sealed_props, state, error],
  )
  return id
}

/** Creates an order whose approved mail bounced. */
async function createOrderWithBounce(
  server: TestServer,
  error = '550 5.1.1 No such user here',
): Promise<number> {
  const orderId = await server.takeIn({})
  await insertMail(server, orderId, 'bounced', error)
  return orderId
}

/** Mocks the server's response and counts the calls. */
async function mockResend(page: Page, answer: { status: number; message: string }, http = 200) {
  const sent: unknown[] = []
  await page.route('**/api/admin/resend-mail', async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ status: http, json: answer })
  })
  return sent
}

test.use({ role: 'Team' })

test('a row shows the state of its newest mail after a readable address', async ({ page, server }) => {
  const states = Object.keys(stateLabels) as State[]
  const orders = new Map<State, number>()
  for (const state of states) {
    const orderId = await server.takeIn({ arrival_email: 'a.rather.long.address@customer.example' })
    await insertMail(server, orderId, state === 'sent' ? 'bounced' : 'sent')
    await insertMail(server, orderId, state)
    await insertMail(server, orderId, 'cancelled')
    await server.move('Team', orderId, 'Awaiting')
    orders.set(state, orderId)
  }
  const without = await server.takeIn({})
  await server.move('Team', without, 'Awaiting')
  await page.goto('/admin/awaiting-response')
  const row = (orderId: number | undefined) => page.getByRole('row').filter({ hasText: String(orderId) })
  for (const [state, orderId] of orders) {
    await expect(row(orderId).getByText(stateLabels[state], { exact: true })).toBeVisible()
    const email = row(orderId).getByText('a.rather.long.address@customer.example')
    await expect(email).toHaveAttribute('title', 'a.rather.long.address@customer.example')
    expect((await email.boundingBox())?.width).toBeGreaterThan(120)
    expect((await row(orderId).boundingBox())?.height).toBe(36)
  }
  await expect(row(without)).not.toContainText(new RegExp(Object.values(stateLabels).join('|')))
  await expectAccessibleInTrial(page)

  await page.setViewportSize({ width: 390, height: 844 })
  const entry = (state: State) => page.getByRole('listitem').filter({ hasText: String(orders.get(state)) })
  for (const state of ['bounced', 'failed', 'unknown'] as const)
    await expect(entry(state).getByText(stateLabels[state], { exact: true })).toBeVisible()
  await expect(entry('delivered')).not.toContainText('Delivered')
})

test('an undelivered mail shows its error, and one click resends it through the other provider', async ({
  page,
  server,
}) => {
  const orderId = await createOrderWithBounce(server)
  const sent = await mockResend(page, { status: 1, message: 'Mail has been resent.' })
  await page.goto(`${orderUrl(orderId)}#email-history`)
  await expect(lastMail(page)).toContainText('Bounced')
  await expect(lastMail(page)).toContainText('No such user here')
  const entry = history(page).first()
  for (const text of ['Invoice', 'Bounced', 'AWS', 'buyer@example.com', '550 5.1.1 No such user here'])
    await expect(entry).toContainText(text)
  await expect(entry).toContainText(/since \d\d-\d\d-\d{4} \d\d:\d\d:\d\d/)
  await expectAccessibleInTrial(page)

  await entry.getByRole('button', { name: /^Resend by Sendgrid/ }).dblclick()
  await expect(toast(page, 'Mail has been resent.')).toBeVisible()
  await expect(entry.getByRole('button')).toHaveText('Resent')
  await expect(lastMail(page).getByRole('button', { name: /^Resen/ })).toHaveText('Resent')
  await lastMail(page)
    .getByRole('button', { name: /^Resen/ })
    .press('Enter')
  expect(sent).toEqual([
    {
      orderId,
      email: 'buyer@example.com',
      mailServiceProvider: 'Sendgrid',
      mailId: expect.stringMatching(/^[\da-f-]{36}$/),
    },
  ])
})

test('a bounced mail is corrected and resent in one dialog, by keyboard', async ({ page, server }) => {
  const email = 'typo@exmaple.com'
  const orderId = await server.takeIn({ email })
  await server.call('Team', uploadDocument, {
    body: { orderId, email },
    file: asFile(await aPdf(), 'approved.pdf'),
  })
  await server.query(`update mails set state = 'bounced', attempts = 1 where order_id = $1`, [orderId])
  await page.goto(orderUrl(orderId))
  await lastMail(page).getByRole('button', { name: 'Correct and resend' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Correct and resend' })
  await expect(dialog.getByLabel('E-mail')).toBeFocused()
  await expect(dialog.getByLabel('E-mail')).toHaveValue('typo@exmaple.com')
  await expectAccessibleInTrial(page)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('right@example.com')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'The mail is on its way again.')).toContainText('To right@example.com')
  await expect(dialog).toBeHidden()
  await expect(lastMail(page)).toContainText('right@example.com')
  const upload = page.getByRole('region', { name: 'Upload Document' })
  await expect(upload.getByLabel('E-mail')).toHaveValue('right@example.com')
})

test('mail problems are counted, corrected and resent by keys, and settled with Undo (product §12)', async ({
  page,
  server,
}) => {
  await server.query('update mails set settled_at = now()')
  const email = 'typo@exmaple.com'
  const orderId = await server.takeIn({ email, arrival_full_name: 'Bounced Person' })
  await server.call('Team', uploadDocument, {
    body: { orderId, email },
    file: asFile(await aPdf(), 'approved.pdf'),
  })
  await server.query(
    `update mails set state = 'bounced', attempts = 1, error = 'No such user' where order_id = $1`,
    [orderId],
  )
  const other = await server.takeIn({})
  await insertMail(server, other, 'unknown')
  await page.goto('/admin')
  const link = page.getByRole('link', { name: /^Mail problems/ })
  await expect(link).toContainText('2')
  await expect(page.getByRole('rowheader').first()).toBeVisible()

  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  await expectAccessibleInTrial(page)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const settled = await heldToast(page, 'The mail needs nothing more.')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await settled.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(2)

  await page.getByRole('grid').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Correct and resend' })
  await expect(dialog.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('right@example.com')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('rowheader')).toHaveText([String(other)])
  await expect(link).toContainText('1')
})

test('a refused resend shows the error and can be repeated', async ({ page, server }) => {
  const orderId = await createOrderWithBounce(server)
  const sent = await mockResend(page, { status: 0, message: 'There is no document to mail.' }, 409)
  await page.goto(orderUrl(orderId))
  const button = lastMail(page).getByRole('button', { name: /^Resend by Sendgrid/ })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('There is no document to mail.')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => sent.length).toBe(2)
})

test('Resend sends the mail again, and the page shows its new state', async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await page.goto(`${orderUrl(orderId)}#email-history`)
  await page
    .getByRole('region', { name: 'Upload Document' })
    .getByLabel('Document', { exact: true })
    .setInputFiles({ name: 'approved.pdf', mimeType: 'application/pdf', buffer: await aPdf() })
  await page.getByRole('button', { name: 'Upload and mail' }).click()
  await expect(lastMail(page)).toContainText('Sent')
  await history(page)
    .first()
    .getByRole('button', { name: /^Resend by Sendgrid/ })
    .click()
  await expect(history(page)).toHaveCount(2)
  await expect(history(page).first()).toContainText('Resent')
  await expect(history(page).first()).toContainText('Sendgrid')
  await expect(history(page).first()).toContainText('Sent')
  await expect.poll(async () => (await server.mails(orderId)).length).toBe(2)
})

test('a mail that was pending shows its new state, and the layout does not shift when it bounces', async ({
  page,
  server,
}) => {
  const orderId = await server.takeIn({})
  const mailId = await insertMail(server, orderId, 'queued')
  await page.goto(orderUrl(orderId))
  await expect(lastMail(page)).toContainText('Queued')
  await expect(lastMail(page).getByRole('button')).toHaveCount(0)
  const move = page.getByRole('button', { name: 'Move to Completed Orders' })
  const place = await move.boundingBox()
  await server.query(`update mails set state = 'unknown', state_at = now() where id = $1`, [mailId])
  await expect(lastMail(page)).toContainText('Unknown')
  await expect(lastMail(page).getByRole('button')).toBeVisible()
  expect(await move.boundingBox()).toEqual(place)
})

test('a mail reported as spam is marked, and a cancelled one cannot be resent (product §7)', async ({
  page,
  server,
}) => {
  const orderId = await server.takeIn({})
  const mailId = await insertMail(server, orderId, 'delivered')
  await server.query('update mails set complained_at = now() where id = $1', [mailId])
  await insertMail(server, orderId, 'cancelled')
  await page.goto(`${orderUrl(orderId)}#email-history`)
  await expect(history(page)).toHaveCount(2)
  const [cancelled, delivered] = [history(page).nth(0), history(page).nth(1)]
  await expect(delivered).toContainText('Marked as spam')
  await expect(delivered.getByRole('button', { name: /^Resend by/ })).toBeVisible()
  await expect(cancelled).toContainText('Cancelled')
  await expect(cancelled.getByRole('button')).toHaveCount(0)
  await expect(lastMail(page)).toContainText('Delivered')
})

test('only configured providers are offered, and a single one without a choice (product §5)', async ({
  page,
  server,
}) => {
  const orderId = await createOrderWithBounce(server)
  const upload = page.getByRole('region', { name: 'Upload Document' })
  const offer = (data: string[]) =>
    page.route('**/api/admin/mail-providers', (route) =>
      route.fulfill({ json: { status: 1, message: '', data } }),
    )
  await offer(['SMTP', 'AWS'])
  await page.goto(orderUrl(orderId))
  await expect(upload.getByRole('radio')).toHaveCount(2)
  await expect(upload.getByRole('radio', { name: 'SMTP' })).toBeChecked()
  await expect(lastMail(page).getByRole('button', { name: /^Resend/ })).toHaveText('Resend by SMTP')
  await page.unroute('**/api/admin/mail-providers')
  await offer(['SMTP'])
  await page.reload()
  await expect(upload).toContainText('By SMTP')
  await expect(upload.getByRole('radio')).toHaveCount(0)
  await expect(lastMail(page).getByRole('button', { name: /^Resend/ })).toHaveText('Resend')
})

test("the last mail's status fits the page on every screen size", async ({ page, server }) => {
  const orderId = await createOrderWithBounce(server, `550 ${'W'.repeat(400)}`)
  await page.goto(orderUrl(orderId))
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect(lastMail(page).getByRole('button', { name: /^Resend/ })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
    // At 1440 px the other tests read it.
    if (size.width < 1440) await expectAccessibleInTrial(page)
  }
})
