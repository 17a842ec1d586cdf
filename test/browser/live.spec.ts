import type { BrowserContext, Page } from '@playwright/test'
import { addRemark } from '#contract/remarks.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, people, test } from './fixtures.ts'
import { startCutProxy } from './support/cut-proxy.ts'

test.use({ role: 'Team' })

const row = (page: Page, orderId: number) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: String(orderId) }) })
const news = (page: Page) => page.getByRole('button', { name: /new orders? – Show/ })

async function openLive(page: Page, path: string) {
  const stream = page.waitForResponse((response) => response.url().includes('/admin/live'))
  await page.goto(path)
  await stream
}

function countStreams(context: BrowserContext): () => number {
  let count = 0
  context.on('request', (request) => {
    if (request.url().includes('/admin/live')) count += 1
  })
  return () => count
}

test("a colleague's move strikes the row through, focus and selection stay", async ({ page, server }) => {
  const first = await server.takeIn({})
  const second = await server.takeIn({})
  await openLive(page, '/admin/recent-order')
  const tab = page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: /New Orders/ })
  const before = Number((await tab.innerText()).match(/\d+/)?.[0])
  await page.getByRole('checkbox', { name: `Select order ${first}` }).check()
  await page.getByRole('searchbox').focus()
  const place = await row(page, first).boundingBox()

  await server.assign('Night Staff', second)
  await expect(row(page, second)).toContainText(`${people['Night Staff'].name} took it`)
  await expect(tab).toContainText(String(before - 1))
  expect(await row(page, first).boundingBox()).toEqual(place)
  await expect(page.getByRole('checkbox', { name: `Select order ${first}` })).toBeChecked()
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('new orders are announced below the table and shown by click or key', async ({ page, server }) => {
  const shown = await server.takeIn({})
  await openLive(page, '/admin/recent-order')
  const place = await row(page, shown).boundingBox()
  const later = [await server.takeIn({}), await server.takeIn({})]
  await expect(news(page)).toHaveText('2 new orders – Show')
  expect(await row(page, shown).boundingBox()).toEqual(place)
  for (const orderId of later) await expect(row(page, orderId)).toHaveCount(0)

  await expectAccessibleInTrial(page)

  await news(page).focus()
  await page.keyboard.press('Enter')
  for (const orderId of later) await expect(row(page, orderId)).toBeVisible()
  await expect(news(page)).toHaveCount(0)
  await expect(page.getByRole('grid')).toBeFocused()
})

test("a colleague's remark appears and keeps the typed text (product §9)", async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await openLive(page, `/admin/view-order/${encodeOrderId(orderId)}`)
  const remark = page.getByRole('textbox', { name: 'Remark' })
  await remark.fill('Still writing')
  await server.call('Night Staff', addRemark, { body: { orderId, remark: 'Called the customer' } })
  await expect(page.getByRole('region', { name: 'Time line' })).toContainText('Called the customer')
  await expect(remark).toHaveValue('Still writing')
  await expect(remark).toBeFocused()
})

test("a colleague's move shows beside the name until the member acts", async ({ page, server }) => {
  const orderId = await server.takeIn({})
  await openLive(page, `/admin/view-order/${encodeOrderId(orderId)}`)
  const moveToGovt = page.getByRole('button', { name: 'Move to Awaiting Govt' })
  const place = await moveToGovt.boundingBox()
  await server.move('Manager', orderId, 'Customer Called')
  const note = page.getByRole('status').filter({
    hasText: `${people.Manager.name} · New → Customer Called`,
  })
  await expect(note).toBeVisible()
  expect(await moveToGovt.boundingBox()).toEqual(place)
  await expectAccessibleInTrial(page)

  // A press during the announcement does nothing; a later one counts.
  let isSent = false
  page.on('request', (request) => (isSent ||= request.url().endsWith('/move-order-status')))
  await expect(async () => {
    if (!isSent) await moveToGovt.click({ timeout: 1000 })
    expect(isSent).toBe(true)
  }).toPass()
  await expect(page.getByText('Moved to Awaiting Govt')).toBeVisible()
  await expect(note).toHaveCount(0)
})

