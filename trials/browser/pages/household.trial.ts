import { addDays, jakartaToday } from '#contract/rules/dates.ts'
import type { Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { aPdf } from '../../../test/support/document-fixtures.ts'
import { expectAccessibleInTrial } from '../../../test/browser/axe.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'

test.use({ role: 'Team' })

const path = (orderId: number) => `/admin/view-order/${encodeOrderId(orderId)}`
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const uploadCard = (page: Page) => card(page, 'Upload Document')
const chooseFile = async (page: Page, text = '') =>
  uploadCard(page)
    .getByLabel('Document', { exact: true })
    .setInputFiles({ name: 'approved.pdf', mimeType: 'application/pdf', buffer: await aPdf(text) })
const upload = (page: Page) => page.getByRole('button', { name: 'Upload and mail' }).click()

const travelDay = addDays(jakartaToday(new Date()), 26)

test('keys step through the orders of a journey, and they are worked in turn', async ({ page, server }) => {
  const buyer = { email: 'journey@example.com', arrival_doa: travelDay }
  const first = await server.takeIn({ ...buyer, order_id: 3_000_001, arrival_full_name: 'Siti Rahma' })
  const second = await server.takeIn({ ...buyer, order_id: 3_000_002, arrival_full_name: 'Budi Rahma' })
  const third = await server.takeIn({ ...buyer, order_id: 3_000_003, arrival_full_name: 'Ani Rahma' })
  // Equal urgency, so that the order is by id.
  await server.query('update orders set due_at = $1 where email = $2', [
    `${addDays(travelDay, -1)}T05:00:00Z`,
    buyer.email,
  ])
  await page.goto(path(first))
  const rows = card(page, 'Journey').getByRole('listitem')
  await expect(rows).toContainText(['Siti Rahma', 'Budi Rahma', 'Ani Rahma'])
  await expect(rows.first()).toHaveAttribute('aria-current', 'true')
  await expect(card(page, 'Journey')).toContainText('3 orders, 3 waiting')
  await expectAccessibleInTrial(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('link', { name: 'journey of 3' }).click()
  await expect(card(page, 'Journey')).toBeInViewport()

  const current = card(page, 'Journey').locator('[aria-current]')
  const press = async (key: string, orderId: number) => {
    await page.keyboard.press(key)
    await expect(page).toHaveURL(path(orderId))
    await expect(current).toContainText(String(orderId))
  }
  await press('}', second)
  await press('{', first)
  await press('{', third)
  await press('}', first)
  await expect(uploadCard(page).getByLabel(`Also for ${second} and ${third}`)).not.toBeChecked()
  await chooseFile(page)
  await upload(page)
  await page.getByRole('button', { name: 'Next of the journey' }).waitFor()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(path(second))
  await expect(card(page, 'Journey')).toContainText('3 orders, 2 waiting')

  await uploadCard(page).getByLabel(`Also for ${third}`).check()
  await chooseFile(page)
  await upload(page)
  await expect(page.getByRole('group', { name: 'Sending' })).toContainText(
    `to journey@example.com, and for ${third}`,
  )
  await expect(card(page, 'Journey')).toContainText('3 orders, 0 waiting')
  await expect(page.getByRole('button', { name: 'Next order', exact: true })).toBeVisible()
  await page.getByRole('group', { name: 'Sending' }).getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, 'Journey')).toContainText('3 orders, 2 waiting')
})

test("head and filing sheet link the traveller's other order (product §12)", async ({ page, server }) => {
  const traveller = { arrival_doa: travelDay, arrival_passport_number: 'C7654321' }
  const first = await server.takeIn(traveller)
  const second = await server.takeIn({ ...traveller, email: 'other@example.com' })
  await page.goto(path(first))
  await expect(page.getByRole('link', { name: `also in ${second}` })).toBeVisible()
  await page.keyboard.press('f')
  const note = page.getByRole('note')
  await expect(note).toContainText('Another open order has this passport and date.')
  await expectAccessibleInTrial(page)
  await note.getByRole('link', { name: String(second) }).click()
  await expect(page).toHaveURL(path(second))
})
