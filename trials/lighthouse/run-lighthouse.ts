// npm run trial -- lighthouse [URL …]: the four scores of the visitor's pages of the demo, or of these pages without cookies,
// on Lighthouse's mobile preset; fails below 95.
import { chromium } from '@playwright/test'
import { orderPath, trackPath } from '#contract/rules/visitor-addresses.ts'
import { trackOrder } from '#contract/visitor.ts'
import { startDemoServer } from '../../test/screens/demo-server.ts'
import { emailOf, sampleOrders } from '../../test/screens/screen.ts'
import { findChromium } from '../../test/support/browser/chromium.ts'
import { cookieOf, send } from '../../test/support/call.ts'
import { reportFigures } from '../figures.ts'
import { installPackages } from '../packages.ts'

interface Report {
  runtimeError?: { message: string }
  audits: Record<string, { id: string; score: number | null; displayValue?: string }>
  categories: Record<string, { score: number | null }>
}
type Lighthouse = (
  url: string,
  flags: { port: number; extraHeaders: Record<string, string>; onlyCategories: readonly string[] },
) => Promise<{ lhr: Report } | undefined>

const minScore = 95
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const packages = { dependencies: { lighthouse: '12.8.2' }, overrides: { 'third-party-web': '0.27.0' } }

async function loadLighthouse(): Promise<Lighthouse> {
  const program = installPackages('lighthouse', packages, 'lighthouse/core/index.js')
  const { default: lighthouse } = (await import(program)) as { default: Lighthouse }
  return lighthouse
}

interface Page {
  url: string
  headers: Record<string, string>
}

async function startPortal() {
  const demo = await startDemoServer()
  const { completedOrder: order } = await sampleOrders(demo)
  const body = { orderId: order.order_id, email: emailOf(order) }
  const { headers } = await send(demo.url, trackOrder, { body })
  const pages: Page[] = [
    { url: `${demo.url}${trackPath(null)}`, headers: {} },
    { url: `${demo.url}${orderPath(order.order_id)}`, headers: { cookie: cookieOf(headers) } },
  ]
  return { pages, end: () => demo.end() }
}

async function scoresOf(lighthouse: Lighthouse, { url, headers }: Page, port: number) {
  const result = await lighthouse(url, { port, extraHeaders: headers, onlyCategories: categories })
  if (!result) throw new Error(`${url}: Lighthouse has no result`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const failed = Object.values(lhr.audits).filter(({ score }) => score !== null && score < 0.9)
  return {
    page: new URL(url).pathname,
    scores: categories.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
    failed: failed.map(({ id, displayValue = '' }) => `${id} ${displayValue}`.trim()),
  }
}

const lighthouse = await loadLighthouse()
const urls = process.argv.slice(2)
const portal = urls.length > 0 ? null : await startPortal()
const { args, ...launchOptions } = await findChromium()
const port = 40_000 + (process.pid % 20_000)
const browser = await chromium.launch({
  ...launchOptions,
  args: [...args, `--remote-debugging-port=${port}`],
})
const found: string[] = []
try {
  const pages = portal?.pages ?? urls.map((url): Page => ({ url, headers: {} }))
  for (const page of pages) {
    const { page: path, scores, failed } = await scoresOf(lighthouse, page, port)
    console.log(`${path}: ${categories.map((name, at) => `${name} ${scores[at]}`).join(', ')}`)
    for (const audit of failed) console.log(`  ${audit}`)
    found.push(`/${path.split('/')[1]} ${scores.join(', ')}`)
    if (scores.some((score) => score < minScore)) process.exitCode = 1
  }
  reportFigures({ tried: `${pages.length} pages: ${categories.join(', ')}`, found: found.join('; ') })
} finally {
  await browser.close()
  await portal?.end()
}
