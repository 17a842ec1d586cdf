import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { createChance } from '#server/demo/random.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { expect, test } from './fixtures.ts'
import type { TestServer } from './support/test-server.ts'

/** 100 in the long form (`npm run test:drafts`). */
const killCount = Number(process.env['DRAFT_KILLS'] ?? 2)

test.use({ role: 'Team' })

const orderPath = (orderId: number) => `/admin/view-order/${encodeOrderId(orderId)}`
const remarkOf = (page: Page) => page.getByRole('textbox', { name: 'Remark' })

/** A browser process of its own, which can be killed. */
async function startBrowser(): Promise<{ browser: Browser; kill: () => void }> {
  const server = await chromium.launchServer(await findChromium())
  return {
    browser: await chromium.connect(server.wsEndpoint()),
    kill: () => void server.process().kill('SIGKILL'),
  }
}

/** Opens an order and notes each text that its field says is kept, as soon as it does. */
async function openNoting(browser: Browser, server: TestServer, orderId: number) {
  const value = JSON.stringify({ accessToken: await server.token('Team') })
  const origins = [{ origin: server.url, localStorage: [{ name: 'user', value }] }]
  const context = await browser.newContext({ baseURL: server.url, storageState: { cookies: [], origins } })
  const page = await context.newPage()
  const noted = { text: '' }
  await page.exposeFunction('noteKept', (text: string) => (noted.text = text))
  await page.goto(orderPath(orderId))
  await expect(remarkOf(page)).toBeVisible()
  await page.evaluate(() => {
    const panel = document.querySelector('#comment')
    if (!panel) throw new Error('the comment is not there')
    new MutationObserver(() => {
      const isKept = [...panel.querySelectorAll('span')].some(({ textContent }) => textContent === 'Kept')
      const { value: text } = panel.querySelector('textarea') ?? { value: '' }
      if (isKept) (window as unknown as { noteKept: (text: string) => void }).noteKept(text)
    }).observe(panel, { subtree: true, childList: true, characterData: true })
  })
  return { page, noted }
}

const chance = createChance(20_261_124)

/** Types words with pauses, as one does who thinks, until the page is gone. */
async function typeOn(page: Page): Promise<void> {
  for (let word = 1; ; word++) {
    await remarkOf(page).pressSequentially(`word${word} `, { delay: chance.integer(5, 60) })
    await pause(chance.integer(0, 900))
  }
}

test('what a field says is kept is there, whatever is killed while one types', async ({ page, server }) => {
  test.setTimeout(60_000 + killCount * 60_000)
  const lost: { kill: number; of: string; said: string; found: string }[] = []
  let said = 0
  for (let kill = 0; kill < killCount; kill++) {
    const victim = await startBrowser()
    const orderId = await server.takeIn({})
    const { page: typing, noted } = await openNoting(victim.browser, server, orderId)
    const typed = typeOn(typing).catch(() => {})
    await pause(chance.integer(1000, 5000))
    const of = kill % 2 === 0 ? 'browser' : 'server'
    if (of === 'browser') victim.kill()
    const { text } = noted
    if (of === 'server') await server.killAndRestart()
    await page.goto(orderPath(orderId))
    await expect(remarkOf(page)).toBeVisible()
    const found = await remarkOf(page).inputValue()
    if (text !== '') said++
    if (!found.startsWith(text)) lost.push({ kill, of, said: text, found })
    if (of === 'server') victim.kill()
    await typed
  }
  process.stdout.write(
    `${killCount} kills of browser and server by turns, ${said} after a text was said to be kept, ${lost.length} lost\n`,
  )
  expect(lost).toEqual([])
})
