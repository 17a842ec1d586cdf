import type { Locator } from '@playwright/test'
import { addDays, jakartaToday } from '#contract/rules/dates.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { expect, test } from './fixtures.ts'
import { heldToast, toast } from './support/toasts.ts'

test.use({ role: 'Team' })

const today = jakartaToday(new Date())
const atOrder = (orderId: number) => new RegExp(`${viewOrderPath(orderId)}$`)

test('Start next claims the most urgent order, Undo releases it (product §12)', async ({ page, server }) => {
  const urgent = await server.takeIn({ processing_mode: 'priority', arrival_full_name: 'Urgent Traveller' })
  await server.takeIn({ arrival_doa: addDays(today, 3) })
  await page.goto('/admin/recent-order')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox').pressSequentially('n')
  await page.getByRole('searchbox').fill('')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(atOrder(urgent))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Urgent Traveller')
  const claimed = await heldToast(page, `Order ${urgent} is yours.`)
  await expect(page.getByText('due in 3 h')).toBeVisible()
  await claimed.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Assign to me' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Start next' }).click()
  await expect(page).toHaveURL(atOrder(urgent))
})

test('two toasts at most stand above Upload and above the rows of a list', async ({ page, server }) => {
  const orders: number[] = []
  for (let count = 0; count < 3; count++) orders.push(await server.takeIn({}))
  const topOf = async (covered: Locator) => (await covered.boundingBox())?.y ?? 0
  const toasts = page.locator('[role=status], [role=alert]').filter({ has: page.getByLabel('Close') })
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto('/admin/recent-order')
  await expect(page.getByRole('button', { name: 'Start next' })).toBeVisible()
  for (const key of ['v', 'c']) {
    const before = page.url()
    await page.keyboard.press('n')
    await expect(page).not.toHaveURL(before)
    await expect(page.getByRole('button', { name: 'Move to Awaiting Govt' })).toBeVisible()
    await page.keyboard.press('m')
    await page.keyboard.press(key)
    await expect(toasts.last()).toContainText('Moved to')
    expect(await toasts.count()).toBeLessThanOrEqual(2)
    const { y = 0, height = 0 } = (await toasts.last().boundingBox()) ?? {}
    expect(y + height).toBeLessThan(await topOf(page.getByRole('region', { name: 'Upload Document' })))
  }
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  const { y = 0, height = 0 } = (await toasts.last().boundingBox()) ?? {}
  expect(y + height).toBeLessThan(await topOf(page.getByRole('rowheader').first()))
})

test("n in an order of another queue opens that queue's next order", async ({ page, server }) => {
  const orders = [
    await server.takeIn({ arrival_doa: addDays(today, 1), arrival_full_name: 'First Traveller' }),
    await server.takeIn({ arrival_full_name: 'Second Traveller' }),
  ]
  await server.move('Admin', orders, 'AwaitingGovt')
  await server.takeIn({ processing_mode: 'priority' })
  await page.goto('/admin/awaiting-govt')
  const name = page.getByRole('heading', { level: 1 })
  await page.getByRole('button', { name: 'Start next' }).click()
  await expect(name).toContainText('First Traveller')
  await page.keyboard.press('n')
  await expect(name).toContainText('Second Traveller')
  await page.keyboard.press('n')
  await expect(toast(page, 'Nothing is waiting.')).toBeVisible()
  await expect(page).toHaveURL(atOrder(orders[1] ?? 0))
})
