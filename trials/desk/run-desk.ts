// npm run trial -- desk [--only TEXT] [--rounds N]: what a member's work takes at the desk. Journeys in a real browser over the
// built product; keys, clicks and ways of the pointer are counted from the pages' own events, what one waits for is
// measured, and both are added by the keystroke-level model.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type BrowserContext } from '@playwright/test'
import { addFormOrigin } from '#contract/form-filler.ts'
import type { Role } from '#contract/rules/roles.ts'
import { createTable } from '../bench/table.ts'
import { startTestServer, type TestServer } from '../../test/browser/support/test-server.ts'
import { startFillerBrowser } from '../../test/filler/filler-browser.ts'
import { startOfficialPage, type OfficialPage } from '../../test/filler/official-page.ts'
import { findChromium, findWholeChromium } from '../../test/support/browser/chromium.ts'
import { aPdf } from '../../test/support/document-fixtures.ts'
import setup from '../../test/support/global-setup.ts'
import { declaration } from '../../test/filler/declarations.ts'
import { openDesk, type Desk, type Figures } from './journey.ts'
import {
  nameAsTelecaller,
  orderByDroppedFile,
  orderByFileDialog,
  orderByKeys,
  undo,
} from './journeys/orders.ts'
import { fortyFieldsByFiller, fortyFieldsBySheet, twentyOrders } from './journeys/filing.ts'
import { bouncedMail } from './journeys/mail-problems.ts'
import { fiveRefunds } from './journeys/refunds.ts'
import { reportFigures } from '../figures.ts'

export interface JourneyTools {
  server: TestServer
  /** The path of a PDF without words: nothing can be said against it. */
  approvedFile: string
  /** A mock of it, which the form filler may fill. */
  officialPage: OfficialPage
}

export interface Journey {
  name: string
  /** Of the version before all of this was begun, by the same model. */
  before: string
  /** s */
  aim: number
  /** Of the member at the desk. */
  role?: Role
  /** In a browser with the form filler. */
  hasFiller?: boolean
  /** What is there before the journey begins. */
  prepare?: (desk: Desk, tools: JourneyTools) => Promise<void>
  run: (desk: Desk, tools: JourneyTools) => Promise<void>
}

const journeys: readonly Journey[] = [
  orderByDroppedFile,
  orderByFileDialog,
  orderByKeys,
  undo,
  nameAsTelecaller,
  bouncedMail,
  fortyFieldsBySheet,
  fortyFieldsByFiller,
  twentyOrders,
  fiveRefunds,
]

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, rounds: { type: 'string', default: '3' } },
})
const rounds = Number(values.rounds)
const waitingOrders = 80

/** Of several rounds, the one in the middle. */
const middle = (figures: readonly Figures[]) =>
  [...figures].sort((a, b) => a.seconds - b.seconds)[Math.floor(figures.length / 2)]

execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] })
const folder = await mkdtemp(join(tmpdir(), 'pabean-desk-'))
const approvedFile = join(folder, 'approved.pdf')
await writeFile(approvedFile, await aPdf())
const tearDown = await setup()
const server = await startTestServer(null)
const browser = await chromium.launch(await findChromium())
const officialPage = await startOfficialPage()
await server.call('Admin', addFormOrigin, { body: { origin: officialPage.origin } })
for (let index = 0; index < waitingOrders; index++) await server.takeIn(declaration(index))

const screen = { baseURL: server.url, viewport: { width: 1440, height: 900 } }

async function openContext(
  hasFiller: boolean,
): Promise<{ context: BrowserContext; end: () => Promise<void> }> {
  if (!hasFiller) {
    const context = await browser.newContext(screen)
    return { context, end: () => context.close() }
  }
  const whole = await findWholeChromium()
  if (!whole)
    throw new Error('The form filler needs a whole Chromium: install one, or name it in CHROMIUM_PATH.')
  return startFillerBrowser(whole, { product: server.url, forms: [officialPage.origin] }, screen)
}

async function measure({ role = 'Team', hasFiller = false, prepare, run }: Journey): Promise<Figures> {
  const user = JSON.stringify({ accessToken: await server.token(role) })
  const { context, end } = await openContext(hasFiller)
  context.setDefaultTimeout(15_000)
  try {
    await context.addInitScript(
      ([origin, stored]) => location.origin === origin && localStorage.setItem('user', stored),
      [server.url, user] as const,
    )
    const opened = await openDesk(context)
    const tools = { server, approvedFile, officialPage }
    await prepare?.(opened.desk, tools)
    return await opened.run((desk) => run(desk, tools))
  } finally {
    await end()
  }
}

const table = createTable([
  'journey',
  'keys',
  'clicks',
  'way, px',
  'thought',
  'waited, s',
  's',
  'before',
  'aim, s',
])
const reached: string[] = []
try {
  for (const journey of journeys.filter(({ name }) => name.includes(values.only))) {
    const figures: Figures[] = []
    for (let round = 0; round < rounds; round++) figures.push(await measure(journey))
    const shown = middle(figures)
    if (!shown) throw new Error('no rounds')
    const { keys, clicks, way, operators, waited, seconds } = shown
    reached.push(`${journey.name} ${seconds.toFixed(1)}${seconds > journey.aim ? ' (missed)' : ''}`)
    table.add([
      journey.name,
      String(keys),
      String(clicks),
      way.toFixed(0),
      String(operators.think),
      waited.toFixed(2),
      seconds.toFixed(1),
      journey.before,
      `${journey.aim}${seconds > journey.aim ? ' (missed)' : ''}`,
    ])
  }
  reportFigures({ tried: `${reached.length} tasks, ${rounds} rounds`, found: `s: ${reached.join('; ')}` })
} finally {
  await browser.close()
  await officialPage.end()
  await server.end()
  await tearDown()
  await rm(folder, { recursive: true, force: true })
}
