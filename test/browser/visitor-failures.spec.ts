import { encodeOrderId } from '#contract/rules/order-id.ts'
import { uploadDocument } from '#contract/documents.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { expect, test } from './fixtures.ts'

const email = 'buyer@example.com'

test('a failed download is only logged, and personal data is marked as not to be translated', async ({
  page,
  server,
}) => {
  const orderId = await server.takeIn({ arrival_full_name: 'Mario Rossi' })
  const body = { orderId, email }
  await server.call('Team', uploadDocument, { body, file: asFile(await aPdf(), 'approved.pdf') })
  await page.goto(`/track-order/${encodeOrderId(orderId)}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Track Order' }).click()
  for (const personal of ['Mario Rossi', String(orderId)])
    await expect(page.locator('[translate="no"]', { hasText: personal }).first()).toBeVisible()

  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.getByRole('button', { name: 'Close' }).click()
  await page.route('**/uploads/docs/*', (route) => route.abort())
  const logged = page.waitForEvent(
    'console',
    (entry) => entry.type() === 'error' && entry.text().startsWith('download'),
  )
  const download = page.getByRole('link', { name: 'Download' })
  await download.click()
  await logged
  await expect(download).toBeEnabled()
  await expect(messages).toBeEmpty()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
