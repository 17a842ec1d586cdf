import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from './test/support/browser/chromium.ts'

const chromium = await findChromium()

/** What tests of what a page does can do without: processes of its own for each page, and code that is made faster the longer it runs. */
const leanArgs = [
  '--process-per-site',
  '--in-process-gpu',
  '--num-raster-threads=1',
  '--disable-checker-imaging',
  '--js-flags=--no-maglev --no-opt',
]

export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results/browser',
  globalSetup: './test/support/global-setup.ts',
  // More workers than cores, because tests wait for the page and the server.
  workers: Math.min(8, Math.ceil(availableParallelism() * 1.5)),
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // For what hangs.
  timeout: 400_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: { ...chromium, args: [...chromium.args, ...leanArgs] },
    // Each frame of a transition is drawn by the processor; what transitions do is tested where it is said.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    // Recording costs a third of the time: TRACE=1 does it where a failure is looked into.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
  },
})
