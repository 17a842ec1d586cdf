import { expect, type Browser, type Page, type Route } from '@playwright/test'
import { emailContent } from '#contract/documents.ts'
import type { OrderRow } from '#contract/orders.ts'
import { queueNames, queues } from '#contract/rules/queues.ts'
import { orderPath, trackPath } from '#contract/rules/visitor-addresses.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { forEach, openContext, openPage, test, type Demo } from '../screens/demo-pages.ts'
import { demoAdmin } from '../screens/demo-server.ts'
import { focusOrder, jumpsBack } from '../screens/focus-order.ts'
import { collectLayoutShifts, cumulativeShift, type LayoutShiftRecord } from '../screens/layout-shifts.ts'
import { measureLayout } from '../screens/measure-layout.ts'
import { measureTable } from '../screens/measure-table.ts'
import { emailOf, newScreenPage, viewportsOf, type Screen } from '../screens/screen.ts'
import { staffPictures } from '../screens/staff-screens.ts'
import { visitorLanguageScreens, visitorScreens } from '../screens/visitor-screens.ts'
import { longestName, widestRows } from '../screens/widest-rows.ts'
import { aPdf } from '../support/document-fixtures.ts'
import { findMailViolations, findViolations } from './axe.ts'

/** `npm run trial -- screens`: every screen instead of a choice, and the figures are printed. */
const isEveryScreen = process.env['SCREENS'] === 'every'
const print = (line: string) => {
  if (isEveryScreen) console.log(line)
}

/** The screens of npm test: one of each kind of page, dialog and form. */
const chosenScreens = new Set([
  'audit-opened',
  'dashboard',
  'filing',
  'order-chargeback',
  'order-correct-goods',
  'order-errors',
  'order-pending',
  'outbox-mail',
  'palette',
  'privacy-request',
  'proposals-dropped',
  'queue-chosen',
  'queue-delete',
  'queue-refund-order',
  'queue-search-without-result',
  'shift-desk',
  'sign-in-errors',
  'team-errors',
  'template',
  'visitor-download',
  'visitor-not-found',
  'visitor-question-errors',
  'visitor-track-refused',
])
const allScreens = [...staffPictures, ...visitorScreens]
const screens = isEveryScreen ? allScreens : allScreens.filter(({ name }) => chosenScreens.has(name))
/** In npm test a visitor's page on a phone, and a desk's dialog on a desk, which another width would open anew. */
const sizesOf = (screen: Screen) => {
  const wanted = screen.signedIn ? [1440, ...(screen.act ? [] : [390])] : [390]
  return viewportsOf(screen).filter(({ width }) => isEveryScreen || wanted.includes(width))
}
/** A language with long words and one from right to left. */
const languageScreens = isEveryScreen
  ? visitorLanguageScreens
  : visitorLanguageScreens.filter(({ name }) => /-(de|ar)$/.test(name))
/** The one with most columns. */
const measuredQueues = isEveryScreen ? queueNames : (['refundOrder'] as const)

const maxShift = 0.02

test.use({ reducedMotion: 'no-preference' })

/** Layout faults at all sizes, and axe violations at the first one or everywhere. */
async function findFaults(browser: Browser, demo: Demo, all: readonly Screen[]): Promise<string[]> {
  const faults: string[] = []
  let smallest = Infinity
  // The members' context compiles the scripts once; visitors' open pages stay open.
  const signedIn = await openContext(browser, demo, demoAdmin.name)
  await forEach(all, async (screen) => {
    const context = screen.signedIn ? signedIn : await openContext(browser, demo)
    const { page, settle, show } = await newScreenPage(context)
    for (const [index, viewport] of sizesOf(screen).entries()) {
      await page.setViewportSize(viewport)
      // The act's state may be lost at another size.
      if (index === 0 || screen.act) await show(screen, demo.orders)
      else await settle()
      const measures = await measureLayout(page)
      smallest = Math.min(smallest, measures.smallestTarget)
      const found = [...measures.faults, ...(index === 0 || isEveryScreen ? await findViolations(page) : [])]
      faults.push(...found.map((fault) => `${screen.name}, ${viewport.width} px: ${fault}`))
    }
    await page.close()
    if (!screen.signedIn) await context.close()
  })
  await signedIn.close()
  print(`${all.length} screens: ${faults.length} faults, the smallest target is ${smallest} px`)
  return faults
}

