import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { createChance } from '#server/demo/random.ts'
import { findChromium } from '../../test/support/browser/chromium.ts'
import { expect, test } from '../../test/browser/fixtures.ts'
import type { TestServer } from '../../test/browser/support/test-server.ts'
import { reportFigures } from '../figures.ts'

const killCount = Number(process.env['DRAFT_KILLS'] ?? 100)

test.use({ role: 'Team' })

const orderPath = (orderId: number) => `/admin/view-order/${encodeOrderId(orderId)}`
const remarkOf = (page: Page) => page.getByRole('textbox', { name: 'Remark' })

async function startBrowser() {
  const server = await chromium.launchServer(await findChromium())
  const child = server.process()
  return {
    browser: await chromium.connect(server.wsEndpoint()),
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      expect(child.signalCode, 'the browser ended before it was killed').toBe('SIGKILL')
    },
  }
}

async function readDraft(browser: Browser, server: TestServer, orderId: number): Promise<string> {
  const context = await signedIn(browser, server)
  const page = await context.newPage()
  await page.goto(orderPath(orderId))
  await expect(remarkOf(page)).toBeVisible()
  const text = await remarkOf(page).inputValue()
  await context.close()
  return text
}

async function signedIn(browser: Browser, server: TestServer) {
  const value = JSON.stringify({ accessToken: await server.token('Team') })
  const origins = [{ origin: server.url, localStorage: [{ name: 'user', value }] }]
  return browser.newContext({ baseURL: server.url, storageState: { cookies: [], origins } })
}

async function openNoting(browser: Browser, server: TestServer, orderId: number) {
  const page = await (await signedIn(browser, server)).newPage()
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

function typeOn(page: Page): { isGoingOn: () => boolean; ended: Promise<void> } {
  let isGoingOn = true
  const type = async () => {
    for (let word = 1; ; word++) {
      await remarkOf(page).pressSequentially(`word${word} `, { delay: chance.integer(5, 60) })
      await pause(chance.integer(0, 900))
    }
  }
  const ended = type().catch(() => void (isGoingOn = false))
  return { isGoingOn: () => isGoingOn, ended }
}

const victims = ['browser', 'server'] as const
interface Kill {
  of: (typeof victims)[number]
  said: string
  found: string
}

async function killWhileTyping(reader: Browser, server: TestServer, of: Kill['of']): Promise<Kill> {
  const typist = await startBrowser()
  const orderId = await server.takeIn({})
  const { page, noted } = await openNoting(typist.browser, server, orderId)
  const typing = typeOn(page)
  await pause(chance.integer(1000, 5000))
  expect(typing.isGoingOn(), 'nobody was typing').toBe(true)
  if (of === 'browser') await typist.kill()
  const { text: said } = noted
  if (of === 'server') await server.killAndRestart()
  const found = await readDraft(reader, server, orderId)
  if (of === 'server') await typist.kill()
  await typing.ended
  return { of, said, found }
}

test('a saved draft survives kills of browser and server (product §12)', async ({ browser, server }) => {
  test.setTimeout(60_000 + killCount * 120_000)
  const kills: Kill[] = []
  const counted = () => kills.filter(({ said }) => said !== '')
  // A kill before the first saved state proves nothing and is repeated.
  while (counted().length < killCount && kills.length < 2 * killCount + 2)
    kills.push(await killWhileTyping(browser, server, victims[counted().length % 2] ?? 'browser'))
  const lost = kills.filter(({ said, found }) => !found.startsWith(said))
  const of = (victim: Kill['of']) => counted().filter((kill) => kill.of === victim).length
  process.stdout.write(
    `${counted().length} kills while typing after a text was said to be kept (${of('browser')} of the browser, ${of('server')} of the server), ` +
      `${kills.length - counted().length} before that, ${lost.length} lost\n`,
  )
  reportFigures({ tried: `${counted().length} kills while typing`, found: `${lost.length} texts lost` })
  expect(lost).toEqual([])
  expect(counted()).toHaveLength(killCount)
})
