import type { Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { uploadDocument } from '#contract/documents.ts'
import { aPdf, asFile } from '../../../test/support/document-fixtures.ts'
import { expectAccessibleInTrial } from '../../../test/browser/axe.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'
import { heldToast, toast } from '../../../test/browser/support/toasts.ts'

const orderUrl = (orderId: number) => `/admin/view-order/${encodeOrderId(orderId)}`
const lastMail = (page: Page) => page.getByRole('group', { name: 'Last mail' })

test.use({ role: 'Team' })

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
  await expect(toast(page, 'The mail is kept here again, not sent.')).toContainText('To right@example.com')
  await expect(dialog).toBeHidden()
  await expect(lastMail(page)).toContainText('right@example.com')
  const upload = page.getByRole('region', { name: 'Upload Document' })
  await expect(upload.getByLabel('E-mail')).toHaveValue('right@example.com')
})

test('mail problems are corrected, resent and settled by keys (product §12)', async ({ page, server }) => {
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
  await server.query(
    `insert into mails (order_id, kind, recipient, subject, props, provider, state, created_at, not_before, state_at)
     select $1, 'invoice', 'buyer@example.com', 'Invoice', '{}', 'AWS', 'unknown', now(), now(), now()`,
    [other],
  )
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