/** ms for each screen in four sizes, on a busy machine too. */
const screenTimeout = 20_000

test('a screen of each kind has no layout fault or axe violation', async ({ browser, demo }) => {
  test.setTimeout(Math.max(screens.length * screenTimeout, 900_000))
  expect(screens.length).toBeGreaterThanOrEqual(chosenScreens.size)
  expect(await findFaults(browser, demo, screens)).toEqual([])
})

test('the visitor pages have no layout fault or axe violation in any language', async ({ browser, demo }) => {
  expect(await findFaults(browser, demo, languageScreens)).toEqual([])
})

test('the mail of an approved document has no layout fault or axe violation', async ({ browser, demo }) => {
  const { order_id: orderId } = demo.orders.completedOrder
  const { data } = await demo.server.call(emailContent, { params: { orderId } })
  const page = await browser.newPage()
  await page.setContent(data.html)
  expect(await findMailViolations(page)).toEqual([])
  await page.close()
})

/** px; at 1024 in 150 % of 1536 (`npm run trial -- layout`). */
const tableWidths = isEveryScreen ? [1024, 1280, 1366, 1440, 1920] : [1024, 1440]

test('each queue shows whole names, ids, telephones and heads, up to Assigned To at 1440 px, and its page numbers', async ({
  browser,
  demo,
}) => {
  const faults: string[] = []
  const places = measuredQueues.flatMap((queue) =>
    (isEveryScreen ? [1, 1.5] : [1]).map((zoom) => ({ queue, zoom })),
  )
  await forEach(places, async ({ queue, zoom }) => {
    const context = await openContext(browser, demo, demoAdmin.name, { deviceScaleFactor: zoom })
    const { page, settle } = await newScreenPage(context)
    await page.route('**/get-orders-list/**', widestRows)
    const check = async (size: { width: number; height: number }) => {
      await page.setViewportSize(size)
      await settle()
      const measures = await measureLayout(page)
      const table = await measureTable(page)
      faults.push(
        ...[...measures.faults, ...(size.width >= 1024 ? table.faults : [])].map(
          (fault) => `${queue}, ${size.width} px × ${zoom}: ${fault}`,
        ),
      )
      return { ...measures, ...table }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(queues[queue].path + (queue === 'futureOrder' ? '?month=1' : ''))
    await settle()
    for (const width of zoom === 1 ? tableWidths : [1024])
      await check({ width, height: width < 1440 ? 720 : 900 })
    if (zoom === 1) {
      const { heads } = await check({ width: 1440, height: 900 })
      const inSight = heads.map(({ name }) => name)
      expect(inSight, queue).toContain('Assigned To')
      const isTurned = await turnPage(page)
      const after = (await check({ width: 1440, height: 900 })).heads
      if (isTurned && heads.every(({ isShrunk }, at) => after[at]?.isShrunk === isShrunk))
        expect(after, `${queue}, page 2`).toEqual(heads)
      expect((await check({ width: 1280, height: 720 })).hidesPagination, queue).toBe(false)
      await check({ width: 990, height: 900 })
      await check({ width: 390, height: 844 })
    }
    await context.close()
  })
  print(faults.join('\n'))
  expect(faults).toEqual([])
})

/** Whether there is a page 2, shown now. */
async function turnPage(page: Page): Promise<boolean> {
  const next = page.getByRole('button', { name: 'Page 2' })
  if ((await next.count()) === 0) return false
  const first = await page.getByRole('rowheader').first().textContent()
  await next.click()
  await expect(page.getByRole('rowheader').first()).not.toHaveText(first ?? '')
  return true
}

/** Sets the longest promise text, independent of the hour. */
async function promiseWithinTheHour(route: Route) {
  const response = await route.fetch()
  const { data, ...rest }: { data: OrderRow[] } = await response.json()
  const due_at = new Date(Date.now() + 59.9 * 60_000).toISOString()
  const rows = data.map((row) => ({ ...row, due_at, window_opens_on: null }))
  await route.fulfill({ response, json: { data: rows, ...rest } })
}

for (const name of ['Maximiliana Boe', longestName].slice(isEveryScreen ? 0 : 1)) {
  test(`a name of ${name.length} letters keeps the phone's page width`, async ({ browser, demo }) => {
    const { page, settle } = await openPage(browser, demo, name)
    await page.route('**/get-orders-list/**', promiseWithinTheHour)
    for (const path of [staffScreens.dashboard.path, queues.newOrder.path]) {
      await page.goto(path)
      await expect(page.getByText('due in 59 min').first()).toBeVisible()
      for (const width of isEveryScreen ? [375, 320] : [320]) {
        await page.setViewportSize({ width, height: 700 })
        await settle()
        expect((await measureLayout(page)).faults, `${path}, ${width} px`).toEqual([])
      }
    }
    await page.context().close()
  })
}

/** @param max Larger than `maxShift` where an action adds content. */
function expectSteady(shifts: LayoutShiftRecord[], journey: string) {
  // Each part of a journey has its own sum.
  const part = shifts.splice(0)
  const sum = cumulativeShift(part)
  print(`layout shift, ${journey}: ${sum.toFixed(4)}`)
  expect(sum, part.map(({ value, moved }) => `${value.toFixed(4)} ${moved}`).join('\n')).toBeLessThan(
    maxShift,
  )
}

test('signing in, a queue, an upload and the way back shift no layout', async ({ page }) => {
  const shifts = await collectLayoutShifts(page)
  await page.goto('/')
  await page.getByLabel('Email ID').fill(demoAdmin.email)
  await page.getByLabel('Password', { exact: true }).fill(demoAdmin.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.getByRole('link', { name: /^New Orders/ }).click()
  await page.waitForURL(`**${queues.newOrder.path}`)
  await expect(page.getByRole('heading', { level: 1, name: 'New Orders' })).toBeVisible()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const first = await page.getByRole('rowheader').first().textContent()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByRole('rowheader').first()).not.toHaveText(first ?? '')
  await page
    .getByRole('link', { name: /^View order/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Upload Document' })).toBeVisible()
  expectSteady(shifts, 'sign in, dashboard, queue, page 2, order')
  await page
    .getByLabel('Document', { exact: true })
    .setInputFiles({ name: 'approved.pdf', mimeType: 'application/pdf', buffer: await aPdf() })
  await page.getByRole('button', { name: 'Upload and mail' }).click()
  await expect(page.getByRole('link', { name: 'approved.pdf' })).toBeVisible()
  expectSteady(shifts, 'upload')
  await page.getByRole('link', { name: /^Back to/ }).click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expectSteady(shifts, 'back to the queue')
})

test("the way from a mail's link to the download shifts no layout", async ({ browser, demo }) => {
  const { page } = await openPage(browser, demo)
  await page.setViewportSize({ width: 390, height: 844 })
  const shifts = await collectLayoutShifts(page)
  const order = demo.orders.completedOrder
  await page.goto(trackPath(order.order_id))
  await page.getByLabel('E-mail').fill(emailOf(order))
  await page.getByRole('button', { name: 'Track Order' }).click()
  await page.waitForURL(`**${orderPath(order.order_id)}`)
  const times = page.getByRole('table').locator('time')
  await expect(times).not.toHaveCount(0)
  const before = await times.count()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).first().click()
  await downloading
  await expect(times).toHaveCount(before + 1)
  expectSteady(shifts, "mail's link, tracking, download")
  await page.context().close()
})

const focusScreens = isEveryScreen
  ? ['dashboard', 'order-chargeback', 'sign-in', 'visitor-track', 'visitor-download-ar']
  : ['order-chargeback', 'visitor-download-ar']

test('Tab follows the reading order of the pages, and nothing covers the focus (WCAG 2.4.11)', async ({
  browser,
  demo,
}) => {
  const all = [...staffPictures, ...visitorScreens].filter(({ name }) => focusScreens.includes(name))
  expect(all).toHaveLength(focusScreens.length)
  await forEach(all, async (screen) => {
    const { page, show } = await openPage(browser, demo, screen.signedIn ? demoAdmin.name : undefined)
    await page.setViewportSize({ width: 1440, height: 900 })
    await show(screen, demo.orders)
    const stops = await focusOrder(page)
    print(
      `${screen.name}: ${stops.map(({ region, rank, name }) => `${rank} ${region}: ${name}`).join(' | ')}`,
    )
    expect(stops.length, screen.name).toBeGreaterThan(3)
    expect(jumpsBack(stops), screen.name).toEqual([])
    expect(
      stops.filter(({ isHidden }) => isHidden).map(({ name }) => name),
      screen.name,
    ).toEqual([])
    await page.context().close()
  })
})
