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

test('the page of a list and the queue that are pointed at are read once, and shown without another look', async ({
  page,
  server,
}) => {
  await takeInOrders(server, 12)
  await page.goto(queuePaths.newOrder)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const calls = recordCalls(page)
  const lists = () => calls.filter((url) => url.includes('get-orders-list') && !url.includes('urgency'))
  const next = page.getByRole('button', { name: 'Next page' })
  await next.hover()
  await expect.poll(() => lists().length).toBe(1)
  expect(lists()[0]).toContain('after=')
  await next.click()
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('row', { name: 'Traveller 1' }).first()).toBeVisible()
  expect(lists()).toHaveLength(1)
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

test('Back shows the page, the search and the place of a list in the same frame, without a blank', async ({
  page,
  server,
}) => {
  await takeInOrders(server, 60)
  await page.goto(`${queuePaths.newOrder}?q=Traveller&rows=25&page=2`)
  await expect(page.getByRole('rowheader')).not.toHaveCount(0)
  const frame = page.locator('[data-scrolls]')
  await frame.evaluate((element) => element.scrollTo(0, 200))
  await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(200)
  const savedPlaces = () => page.evaluate(() => Object.values(sessionStorage).join())
  await expect.poll(savedPlaces).toContain('"frame":200')
  const rows = await page.getByRole('rowheader').allTextContents()
  await page
    .getByRole('link', { name: /^View order/ })
    .nth(9)
    .click()
  await expect(page.getByText('Upload Document').first()).toBeVisible()

  // Every state of the document between Back and the next frame but two.
  await page.evaluate(() => {
    const seen: { rows: number; skeletons: number }[] = []
    const note = () => {
      if (!document.querySelector('table[aria-rowcount]')) return
      seen.push({
        rows: document.querySelectorAll('tbody th[scope=row]').length,
        skeletons: document.querySelectorAll('tbody [class*=skeleton i]').length,
      })
    }
    new MutationObserver(note).observe(document, { childList: true, subtree: true })
    Object.assign(window, { seen })
  })
  await page.goBack()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expect(await page.getByRole('rowheader').allTextContents()).toEqual(rows)
  await expect(page.getByRole('searchbox')).toHaveValue('Traveller')
  await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(200)
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { rows: number; skeletons: number }[] }).seen,
  )
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((state) => state.rows === 0 || state.skeletons > 0)).toEqual([])
})
