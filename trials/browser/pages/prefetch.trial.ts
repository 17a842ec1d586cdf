import type { Page } from '@playwright/test'
import { queuePaths } from '#contract/rules/staff-addresses.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'
import type { TestServer } from '../../../test/browser/support/test-server.ts'
import { withoutStream } from '../../../test/browser/support/without-stream.ts'

test.use({ role: 'Admin' })
test.beforeEach(({ page }) => withoutStream(page))

/** The calls that the page makes from now on, as path and query. */
function recordCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname + search)
  })
  return calls
}

const takeInOrders = async (server: TestServer, count: number) => {
  const ids: number[] = []
  for (let index = 1; index <= count; index += 1)
    ids.push(await server.takeIn({ arrival_full_name: `Traveller ${index}` }))
  return ids
}

const countViews = async (server: TestServer, orderId: number) => {
  const rows = await server.query(
    `select 1 from audit_events where action = 'order viewed' and order_id = $1`,
    [orderId],
  )
  return rows.length
}

test('pointing at an order loads the code of its view, and reads and records nothing; opening it does so once', async ({
  page,
  server,
}) => {
  const [orderId = 0] = await takeInOrders(server, 1)
  await page.goto(queuePaths.newOrder)
  const view = page.getByRole('link', { name: `View order ${orderId}` })
  await expect(view).toBeVisible()
  const calls = recordCalls(page)
  const details = () => calls.filter((url) => url.includes('get-orders-details'))
  await view.hover()
  await view.focus()
  // What a pointed link reads has been asked for by then.
  await page.getByRole('link', { name: 'Pending Orders' }).hover()
  await expect.poll(() => calls.filter((url) => url.includes('get-orders-list/pendingOrder'))).toHaveLength(1)
  expect(details()).toEqual([])
  expect(await countViews(server, orderId)).toBe(0)

  await view.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(orderId))
  await expect(page.getByText('Traveller 1').first()).toBeVisible()
  expect(details()).toHaveLength(1)
  expect(await countViews(server, orderId)).toBe(1)
})

test('a search that is pointed at is not read, since it would be recorded', async ({ page, server }) => {
  await takeInOrders(server, 12)
  const countSearches = async () =>
    (await server.query(`select 1 from audit_events where action = 'searched'`)).length
  const earlier = await countSearches()
  await page.goto(`${queuePaths.newOrder}?q=Traveller`)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const before = await countSearches()
  expect(before).toBe(earlier + 1)
  await page.getByRole('button', { name: 'Next page' }).hover()
  await page.getByRole('link', { name: 'Pending Orders' }).hover()
  await page.waitForLoadState('networkidle')
  expect(await countSearches()).toBe(before)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect.poll(countSearches).toBe(before + 1)
})
