import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type BrowserContextOptions } from '@playwright/test'
import { writeFiller } from '#server/filing/build-filler.ts'
import type { FillerOrigins } from '#contract/rules/filler-manifest.ts'
import type { Chromium } from '../support/browser/chromium.ts'

export interface FillerBrowser {
  context: BrowserContext
  end(): Promise<void>
}

/** `chromium` must be a whole Chromium, since its headless shell has no extensions. */
export async function startFillerBrowser(
  { executablePath, args, env }: Chromium,
  origins: FillerOrigins,
  options: BrowserContextOptions = {},
): Promise<FillerBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'pabean-filler-'))
  const extension = join(folder, 'extension')
  await writeFiller(extension, origins)
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...options,
    executablePath,
    env,
    // Playwright's own headless mode is the shell's.
    headless: false,
    args: [
      ...args,
      '--headless=new',
      '--no-sandbox',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
  })
  if (context.serviceWorkers().length === 0) await context.waitForEvent('serviceworker')
  return {
    context,
    async end() {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
