import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import arabic from '#texts/visitor/ar.json' with { type: 'json' }
import english from '#texts/visitor/en.json' with { type: 'json' }
import hindi from '#texts/visitor/hi.json' with { type: 'json' }
import chinese from '#texts/visitor/zh-Hans.json' with { type: 'json' }
import type { Texts } from '#web/visitor/localization.ts'
import { expect, test } from '../../test/browser/fixtures.ts'
import { createApprovedOrder } from '../../test/browser/support/approved-order.ts'
import { takeYoungerFeaturesAway } from '../../test/browser/support/older-engine.ts'
import { translateLikeABrowser } from '../../test/browser/support/page-translator.ts'
import { reportFigures } from '../figures.ts'

const email = 'buyer@example.com'

const languages: { locale: string; asked: string; texts: Texts }[] = [
  { locale: 'en-GB', asked: 'English', texts: english },
  { locale: 'zh-CN', asked: 'Chinese', texts: chinese },
  { locale: 'ar', asked: 'Arabic', texts: arabic },
  { locale: 'hi-IN', asked: 'Hindi', texts: hindi },
]
const widths = [390, 320]

interface Hindrance {
  options?: BrowserContextOptions
  /** Before the first page. */
  prepare?: (page: Page) => Promise<unknown>
  /** On the tracking page, filled in by the link unless `isTyped`. */
  onForm?: (page: Page) => Promise<unknown>
  isTyped?: true
  /** How a text of the page is shown. */
  shown?: (text: string) => string
}

/** 2G: 250 kbit/s, 800 ms. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  const bytesPerSecond = 250_000 / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 800,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

const orderCookies = '**/api/front/track-order'

async function refuseCookies(page: Page) {
  await page.route(orderCookies, async (route) => {
    // The answer's cookie comes into the browser here already.
    const response = await route.fetch()
    const body = await response.text()
    await page.context().clearCookies()
    await route.fulfill({ status: response.status(), contentType: 'application/json', body })
  })
}

const hindrances: Record<string, Hindrance> = {
  none: {},
  '2G': { prepare: slowDown },
  'no script': { options: { javaScriptEnabled: false }, isTyped: true },
  'a translated page': { onForm: translateLikeABrowser, shown: (text) => `‹${text}›` },
  'cookies off at first': { prepare: refuseCookies },
  'an engine of 2021': { prepare: takeYoungerFeaturesAway },
}

async function openPhone(browser: Browser, baseURL: string, width: number, options: BrowserContextOptions) {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: 700 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    timezoneId: 'Asia/Jakarta',
    ...options,
  })
  return { page: await context.newPage(), close: () => context.close() }
}

const cutAtTheSide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

const asItIs = (text: string) => text

let ended = 0

for (const [name, { options, prepare, onForm, isTyped, shown = asItIs }] of Object.entries(hindrances))
  for (const { locale, asked, texts } of languages)
    for (const width of widths)
      test(`on a phone of ${width} px in ${asked}, with ${name}, the mail leads to the document`, async ({
        browser,
        server,
      }) => {
        const { bytes, link, orderPage } = await createApprovedOrder(server, asked)
        const { page, close } = await openPhone(browser, server.url, width, { locale, ...options })
        const wrong: string[] = []
        page.on('pageerror', (error) => wrong.push(error.message))
        const picture = (part: string) =>
          page.screenshot({
            path: `test-results/journeys/${name} ${asked} ${width} ${part}.png`,
            fullPage: true,
          })
        await prepare?.(page)
        await page.goto(link)
        const field = page.locator('input[name=email]')
        if (isTyped) await field.fill(email)
        await expect(field).toHaveValue(email)
        await onForm?.(page)
        await picture('form')
        expect(await cutAtTheSide(page)).toBeLessThanOrEqual(0)
        const submit = page.getByRole('button', { name: shown(texts.track.submit) })
        await submit.tap()
        if (name.startsWith('cookies')) {
          await expect(page.getByRole('alert')).toHaveText(texts.track.cookies)
          await picture('refusal')
          await page.unroute(orderCookies)
          await expect(field).toHaveValue(email)
          await submit.tap()
        }
        await expect(page).toHaveURL(new RegExp(`${orderPage}(#opened)?$`))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          shown(texts.order.situations.ready.heading),
        )
        const first = page.getByRole('main').locator('img').first()
        await expect
          .poll(() => first.evaluate((it) => it instanceof HTMLImageElement && it.naturalWidth))
          .toBeTruthy()
        await picture('order')
        expect(await cutAtTheSide(page)).toBeLessThanOrEqual(0)
        const downloading = page.waitForEvent('download')
        await page.getByRole('link', { name: shown(texts.order.download), exact: true }).tap()
        expect((await readFile(await (await downloading).path())).equals(bytes)).toBe(true)
        expect(wrong).toEqual([])
        await close()
        ended += 1
      })

test.afterAll(() => {
  reportFigures({
    tried: 'journeys by hindrance, language and width',
    found: `${ended} ended with the document`,
  })
})
