import type { Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { uploadDocument, withdrawDocument } from '#contract/documents.ts'
import { aPdf, asFile } from '../../../test/support/document-fixtures.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'
import type { TestServer } from '../../../test/browser/support/test-server.ts'

const email = 'buyer@example.com'

/** Takes in Mario Rossi's order, uploads a document with this text, and opens the order's page. */
async function openOrder(page: Page, server: TestServer, text: string) {
  const orderId = await server.takeIn({ arrival_full_name: 'Mario Rossi' })
  const file = asFile(await aPdf(text), 'approved.pdf')
  const { data } = await server.call('Team', uploadDocument, { body: { orderId, email }, file })
  await page.goto(`/track-order/${encodeOrderId(orderId)}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Track Order' }).click()
  await expect(page).toHaveURL(/get-new-order-details/)
  return { orderId, file1: data.file1 }
}

test('the Download of a withdrawn document says at once that it is being corrected, and what to do', async ({
  page,
  server,
}) => {
  const { orderId, file1 } = await openOrder(page, server, 'Mario Rossi')
  const download = page.getByRole('link', { name: 'Download' })
  await expect(download).toBeVisible()
  await server.call('Team', withdrawDocument, { body: { orderId, file1, reason: 'Wrong flight.' } })
  let loads = 0
  page.on('load', () => loads++)
  await download.click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('We are correcting your document')
  await expect(page.getByText(`We will send the corrected document to ${email}`)).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(download).toHaveCount(0)
  await expect(page.getByRole('alert'), 'the page says it once').toHaveCount(0)

  const corrected = asFile(await aPdf('Mario Rossi, corrected'), 'corrected.pdf')
  await server.call('Team', uploadDocument, { body: { orderId, email }, file: corrected })
  await page.getByRole('link', { name: 'Check for updates' }).click()
  await expect(heading).toHaveText('Your declaration is ready')
  await expect(download).toBeVisible()
  expect(loads, 'the page was not loaded again').toBe(0)
})

test('a document that waits its minute reads as being prepared until its mail may leave (product §12)', async ({
  page,
  server,
}) => {
  const { orderId } = await openOrder(page, server, 'Customs declaration of Maria Bianchi')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Your declaration is being prepared')
  await expect(page.getByRole('listitem').filter({ hasText: 'Being prepared' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await expect(page.getByText('Approved', { exact: true })).toHaveCount(0)
  await server.query('update documents set visible_from = now() where order_id = $1', [orderId])
  await page.getByRole('link', { name: 'Check for updates' }).click()
  await expect(heading).toHaveText('Your declaration is ready')
})
