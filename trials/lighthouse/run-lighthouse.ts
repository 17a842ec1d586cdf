// npm run trial -- lighthouse [URL …]: the four scores of the visitor's pages, or of these pages without cookies, on
// Lighthouse's mobile preset; fails below 95.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { renderApprovedDocument } from '#server/demo/approved-document.ts'
import { findChromium } from '../../test/support/browser/chromium.ts'
import { startServerProcess } from '../../test/support/server-process.ts'
import { reportFigures } from '../figures.ts'

/** What we read of a report. */
interface Report {
  runtimeError?: { message: string }
  audits: Record<string, { id: string; score: number | null; displayValue?: string }>
  categories: Record<string, { score: number | null }>
}
type Lighthouse = (
  url: string,
  flags: { port: number; extraHeaders: Record<string, string>; onlyCategories: readonly string[] },
) => Promise<{ lhr: Report } | undefined>

// Of the trial's own packages, so that a fresh clone goes without them.
const program = new URL('../packages/lighthouse/node_modules/lighthouse/core/index.js', import.meta.url)
const { default: lighthouse } = (await import(program.href)) as { default: Lighthouse }

const minScore = 95
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Page {
  url: string
  headers: Record<string, string>
}

interface Answer {
  jwtToken: string
  data: { order_id: number; track_url: string }
  mainResult: { documents: { preview: string | null }[] }
}

/** Starts a server with one order whose document has a preview; returns its pages, with the order's cookie. */
async function startPortal() {
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-lighthouse-'))
  const key = 'lighthouse-intake-key'
  const admin = { email: 'admin@pabean.example', password: 'a password of the trial of pages' }
  const server = await startServerProcess({
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DEMO: '0',
    INTAKE_KEY: key,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      body: isForm ? body : JSON.stringify(body),
      headers: { ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    const answer = (await response.json()) as Answer
    return { answer, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  }

  const email = 'traveller@example.com'
  const order = { landing_domain: 'arrival.pabean.example', email, arrival_full_name: 'Mario Rossi' }
  const { order_id: orderId, track_url } = (await call('/intake/orders', order, { authorization: key }))
    .answer.data
  const { jwtToken } = (await call('/admin/admin-login', admin)).answer
  const form = new FormData()
  form.append('orderId', String(orderId))
  form.append('email', email)
  const document = await renderApprovedDocument({
    orderId,
    heading: 'Arrival declaration',
    passportName: 'ROSSI MARIO',
    passport: 'YA1234567',
    nationality: 'ITALY',
    travelDate: '2027-03-05',
    approvedAt: new Date(),
  })
  form.append(
    'uploadVisaDoc',
    new File([new Uint8Array(document)], 'approved.pdf', { type: 'application/pdf' }),
  )
  await call('/admin/upload-visa-document', form, { authorization: jwtToken })
  const { cookie } = await call('/front/track-order', { orderId, email })
  const hasPreview = async () => {
    const { answer } = await call('/front/get-download-history', { orderId }, { cookie })
    return answer.mainResult.documents[0]?.preview !== null
  }
  while (!(await hasPreview())) await pause(200)

  return {
    pages: [
      { url: `${server.url}/track-order`, headers: {} },
      { url: track_url.replace('track-order', 'get-new-order-details'), headers: { cookie } },
    ],
    async end() {
      await server.end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Lighthouse's own preset is the mobile one. */
async function scoresOf({ url, headers }: Page, port: number) {
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

const urls = process.argv.slice(2)
const portal = urls.length ? null : await startPortal()
const { args, ...launchOptions } = await findChromium()
const port = 40_000 + (process.pid % 20_000)
const browser = await chromium.launch({
  ...launchOptions,
  args: [...args, `--remote-debugging-port=${port}`],
})
const found: string[] = []
try {
  const pages: Page[] = portal?.pages ?? urls.map((url) => ({ url, headers: {} }))
  for (const page of pages) {
    const { page: path, scores, failed } = await scoresOf(page, port)
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
