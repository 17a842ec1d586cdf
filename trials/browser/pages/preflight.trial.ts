import type { Page } from '@playwright/test'
import { uploadDocument } from '#contract/documents.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { aPdf } from '../../../test/support/document-fixtures.ts'
import { expectAccessibleInTrial } from '../../../test/browser/axe.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'

test.use({ role: 'Team' })

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toCheck = (page: Page) => section(page, 'To check')
const expiry = 'Passport expires within six months of arrival'
const emails = 'E-mail and its repetition differ'

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10)
const withTwoFindings = {
  arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
  arrival_doa: inDays(20),
  arrival_passport_expiry: inDays(120),
  arrival_email: 'tuyet.anh@example.com',
  arrival_confirm_email: 'other@example.com',
}

test('findings colour the facts, and e corrects the field (product §12)', async ({ page, server }) => {
  const orderId = await server.takeIn(withTwoFindings)
  await page.goto(viewOrderPath(orderId))
  await expect(toCheck(page).getByText(/^2 of \d+; the others pass$/)).toBeVisible()
  await expect(toCheck(page).getByRole('listitem').first()).toContainText(`Stop: ${expiry}`)
  await expect(toCheck(page).getByRole('button', { name: /^Ask the customer: / })).toHaveCount(2)
  await expect(page.locator('[data-tone=red]')).toHaveCount(1)
  await expectAccessibleInTrial(page)
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Correct Arrival' })
  const field = dialog.getByLabel('Passport expiry')
  await expect(field).toBeFocused()
  await field.fill('01-02-2034')
  await dialog.getByLabel('Reason').fill('Misread year')
  await dialog.getByLabel('Reason').press('Enter')
  await expect(toCheck(page).getByRole('listitem')).toHaveCount(1)
  await expect(toCheck(page)).toContainText(emails)
})

test('an upload to an order with a blocking finding asks once', async ({ page, server }) => {
  const orderId = await server.takeIn(withTwoFindings)
  await page.goto(viewOrderPath(orderId))
  const file = { name: 'approved.pdf', mimeType: 'application/pdf', buffer: await aPdf() }
  await section(page, 'Upload Document').getByLabel('Document', { exact: true }).setInputFiles(file)
  const upload = page.getByRole('button', { name: 'Upload and mail' })
  await upload.click()
  const question = page.getByRole('dialog', { name: expiry })
  await question.getByRole('button', { name: 'Back' }).click()
  await expect(question).toBeHidden()
  await upload.click()
  const sent = page.waitForResponse((response) => response.url().endsWith(uploadDocument.path))
  await question.getByRole('button', { name: 'Upload all the same' }).click()
  expect((await sent).status()).toBe(200)
  await expect(page.getByRole('status').filter({ hasText: /mail/i }).first()).toBeVisible()
})
