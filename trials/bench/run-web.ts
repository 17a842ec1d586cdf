// npm run trial -- web [orders] [--folder FOLDER] [--rounds N]: how long a member waits in a browser, from the input to the
// painted frame: medians and 95th percentiles. FOLDER keeps the generated orders.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { queues } from '#contract/rules/queues.ts'
import { findChromium } from '../../test/support/browser/chromium.ts'
import { withoutStream } from '../../test/browser/support/without-stream.ts'
import { reportFigures } from '../figures.ts'
import { openInstallation, startProduct } from './installation.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string' }, rounds: { type: 'string', default: '30' } },
})
const count = Number(positionals[0] ?? 10_000)
const rounds = Number(values.rounds)
/** ms between pointing at something and pressing it; people take longer. */
const pointingMs = 150
const firstViews = 10

execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'pabean-bench-web-')))
const installation = await openInstallation(folder, count, (line) => console.error(line))
const product = await startProduct(installation.url, folder)
const browser = await chromium.launch(await findChromium())

/** What has to be in the document, as a selector; its text must not be `notText`. */
interface Awaited {
  selector: string
  notText?: string
}

declare global {
  interface Window {
    /** ms from the next press or Back to the frame in which it is there; defined by `measure-in-page.mjs`. */
    measureUntil: (expected: Awaited) => Promise<number>
  }
}

async function openPage(): Promise<Page> {
  const { url: origin } = product.member
  const user = JSON.stringify({ accessToken: product.token })
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'user', value: user }] }] },
  })
  const page = await context.newPage()
  // What is measured waits until nothing is under way.
  await withoutStream(page)
  await page.addInitScript({ path: 'trials/bench/measure-in-page.mjs' })
  await page.goto(origin + queues.completedOrder.path)
  await page.locator('tbody th[scope=row]').first().waitFor()
  return page
}

const firstRow = 'tbody tr[data-index="0"] th'
/** Of another order each time, since one that was open is shown from memory. */
const viewLinks = {
  'pointed at': 'tbody tr[data-index="0"] a',
  'by key': 'tbody tr[data-index="1"] a',
}
const nextPage = 'button[aria-label="Next page"]'

/** Presses where the pointer has rested for a moment, or at once as by a key. */
async function press(page: Page, selector: string, isPointed: boolean) {
  if (!isPointed) return page.locator(selector).dispatchEvent('click')
  await page.mouse.move(0, 0)
  await page.locator(selector).hover()
  await pause(pointingMs)
  await page.locator(selector).click()
}

async function measureStep(page: Page, expected: Awaited, step: () => Promise<unknown>): Promise<number> {
  const measured = page.evaluate((it) => window.measureUntil(it), expected)
  await step()
  const ms = await measured
  await page.waitForLoadState('networkidle')
  return ms
}

const text = async (page: Page, selector: string) => (await page.locator(selector).textContent()) ?? ''

const turnPage = async (page: Page, isPointed: boolean) =>
  measureStep(page, { selector: firstRow, notText: await text(page, firstRow) }, () =>
    press(page, nextPage, isPointed),
  )

async function measureFirstViews(): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < firstViews; round += 1) {
    const page = await openPage()
    await page.waitForFunction(() => performance.getEntriesByName('first row').length > 0)
    times.push(await page.evaluate(() => performance.getEntriesByName('first row')[0]?.startTime ?? 0))
    await page.context().close()
  }
  return times
}

async function measureSteps() {
  const page = await openPage()
  await page.waitForLoadState('networkidle')
  const times = {
    'next page, pointed at': [] as number[],
    'next page, by key': [] as number[],
    'order view, pointed at': [] as number[],
    'order view, by key': [] as number[],
    Back: [] as number[],
  }
  for (let round = 0; round < rounds; round += 1) {
    times['next page, pointed at'].push(await turnPage(page, true))
    times['next page, by key'].push(await turnPage(page, false))
    for (const how of ['pointed at', 'by key'] as const) {
      const facts = { selector: '#facts [data-fact]' }
      const opened = await measureStep(page, facts, () => press(page, viewLinks[how], how === 'pointed at'))
      times[`order view, ${how}`].push(opened)
      times.Back.push(await measureStep(page, { selector: firstRow }, () => page.goBack()))
    }
  }
  return times
}

const percentile = (times: number[], share: number): string => {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0)
}

try {
  const times = { 'first row, nothing cached': await measureFirstViews(), ...(await measureSteps()) }
  console.log(`\n${count} orders, ${queues.completedOrder.path}; ms until it is painted\n`)
  console.log('| step | times | median | 95 % |')
  console.log('|---|---|---|---|')
  for (const [step, measured] of Object.entries(times))
    console.log(
      `| ${step} | ${measured.length} | ${percentile(measured, 0.5)} | ${percentile(measured, 0.95)} |`,
    )
  const medians = Object.entries(times).map(([step, measured]) => `${step} ${percentile(measured, 0.5)}`)
  reportFigures({ tried: `${rounds} rounds`, found: `medians, ms: ${medians.join('; ')}` })
} finally {
  await browser.close()
  await product.stop()
  await installation.stop()
  if (values.folder === undefined) await rm(folder, { recursive: true, force: true })
}
