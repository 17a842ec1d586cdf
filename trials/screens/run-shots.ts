// npm run trial -- shots [FOLDER] [--only TEXT]: pictures of every screen of the demo in four sizes, light and dark, into
// shots/ or FOLDER; with TEXT only of screens whose name has it.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../../test/support/browser/chromium.ts'
import { startDemoServer, type DemoServer } from '../../test/screens/demo-server.ts'
import {
  newScreenPage,
  sampleOrders,
  viewportsOf,
  type SampleOrders,
  type Screen,
} from '../../test/screens/screen.ts'
import { staffPictures } from '../../test/screens/staff-screens.ts'
import { visitorScreens } from '../../test/screens/visitor-screens.ts'
import { readOptions } from '../options.ts'

const schemes = ['light', 'dark'] as const
const parallelScreens = 3

interface Studio {
  browser: Browser
  demo: DemoServer
  orders: SampleOrders
  folder: string
}

async function takeShotsOf(screen: Screen, { browser, demo, orders, folder }: Studio): Promise<void> {
  for (const viewport of viewportsOf(screen)) {
    const context = await browser.newContext({ baseURL: demo.url, viewport, timezoneId: 'Asia/Jakarta' })
    try {
      if (screen.signedIn) await demo.signIn(context)
      const { page, settle, show } = await newScreenPage(context)
      await show(screen, orders)
      for (const colorScheme of schemes) {
        const file = join(folder, `${screen.name}-${viewport.width}-${colorScheme}`)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await settle()
        await page.screenshot({ path: `${file}.png` })
        if (screen.isLong) await page.screenshot({ path: `${file}-whole.png`, fullPage: true })
      }
    } finally {
      await context.close()
    }
  }
}

async function takeShots(folder: string, filter: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const screens = [...staffPictures, ...visitorScreens].filter(({ name }) => name.includes(filter))
  const demo = await startDemoServer()
  const browser = await chromium.launch(await findChromium())
  const failed: string[] = []
  try {
    const studio = { browser, demo, orders: await sampleOrders(demo), folder }
    const rest = screens.entries()
    const work = async () => {
      for (const [index, screen] of rest) {
        const problem = await takeShotsOf(screen, studio).catch(String)
        console.log(`${index + 1} of ${screens.length}: ${screen.name}${problem ? `: ${problem}` : ''}`)
        if (problem) failed.push(screen.name)
      }
    }
    await Promise.all(Array.from({ length: parallelScreens }, work))
  } finally {
    await browser.close()
    await demo.end()
  }
  return failed
}

const { only, first } = readOptions({ only: '' })
const failed = await takeShots(first ?? 'shots', only)
if (failed.length > 0) {
  console.error(`No picture of ${failed.join(', ')}.`)
  process.exitCode = 1
}
