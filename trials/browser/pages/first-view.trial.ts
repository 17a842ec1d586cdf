import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { queuePaths, viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { expect, test } from '../../../test/browser/fixtures.ts'

/** Of JavaScript and CSS to the first row, gzipped (the build holds the same: vite.config.ts). */
const maxBytes = 200_000
const maxRequests = 12

test.use({ role: 'Admin' })

/** Notes when the first row is in the document; what starts later is none of the first view's. */
async function noteFirstRow(page: Page) {
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector('tbody th[scope=row]')) return
      performance.mark('first row')
      seen.disconnect()
    })
    seen.observe(document, { childList: true, subtree: true })
  })
}

/** The addresses that were asked for until the first row stood there, the page's own included. */
const requestsUntilFirstRow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const [mark] = performance.getEntriesByName('first row')
    return (
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter(({ startTime }) => startTime < (mark?.startTime ?? 0))
        .map(({ name }) => name)
        // The tab's, which some browsers fetch whenever they like, and others not at all.
        .filter((name) => !/\/icon-[^/]*\.svg$/.test(name))
    )
  })

test(`the first row of a queue is there after at most ${maxRequests} requests, none of them twice, and ${maxBytes} bytes of code`, async ({
  page,
  server,
}) => {
  await server.takeIn({ arrival_full_name: 'Mario Rossi' })
  await noteFirstRow(page)
  for (const path of [queuePaths.newOrder, '/admin']) {
    await page.goto(path)
    await expect(page.getByRole('rowheader')).toBeVisible()
    const requests = await requestsUntilFirstRow(page)
    expect(requests.length, requests.join('\n')).toBeGreaterThan(5)
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(maxRequests)
    expect(requests).toEqual([...new Set(requests)])
    const code = requests.filter((url) => /\.(js|css)$/.test(url))
    const weights = await Promise.all(
      code.map(async (url) => gzipSync(await (await page.request.get(url)).body()).length),
    )
    expect(weights.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(maxBytes)
  }
})

test('an order that is opened by its address is read and recorded once', async ({ page, server }) => {
  const orderId = await server.takeIn({ arrival_full_name: 'Mario Rossi' })
  const countViews = async () => {
    const [row] = await server.query(
      `select count(*)::int as n from audit_events where action = 'order viewed' and order_id = $1`,
      [orderId],
    )
    return row?.['n']
  }
  await page.goto(viewOrderPath(orderId))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(orderId))
  await expect(page.getByText('Mario Rossi').first()).toBeVisible()
  expect(await countViews()).toBe(1)
})

test.describe('a Telecaller', () => {
  test.use({ role: 'Telecaller' })

  test('asks for nothing that they may not see', async ({ page, server }) => {
    const refused: string[] = []
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
    const recorded = () => server.query(`select id from audit_events where action = 'refused'`)
    const before = await recorded()
    await page.goto(queuePaths.allOrder)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You can’t open this page')
    expect(refused).toEqual([])
    expect(await recorded()).toEqual(before)
  })
})
