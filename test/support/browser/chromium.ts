import { execFile } from 'node:child_process'
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
  for (const candidate of chosen ? [chosen] : [...systemNames, playwright.executablePath()]) {
    const executablePath = await startable(candidate)
    if (executablePath) return { executablePath, args: quiet, env: environment() }
  }
  if (chosen) throw new Error(`CHROMIUM_PATH does not start: ${chosen}`)
  const { executablePath, env } = await unpackedChromium()
  return { executablePath, args: quiet, env: { ...environment(), ...env } }
}

/** The full path of a command that runs; some systems have a `chromium-browser` that only says how to get one. */
async function startable(command: string): Promise<string | undefined> {
  try {
    await run(command, ['--version'])
    return (await run('sh', ['-c', 'command -v "$0"', command])).stdout.trim()
  } catch {
    return undefined
  }
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