test("an own action refetches once, with a colleague's simultaneous change", async ({ page, server }) => {
  const own = await server.takeIn({})
  const other = await server.takeIn({})
  await page.clock.install()
  await openLive(page, '/admin/recent-order')
  await page.getByRole('checkbox', { name: `Select order ${own}` }).check()
  const lists: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/get-orders-list/newOrder?page=1&limit=10')) lists.push(request.url())
  })
  await page.getByRole('button', { name: 'Assign to me' }).click()
  // The page reads its own change again after five seconds, which must not pass here.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(row(page, own)).toHaveCount(0)
  await page.clock.runFor(1500)
  await server.assign('Night Staff', other)
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(row(page, other)).toContainText('took it', { timeout: 200 })
  }).toPass()
  await expect(row(page, own)).toHaveCount(0)
  // One for the own call and one for the colleague's, or one for both.
  expect(lists.length).toBeLessThanOrEqual(2)
})

test('tabs share one stream, and another tab takes it over', async ({ page, context, server }) => {
  const streams = countStreams(context)
  const orderId = await server.takeIn({})
  await openLive(page, '/admin/recent-order')
  const other = await context.newPage()
  await other.goto('/admin/recent-order')
  await expect(row(other, orderId)).toBeVisible()
  await server.takeIn({})
  await expect(news(other)).toBeVisible()
  await page.bringToFront()
  await expect(news(page)).toBeVisible()
  expect(streams()).toBe(1)

  const next = other.waitForRequest((request) => request.url().includes('/admin/live?after='))
  await page.close()
  await next
  await server.assign('Night Staff', orderId)
  await expect(row(other, orderId)).toContainText('took it')
})

test('a cut stream is announced, resumes, and delivers all changes', async ({ browser, server }) => {
  const proxy = await startCutProxy(server.url)
  const user = JSON.stringify({ accessToken: await server.token('Team') })
  const context = await browser.newContext({
    baseURL: proxy.url,
    storageState: {
      cookies: [],
      origins: [{ origin: proxy.url, localStorage: [{ name: 'user', value: user }] }],
    },
  })
  try {
    const page = await context.newPage()
    const isOld = page.getByRole('button', { name: 'May be out of date – refresh' })
    const orderId = await server.takeIn({})
    await page.clock.install()
    await openLive(page, '/admin/recent-order')
    const place = await row(page, orderId).boundingBox()
    await server.takeIn({})
    await expect(news(page)).toBeVisible()

    proxy.cut()
    await expect(async () => {
      await page.clock.runFor(20_000)
      await expect(isOld).toBeVisible({ timeout: 100 })
    }).toPass()
    expect(await row(page, orderId).boundingBox()).toEqual(place)
    await server.assign('Night Staff', orderId)
    const later = await server.takeIn({})
    proxy.mend()
    await expect(async () => {
      await page.clock.runFor(20_000)
      await expect(row(page, orderId)).toContainText('took it', { timeout: 100 })
    }).toPass()
    await expect(isOld).toHaveCount(0)
    await expect(news(page)).toHaveText('2 new orders – Show')
    await news(page).click()
    await expect(row(page, later)).toBeVisible()
  } finally {
    await context.close()
    await proxy.end()
  }
})

test('behind a proxy that holds the stream back the desk asks every half minute', async ({
  page,
  server,
}) => {
  const orderId = await server.takeIn({})
  await page.clock.install()
  await page.route('**/api/admin/live**', () => {})
  await page.goto('/admin/recent-order')
  await expect(row(page, orderId)).toBeVisible()
  await server.assign('Night Staff', orderId)
  const isOld = page.getByRole('button', { name: 'May be out of date – refresh' })
  await expect(async () => {
    await page.clock.runFor(20_000)
    await expect(isOld).toBeVisible({ timeout: 100 })
  }).toPass()
  await page.clock.runFor(30_000)
  await expect(row(page, orderId)).toContainText(people['Night Staff'].name)
})

test('a colleague in the order is shown there (product §12)', async ({ page, server, browser, signIn }) => {
  const orderId = await server.takeIn({ arrival_full_name: 'Watched Traveller' })
  await openLive(page, '/admin/recent-order')
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const other = await context.newPage()
  await signIn('Night Staff', other)
  await other.goto(`/admin/view-order/${encodeOrderId(orderId)}`)
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Watched Traveller')
  const name = people['Night Staff'].name
  await expect(row(page, orderId)).toContainText(`${name} has it open`)
  await row(page, orderId).getByRole('link', { name: /^View/ }).click()
  await expect(page.getByText(`${name} is here`)).toBeVisible()
  await expect(other.getByText(`${people['Team'].name} is here`)).toBeVisible()
  await expectAccessibleInTrial(page)
  await other.goto('/admin/recent-order')
  await expect(page.getByText('is here')).toHaveCount(0)
  await context.close()
})
