import type { APIResponse, Browser, Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { expectAccessibleInTrial } from '../../../test/browser/axe.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'

test.use({ role: 'Team' })

const orderPath = (orderId: number) => `/admin/view-order/${encodeOrderId(orderId)}`
const remarkOf = (page: Page) => page.getByRole('textbox', { name: 'Remark' })
const panelOf = (page: Page) => page.getByRole('region', { name: 'Add Comment Below' })
const expectKept = (page: Page) => expect(panelOf(page).getByText('Kept', { exact: true })).toBeVisible()

async function openOrder(page: Page, orderId: number): Promise<void> {
  await page.goto(orderPath(orderId))
  await expect(remarkOf(page)).toBeVisible()
}

async function anotherMachine(browser: Browser, page: Page, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    ...(baseURL !== undefined && { baseURL }),
  })
  return context.newPage()
}

test('a draft survives a reload and shows on other machines', async ({ page, browser, baseURL, server }) => {
  const orderId = await server.takeIn({})
  await openOrder(page, orderId)
  await expect(panelOf(page).getByText('Kept as you type')).toBeVisible()
  await remarkOf(page).fill('Called; the hotel is missing')
  await page.getByRole('checkbox', { name: 'WhatsApp' }).check()
  await expectKept(page)
  await expectAccessibleInTrial(page)
  await page.reload()
  await expect(remarkOf(page)).toHaveValue('Called; the hotel is missing')
  await expect(page.getByRole('checkbox', { name: 'WhatsApp' })).toBeChecked()

  // The page is left in the middle of a word; the pending save continues.
  await remarkOf(page).press('End')
  await remarkOf(page).pressSequentially(', Ub')
  await page.goto('/admin/recent-order')
  const other = await anotherMachine(browser, page, baseURL)
  await openOrder(other, orderId)
  await expect(remarkOf(other)).toHaveValue('Called; the hotel is missing, Ub')

  await remarkOf(other).press('Control+Enter')
  await expect(other.getByText('Remark has been added successfully.')).toBeVisible()
  await expect(remarkOf(other)).toHaveValue('')
  await expect(panelOf(other).getByText('Kept as you type')).toBeVisible()
  await other.reload()
  await expect(remarkOf(other)).toHaveValue('')
  const left = await server.query('select kind from drafts where order_id = $1', [orderId])
  expect(left).toEqual([])
  await other.context().close()
})

test("the last tab wins and shows the other's text (product §12)", async ({ page, context, server }) => {
  const orderId = await server.takeIn({})
  const tab = await context.newPage()
  // The order is not read again, since that would show the other tab's text before anything is typed.
  const details = '**/api/admin/get-orders-details/*'
  let opened: APIResponse | undefined
  await tab.route(details, async (route) => {
    opened ??= await route.fetch()
    await route.fulfill({ response: opened })
  })
  await openOrder(page, orderId)
  await openOrder(tab, orderId)
  await remarkOf(page).fill('The first text')
  await expectKept(page)
  await remarkOf(tab).fill('The second text')
  await expectKept(tab)
  const told = panelOf(tab).getByRole('status').filter({ hasText: 'Your other text: The first text' })
  await expect(told).toBeVisible()
  await expectAccessibleInTrial(tab)
  await tab.getByRole('button', { name: 'Restore the other text' }).click()
  await expect(remarkOf(tab)).toHaveValue('The first text')
  await expect(panelOf(tab).getByRole('status')).toContainText('Your other text: The second text')
  await expectKept(tab)
  await tab.unroute(details)
  await tab.reload()
  await expect(remarkOf(tab)).toHaveValue('The first text')
  await expect(panelOf(tab).getByRole('status')).toContainText('The second text')
  await tab.getByRole('button', { name: 'Let the other text go' }).click()
  await expect(panelOf(tab).getByRole('status')).toHaveCount(0)
  await expectKept(tab)
})
