import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { languageCodes } from '#contract/rules/languages.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

const maxBytes = 90_000

const isGoogle = (url: string) => /(^|\.)(google|googleapis|gstatic)\.com$/.test(new URL(url).hostname)

async function mockGoogle(page: Page): Promise<string[]> {
  const requests: string[] = []
  await page.route(
    (url) => isGoogle(url.href),
    (route) => {
      requests.push(route.request().url())
      return route.fulfill({
        contentType: 'text/javascript',
        body: `window.google = { translate: { TranslateElement: class { constructor(options, id) {
          document.body.dataset.translated = JSON.stringify([options, id, document.cookie]) } } } }; showTranslation()`,
      })
    },
  )
  return requests
}

const nameOf = (path: string) => /([a-zA-Z-]+)-[\w-]{8}\.\w+$/.exec(path)?.[1]

test('the first load is at most 90 kB in every language, and its page names only that language', async ({
  request,
}) => {
  const weights = new Map<string, number>()
  for (const code of languageCodes) {
    const html = await (await request.get(`/track-order?lang=${code}`)).text()
    const paths = new Set(
      [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path),
    )
    for (const path of paths)
      if (!weights.has(path)) weights.set(path, gzipSync(await (await request.get(path)).body()).length)
    const total = [...paths].reduce((sum, path) => sum + (weights.get(path) ?? 0), 0)
    expect(total, `${code}: ${[...paths].join(' ')}`).toBeLessThanOrEqual(maxBytes)
    expect([...paths].map(nameOf).toSorted()).toEqual([code, 'main', 'main'].toSorted())
  }
})

test('the page loads no script or style that its HTML does not name', async ({ page }) => {
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname))
  await page.goto('/track-order?lang=de')
  await page.waitForLoadState('networkidle')
  const names = loaded.filter((path) => /\.(js|css)$/.test(path)).map(nameOf)
  expect(names.toSorted()).toEqual(['de', 'main', 'main'])
})

test('the page is readable before its scripts are loaded', async ({ page, server }) => {
  const orderId = await server.takeIn({ arrival_full_name: 'Mario Rossi' })
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(`/track-order/${encodeOrderId(orderId)}`)
  await page.getByLabel('E-mail').fill('buyer@example.com')
  await page.getByRole('button', { name: 'Track Order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have received your order')
  await expect(page.getByText('Mario Rossi')).toBeVisible()
})

test('text typed before the scripts are loaded is kept', async ({ page }) => {
  let releaseScripts = () => {}
  const heldScripts = new Promise<void>((resolve) => (releaseScripts = resolve))
  await page.route('**/main-*.js', async (route) => {
    await heldScripts
    await route.continue()
  })
  await page.goto('/track-order', { waitUntil: 'commit' })
  await page.getByLabel('Order ID').fill('123456')
  releaseScripts()
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Track Order' }).click()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/Please enter your email$/)
  await expect(page.getByLabel('Order ID')).toHaveValue('123456')
})

test("Google's script loads on translated pages only (spec §7; product §6)", async ({ page, server }) => {
  const requests = await mockGoogle(page)
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  const orderId = await server.takeIn({ arrival_full_name: 'Mario Rossi' })
  await page.goto(`/track-order/${encodeOrderId(orderId)}`)
  await page.getByLabel('E-mail').fill('buyer@example.com')
  await page.getByRole('button', { name: 'Track Order' }).click()
  await expect(page.getByText('Mario Rossi')).toBeVisible()

  await page.getByText('English').locator('visible=true').click()
  await page.getByRole('link', { name: 'More languages' }).locator('visible=true').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Another language')
  await page.getByLabel('Nederlands').check()
  expect(requests).toEqual([])
  await page.getByRole('button', { name: 'Translate with Google' }).click()

  await expect(page.getByText('Translated by Google.')).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-translated', /"includedLanguages":"nl"/)
  await expect(page.locator('body')).toHaveAttribute('data-translated', /googtrans=\/en\/nl/)
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatch(/^https:\/\/translate\.google\.com\/translate_a\/element\.js/)
  for (const personal of ['Mario Rossi', String(orderId), 'buyer@example.com'])
    await expect(page.locator('.notranslate[translate="no"]', { hasText: personal }).first()).toBeVisible()
  const open = page
    .locator('main :text-matches("Mario|buyer@|\\\\d{6}")')
    .filter({ hasNot: page.locator('*') })
  for (const element of await open.all())
    expect(await element.evaluate((it) => it.closest('.notranslate[translate="no"]') !== null)).toBe(true)

  await page.getByRole('link', { name: 'Back to English' }).click()
  // Without styles the languages are also shown as a list.
  await expect(page.getByText('English').locator('visible=true').first()).toBeVisible()
  await expect(page.getByText('Translated by Google.')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  expect(requests).toHaveLength(1)
  expect(wrong).toEqual([])
})
