// npm run trial -- scroll [orders] [--folder FOLDER] [--shots FOLDER]: Order History with Rows: All in a browser, all loaded rows
// chosen, scrolled by wheel, scroll bar and keys: the longest tasks of the page's thread, and what it fetches and keeps.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from '@playwright/test'
import { findChromium } from '../../test/support/browser/chromium.ts'
import { openInstallation, startProduct } from './installation.ts'
import { reportFigures, thousands } from '../figures.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string' }, shots: { type: 'string' } },
})
const count = Number(positionals[0] ?? 10_000)

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** µs: by the clock, and of the thread's own work. */
  dur?: number
  tdur?: number
  args?: { name?: string; data?: { url?: string } }
}

/** The tasks of the page's main thread in ms: by the clock, and those of its own work, which other processes do not lengthen. */
function mainThreadTasks(trace: Buffer): { wall: number[]; cpu: number[] } {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) =>
      name === 'ThreadControllerImpl::RunTask' && ph === 'X' && threads.has(`${pid} ${tid}`),
  )
  return {
    wall: tasks.map(({ dur = 0 }) => dur / 1000),
    cpu: tasks.map(({ tdur = 0 }) => tdur / 1000),
  }
}

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))

/** Moves what scrolls, the table's frame or on a phone the window, to a share of its height. */
const scrollToShare = (page: Page, share: number) =>
  page.evaluate((at) => {
    const frame = document.querySelector('[data-scrolls]') ?? document.documentElement
    frame.scrollTop = at * (frame.scrollHeight - frame.clientHeight)
  }, share)

async function wheel(page: Page, distance: number, steps: number) {
  for (let step = 0; step < steps; step += 1) {
    await page.mouse.wheel(0, distance)
    await nextFrame(page)
  }
}

const ways: [name: string, act: (page: Page) => Promise<void>][] = [
  ['wheel, 200 steps of 120 px', (page) => wheel(page, 120, 200)],
  ['wheel, 200 steps of 1,200 px', (page) => wheel(page, 1200, 200)],
  [
    'scroll bar, from end to end in 200 steps',
    async (page) => {
      for (let step = 0; step <= 200; step += 1) {
        await scrollToShare(page, step / 200)
        await nextFrame(page)
      }
    },
  ],
  [
    'scroll bar, 20 jumps, each until its rows are there',
    async (page) => {
      for (let jump = 0; jump < 20; jump += 1) {
        await scrollToShare(page, ((jump * 7) % 20) / 20)
        await page.locator('[data-loading]').first().waitFor({ state: 'detached' })
        await nextFrame(page)
      }
    },
  ],
]
const byKeys: (typeof ways)[number] = [
  'keys: 100 times PageDown, End, Home',
  async (page) => {
    await page.getByRole('grid').focus()
    for (let press = 0; press < 100; press += 1) await page.keyboard.press('PageDown')
    await page.keyboard.press('End')
    await nextFrame(page)
    await page.keyboard.press('Home')
    await nextFrame(page)
  },
]

const longest = (times: readonly number[]) => times.reduce((a, b) => Math.max(a, b), 0).toFixed(0)
const over50 = (times: readonly number[]) => times.filter((ms) => ms > 50).length

async function measureView(
  browser: Browser,
  url: string,
  token: string,
  viewport: { width: number; height: number },
) {
  const context = await browser.newContext({
    viewport,
    storageState: {
      cookies: [],
      origins: [
        { origin: url, localStorage: [{ name: 'user', value: JSON.stringify({ accessToken: token }) }] },
      ],
    },
  })
  const page = await context.newPage()
  let [requests, bytes] = [0, 0]
  page.on('response', (response) => {
    if (!response.url().includes('/get-orders-list/')) return
    requests += 1
    void response
      .body()
      .then((body) => (bytes += body.length))
      .catch(() => {})
  })
  await page.goto(`${url}/admin/order-history?rows=All`)
  await page.locator('[data-index="0"] th, li[aria-posinset="1"]').first().waitFor()
  const isWide = viewport.width > 767
  if (isWide) await page.getByRole('checkbox', { name: /^Select (all|the loaded)/ }).check()
  await page.mouse.move(viewport.width / 2, viewport.height / 2)

  for (const [name, act] of isWide ? [...ways, byKeys] : ways) {
    await scrollToShare(page, 0)
    await nextFrame(page)
    const [askedBefore, bytesBefore] = [requests, bytes]
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] })
    const began = performance.now()
    await act(page)
    const seconds = (performance.now() - began) / 1000
    const trace = await browser.stopTracing()
    const { wall, cpu } = mainThreadTasks(trace)
    own.push(Math.max(0, ...cpu))
    const client = await context.newCDPSession(page)
    await client.send('HeapProfiler.collectGarbage')
    const { usedSize } = await client.send('Runtime.getHeapUsage')
    await client.detach()
    const drawn = await page.locator('[aria-rowindex], li[aria-posinset]').count()
    if (values.shots)
      await page.screenshot({
        path: join(values.shots, `${viewport.width} ${name.replaceAll(/\W+/g, '-')}.png`),
      })
    console.log(
      `| ${viewport.width} px | ${name} | ${seconds.toFixed(1)} | ${longest(wall)} | ${over50(wall)} | ${longest(cpu)} | ${over50(cpu)} | ${requests - askedBefore} | ${((bytes - bytesBefore) / 1e6).toFixed(1)} | ${drawn} | ${(usedSize / 1e6).toFixed(0)} |`,
    )
  }
  await context.close()
}

execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'pabean-scroll-')))
const installation = await openInstallation(folder, count, (line) => console.error(line))
const product = await startProduct(installation.url, folder)
process.on('exit', product.kill)
const browser = await chromium.launch(await findChromium())
const own: number[] = []
try {
  console.log(`\n${count} orders\n`)
  console.log(
    '| width | scrolled by | s | longest task, ms | over 50 ms | of its own work | over 50 ms | answers | MB | rows drawn | heap, MB |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|---|')
  await measureView(browser, product.member.url, product.token, { width: 1440, height: 900 })
  await measureView(browser, product.member.url, product.token, { width: 390, height: 844 })
  reportFigures({
    tried: `${thousands(count)} orders, ${own.length} ways to scroll`,
    found: `longest task of own work ${Math.max(...own).toFixed(0)} ms`,
  })
} finally {
  await browser.close()
  await product.stop()
  await installation.stop()
  if (values.folder === undefined) await rm(folder, { recursive: true, force: true })
}
