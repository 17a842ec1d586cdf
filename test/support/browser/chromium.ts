import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { chromium as playwright } from '@playwright/test'
import { unpackedChromium } from './unpacked-chromium.ts'

/** What Playwright's `launchOptions` need; `env` is the browser's whole environment. */
export type Chromium = { executablePath: string; args: string[]; env: Record<string, string> }

const run = promisify(execFile)

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

// A machine without a way out would otherwise refuse many connections at every start of the browser.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

/**
 * Finds a browser that runs here without anything being installed: `CHROMIUM_PATH`, else the system's,
 * else Playwright's own, else the one that comes as an npm package. Whoever launches it turns the sandbox
 * off, as Playwright does by itself, since root and containers have none.
 * @throws if `CHROMIUM_PATH` is set and does not start.
 */
export async function findChromium(): Promise<Chromium> {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) {
    if (!(await starts(chosen))) throw new Error(`CHROMIUM_PATH does not start: ${chosen}`)
    return { executablePath: chosen, args: quiet, env: environment() }
  }
  const playwrights = playwright.executablePath()
  for (const candidate of [...systemNames, ...(existsSync(playwrights) ? [playwrights] : [])]) {
    if (await starts(candidate))
      return { executablePath: await located(candidate), args: quiet, env: environment() }
  }
  const { executablePath, env } = await unpackedChromium()
  return { executablePath, args: quiet, env: { ...environment(), ...env } }
}

// Some systems have a `chromium-browser` that only says how to install one.
async function starts(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false,
  )
}

async function located(command: string): Promise<string> {
  const { stdout } = await run('sh', ['-c', 'command -v "$0"', command])
  return stdout.trim()
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
