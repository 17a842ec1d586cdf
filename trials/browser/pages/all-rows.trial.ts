import type { Page } from '@playwright/test'
import { expectAccessibleInTrial } from '../../../test/browser/axe.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'
import type { TestServer } from '../../../test/browser/support/test-server.ts'

const address = '/admin/completed-order?rows=All'
const grid = (page: Page) => page.getByRole('grid')
const drawnRows = (page: Page) => page.locator('[data-index]')
const rowAt = (page: Page, index: number) => page.locator(`[data-index="${index}"]`)
const loadingRows = (page: Page) => page.locator('[data-loading]')

/** The ids of Completed, newest first. */
async function completedIds(server: TestServer): Promise<string[]> {
  const rows = await server.query(
    `select order_id from orders where process_status = 'Completed' order by created_at desc, order_id desc`,
  )
  return rows.map(({ order_id }) => String(order_id))
}

/** The limits of the lists that the page asks for from now on. */
function askedLimits(page: Page): number[] {
  const limits: number[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.includes('/get-orders-list/')) limits.push(Number(url.searchParams.get('limit')))
  })
  return limits
}

const scrollToRow = (page: Page, index: number) =>
  page.evaluate((at) => {
    const rowHeight = document.querySelector('[data-index]')?.getBoundingClientRect().height ?? 0
    document.querySelector('[data-scrolls]')?.scrollTo(0, at * rowHeight)
  }, index)

test.use({ role: 'Admin' })

let ids: string[] = []
test.beforeEach(async ({ server }) => {
  if (ids.length === 0) await server.insertManyOrders(3000)
  ids = await completedIds(server)
})

test('All of more than a thousand: rows are drawn and fetched where one looks, and counted for a screen reader', async ({
  page,
}) => {
  const limits = askedLimits(page)
  await page.goto(address)
  const total = ids.length.toLocaleString('en')
  await expect(page.getByText(`1–${total} of ${total}`)).toBeVisible()
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(ids.length + 1))
  await expect(rowAt(page, 0).getByRole('rowheader')).toHaveText(ids[0] ?? '')

  await grid(page).focus()
  await page.keyboard.press('End')
  const last = rowAt(page, ids.length - 1)
  await expect(last.getByRole('rowheader')).toHaveText(ids.at(-1) ?? '')
  await expect(last).toHaveAttribute('aria-rowindex', String(ids.length + 1))
  await expect(grid(page)).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? '')
  expect(await drawnRows(page).count()).toBeLessThan(100)
  expect(Math.max(...limits)).toBeLessThanOrEqual(100)
  expect(limits.reduce((sum, limit) => sum + limit)).toBeLessThan(ids.length / 3)

  await page.keyboard.press('Home')
  await expect(rowAt(page, 0).getByRole('rowheader')).toHaveText(ids[0] ?? '')
  await expectAccessibleInTrial(page)
})

test('Back from an order comes to the same row at the same place', async ({ page }) => {
  await page.goto(address)
  await expect(rowAt(page, 0).getByRole('rowheader')).toBeVisible()
  await scrollToRow(page, 1800)
  const row = rowAt(page, 1805)
  await expect(row.getByRole('rowheader')).toHaveText(ids[1805] ?? '')
  const before = await row.boundingBox()
  await row.getByRole('link', { name: `View order ${ids[1805]}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(ids[1805] ?? '')
  await page.goBack()
  await expect(row.getByRole('rowheader')).toHaveText(ids[1805] ?? '')
  await expect.poll(() => row.boundingBox()).toEqual(before)
})

test('orders that come in while one scrolls make no row appear twice, and Refresh shows them', async ({
  page,
  server,
}) => {
  // Rows that come into sight again are fetched anew after 10 s; a slow machine would read across that.
  await page.clock.setFixedTime(new Date())
  await page.goto(address)
  await expect(rowAt(page, 0).getByRole('rowheader')).toHaveText(ids[0] ?? '')
  const added = await server.takeIn({ arrival_full_name: 'Late Comer' })
  await server.move('Admin', added, 'Completed')

  const seen: string[] = []
  for (let first = 0; first < 300; first += 10) {
    await scrollToRow(page, first)
    await expect(rowAt(page, first + 9)).toBeVisible()
    await expect(loadingRows(page)).toHaveCount(0)
    for (let index = first; index < first + 10; index += 1)
      seen.push(await rowAt(page, index).getByRole('rowheader').innerText())
  }
  expect(seen).toEqual(ids.slice(0, 300))

  await page.getByRole('button', { name: 'Refresh' }).click()
  await scrollToRow(page, 0)
  await expect(rowAt(page, 0).getByRole('rowheader')).toHaveText(String(added))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('All scrolls with the page, and each entry says which of how many it is', async ({ page }) => {
    await page.goto(address)
    const entries = page.getByRole('list', { name: 'Completed Orders' }).getByRole('listitem')
    await expect(entries.first()).toContainText(ids[0] ?? '')
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const last = entries.last()
    await expect(last).toContainText(ids.at(-1) ?? '')
    await expect(last).toHaveAttribute('aria-posinset', String(ids.length))
    await expect(last).toHaveAttribute('aria-setsize', String(ids.length))
    expect(await entries.count()).toBeLessThan(60)
    await expectAccessibleInTrial(page)
  })
})
