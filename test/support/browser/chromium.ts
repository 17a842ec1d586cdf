import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium as playwright } from '@playwright/test'
import { unpackedChromium } from './unpacked-chromium.ts'

/** What Playwright's `launchOptions` need; `env` is the browser's whole environment. */
export type Chromium = { executablePath: string; args: string[]; env: Record<string, string> }

const run = promisify(execFile)

const wholeNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/**
 * Debian's shell without a window does a page with a third of the processes and two thirds of the time. By its path: its
 * command is a script, which would not pass on a signal.
 */
const systemNames = ['/usr/lib/chromium/chromium-headless-shell', ...wholeNames]

// Avoids background connections, which fail on machines without internet access, and a process that draws for a screen.
const chromiumArgs = [
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

/**
 * Finds an installed browser: `CHROMIUM_PATH`, else the system's,
 * else Playwright's own, else the one of an npm package. The caller must turn the sandbox
 * off (Playwright's default), because it does not work as root or in containers.
 * @throws if `CHROMIUM_PATH` is set and does not start.
 */
export async function findChromium(): Promise<Chromium> {
  const configuredPath = process.env['CHROMIUM_PATH']
  for (const candidate of configuredPath ? [configuredPath] : [...systemNames, playwright.executablePath()]) {
    const executablePath = await resolveStartable(candidate)
    if (executablePath) return { executablePath, args: chromiumArgs, env: environment() }
  }
  if (configuredPath) throw new Error(`CHROMIUM_PATH does not start: ${configuredPath}`)
  const { executablePath, env } = await unpackedChromium()
  return { executablePath, args: chromiumArgs, env: { ...environment(), ...env } }
}

/** The same with extensions, which neither Playwright's headless shell nor the npm package's has; undefined for none. */
export async function findWholeChromium(): Promise<Chromium | undefined> {
  const configuredPath = process.env['CHROMIUM_PATH']
  for (const candidate of configuredPath ? [configuredPath] : wholeNames) {
    const executablePath = await resolveStartable(candidate)
    if (executablePath) return { executablePath, args: chromiumArgs, env: environment() }
  }
  return undefined
}

/** The full path of a command if it runs; on some systems `chromium-browser` only prints how to install it. */
async function resolveStartable(command: string): Promise<string | undefined> {
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
