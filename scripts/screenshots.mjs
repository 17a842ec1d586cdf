// Takes screenshots of pages in every width, light and dark.
//   node scripts/screenshots.mjs <baseUrl> <outDir> [--sign-in email:password] <path…>
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { tsImport } from 'tsx/esm/api'

const viewports = [
  { width: 1440, height: 900 },
  { width: 990, height: 900 },
  { width: 390, height: 844 },
]
const schemes = ['light', 'dark']

const { values, positionals } = parseArgs({
  options: { 'sign-in': { type: 'string' } },
  allowPositionals: true,
})
const [baseURL, outDir, ...paths] = positionals
if (!baseURL || !outDir || paths.length === 0) {
  console.error('usage: node scripts/screenshots.mjs <baseUrl> <outDir> [--sign-in email:password] <path…>')
  process.exit(2)
}

const { findChromium } = await tsImport('../test/support/browser/chromium.ts', import.meta.url)
const browser = await chromium.launch(await findChromium())
try {
  const page = await browser.newPage({ baseURL })
  page.on('pageerror', (error) => console.warn(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') console.warn(`${page.url()}: ${message.text()}`)
  })
  // The staff pages read their colour scheme from local storage.
  await page.addInitScript(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    localStorage.setItem('mantine-color-scheme-value', scheme)
  })
  if (values['sign-in']) await signIn(page, values['sign-in'])
  for (const path of paths) {
    for (const scheme of schemes) {
      for (const viewport of viewports) {
        const file = join(outDir, `${fileNameFor(path)}-${viewport.width}-${scheme}.png`)
        await takeScreenshot(page, { path, scheme, viewport, file })
        console.log(file)
      }
    }
  }
} finally {
  await browser.close()
}

async function signIn(page, credentials) {
  const colon = credentials.indexOf(':')
  await page.goto('/')
  await page.getByLabel(/^Email ID/).fill(credentials.slice(0, colon))
  await page.getByLabel(/^Password/).fill(credentials.slice(colon + 1))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/admin')
}

async function takeScreenshot(page, { path, scheme, viewport, file }) {
  await page.emulateMedia({ colorScheme: scheme })
  await page.setViewportSize(viewport)
  await page.goto(path)
  // A page that listens for events is never idle, hence the limit.
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
}

function fileNameFor(path) {
  return path.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-|-$/g, '') || 'root'
}
