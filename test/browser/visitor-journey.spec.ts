import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import arabic from '#texts/visitor/ar.json' with { type: 'json' }
import english from '#texts/visitor/en.json' with { type: 'json' }
import chinese from '#texts/visitor/zh-Hans.json' with { type: 'json' }
import type { Texts } from '#web/visitor/localization.ts'
import { expectAccessibleInTrial } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { createApprovedOrder } from './support/approved-order.ts'

test.use({ viewport: { width: 390, height: 844 } })

const email = 'buyer@example.com'

async function emulateSlowNetwork(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50 * 1024,
    uploadThroughput: 50 * 1024,
  })
}

async function expectDownload(page: Page, start: () => Promise<void>, bytes: Buffer) {
  const downloading = page.waitForEvent('download')
  await start()
  expect((await readFile(await (await downloading).path())).equals(bytes)).toBe(true)
}

const languages: { locale: string; asked: string; lang: string; dir: string; texts: Texts }[] = [
  { locale: 'en-GB', asked: 'English', lang: 'en', dir: 'ltr', texts: english },
  { locale: 'ar', asked: 'Arabic', lang: 'ar', dir: 'rtl', texts: arabic },
]

for (const { locale, asked, lang, dir, texts } of languages) {
  test.describe(`on a phone in ${asked}`, () => {
    test.use({ locale })

    test('the link of the mail leads to the downloaded document', async ({ page, server }) => {
      const wrong: string[] = []
      page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
      page.on('pageerror', (error) => wrong.push(error.message))
      const { bytes, link, orderPage } = await createApprovedOrder(server, asked)
      // Languages differ in words and direction only.
      if (asked === 'English') await emulateSlowNetwork(page)

      await page.goto(link)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect(page.locator('html')).toHaveAttribute('dir', dir)
      await expectAccessibleInTrial(page)
      await page.getByLabel(texts.track.email).fill(email)
      await page.getByRole('button', { name: texts.track.submit }).click()

      await expect(page).toHaveURL(orderPage)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.order.situations.ready.heading)
      await expectAccessibleInTrial(page)
      const download = page.getByRole('link', { name: texts.order.download })
      await expectDownload(page, () => download.click(), bytes)
      await expect(page.getByRole('table')).toContainText('Chrome, Linux')
      await expectAccessibleInTrial(page)

      // The reloaded page is rendered on the server and hydrated.
      await page.reload()
      await expect(page.getByRole('table')).toContainText('Chrome, Linux')
      await expectDownload(page, () => download.click(), bytes)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
      expect(wrong).toEqual([])
    })
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, locale: 'zh-CN' })

  test('the link of the mail leads to the document by forms and links', async ({ page, server }) => {
    const { bytes, link, orderPage } = await createApprovedOrder(server, 'Chinese')
    await page.goto(link)
    await page.getByRole('button', { name: chinese.track.submit }).click()
    await expect(page.getByLabel(chinese.track.email)).toHaveAccessibleDescription(
      new RegExp(`${chinese.track.emailMissing}$`),
    )
    await page.getByLabel(chinese.track.email).fill('somebody@example.com')
    await page.getByRole('button', { name: chinese.track.submit }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel(chinese.track.email)).toHaveValue('somebody@example.com')

    await page.getByText('中文').locator('visible=true').click()
    await page.getByRole('link', { name: 'English' }).locator('visible=true').click()
    await page.getByLabel(english.track.email).fill(email)
    await page.getByRole('button', { name: english.track.submit }).click()
    await expect(page).toHaveURL(`${orderPage}#opened`)
    const download = page.getByRole('link', { name: english.order.download })
    await expectDownload(page, () => download.click(), bytes)
    await page.reload()
    await expect(page.getByRole('table')).toContainText(/:\d\d\sEST *Chrome, Linux/)
    await expect(page.getByRole('table')).not.toContainText('GMT')
  })

  test('the link is requested again and mailed', async ({ page, server }) => {
    const address = 'forgetful@example.com'
    const orderId = await server.takeIn({ email: address })
    await page.goto('/track-order')
    await page.getByRole('link', { name: chinese.track.lost }).click()
    await page.getByLabel(chinese.track.email).fill(address)
    await page.getByRole('button', { name: chinese.link.submit }).click()
    await expect(page.getByRole('alert')).toHaveText(chinese.link.kept)
    await expect
      .poll(async () => String((await server.mails(orderId)).at(-1)?.html))
      .toContain(`/track-order/${encodeOrderId(orderId)}`)
  })
})

const maxTabStops = 40

async function tabTo(page: Page, target: Locator) {
  for (let stop = 0; stop < maxTabStops; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

test('the link of the mail leads to the document by keyboard (product §6)', async ({ page, server }) => {
  const { bytes, link, orderPage } = await createApprovedOrder(server, 'English')
  await page.goto(link)
  await tabTo(page, page.getByLabel(english.track.email))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(orderPage)
  await tabTo(page, page.getByRole('link', { name: english.order.download }))
  await expectDownload(page, () => page.keyboard.press('Enter'), bytes)

  await page.reload()
  const menu = page.locator('summary').filter({ hasText: english.menu })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: english.menu })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: english.menu })).toBeHidden()
  await expect(menu).toBeFocused()
})
