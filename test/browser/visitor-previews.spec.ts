import type { Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { uploadDocument } from '#contract/documents.ts'
import { renderApprovedDocument } from '#server/demo/approved-document.ts'
import { asFile } from '../support/document-fixtures.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

const email = 'buyer@example.com'
/** Minimum width in px for a scanner across a counter. */
const minCodeSize = 240

async function track(page: Page, orderId: number) {
  await page.goto(`/track-order/${encodeOrderId(orderId)}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Track Order' }).click()
  await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(orderId)}`)
}

test('a document shows a preview and its QR code in both colour schemes', async ({ page, server }) => {
  const orderId = await server.takeIn({ arrival_full_name: 'Mario Rossi' })
  const bytes = await renderApprovedDocument({
    orderId,
    heading: 'Arrival declaration',
    passportName: 'ROSSI MARIO',
    passport: 'YA1234567',
    nationality: 'ITALY',
    travelDate: '2027-03-05',
    approvedAt: new Date('2027-03-01T00:00:00Z'),
  })
  const body = { orderId, email }
  await server.call('Team', uploadDocument, { body, file: asFile(bytes, 'approved.pdf') })
  await track(page, orderId)
  const code = page.getByRole('img', { name: 'QR code of your document' })
  await expect(async () => {
    await page.reload()
    await expect(code).toBeVisible({ timeout: 1000 })
  }).toPass()
  const box = await code.boundingBox()
  expect(box?.width).toBeGreaterThanOrEqual(minCodeSize)
  expect(decodeURIComponent((await code.getAttribute('src')) ?? '')).toMatch(
    /^data:image\/svg\+xml,<svg [^>]*viewBox="-4 -4 .*fill="#fff"/,
  )
  await expectAccessibleInTrial(page)

  const small = page.getByRole('link', { name: 'First page of your document' })
  await expect
    .poll(() => small.getByRole('img').evaluate((it) => it instanceof HTMLImageElement && it.naturalWidth))
    .toBeGreaterThan(100)
  await small.click()
  const large = page.getByRole('dialog', { name: 'First page of your document' })
  await expect(large.getByRole('img')).toBeVisible()
  await expectAccessibleInTrial(page)
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(small).toBeFocused()
})

test('the other pages and menus have no axe violations in both directions', async ({ page }) => {
  for (const language of ['en', 'ar']) {
    for (const path of [
      '/track-order?translate=&',
      '/track-order?link&',
      '/track-order?link=sent&',
      '/nothing?',
    ]) {
      await page.goto(`${path}lang=${language}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessibleInTrial(page)
    }
    for (const fold of await page.locator('summary').all()) {
      await fold.click()
      await expectAccessibleInTrial(page)
      await page.keyboard.press('Escape')
    }
  }
})

test('Check for updates refreshes, or shows an error (product §6)', async ({ page, context, server }) => {
  const orderId = await server.takeIn({})
  await track(page, orderId)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have received your order')
  await server.move('Team', orderId, 'AwaitingGovt')
  await page.getByRole('link', { name: 'Check for updates' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your declaration is with customs')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Check for updates' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('We could not reach the server.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your declaration is with customs')
})
