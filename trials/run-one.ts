import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { figuresSetting, type Figures } from './figures.ts'
import type { Trial } from './table.ts'

export interface Outcome extends Figures {
  hasPassed: boolean
  /** Whether it came as far as to say what it found. */
  hasFigures: boolean
  minutes: number
}

const read = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined

interface LockFile {
  packages: Record<string, { version: string; optional?: boolean }>
}

/** Whether what a lock file names is installed. npm writes its own note last, so an interrupted installation has none. */
function isInstalled(folder: string): boolean {
  const required = read(join(folder, 'package-lock.json')) as LockFile
  const installed = read(join(folder, 'node_modules/.package-lock.json')) as LockFile | undefined
  return Object.entries(required.packages).every(
    ([path, { version, optional }]) =>
      path === '' || optional || installed?.packages[path]?.version === version,
  )
}

/** Installs a trial's own packages, by their lock file, where they are not there as it says. */
function installPackages(folder: string): void {
  if (isInstalled(folder)) return
  console.log(`Installing the packages of ${folder}…`)
  const { status } = spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`The packages of ${folder} cannot be installed.`)
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
}

/** Of a trial that is written as tests, where it says nothing itself. */
function countTests(report: unknown): Figures | undefined {
  if (typeof report !== 'object' || report === null) return undefined
  const [passed, failed] =
    'stats' in report ? countPlaywright(report as PlaywrightReport) : countVitest(report as VitestReport)
  return { tried: `${passed + failed} tests`, found: failed === 0 ? 'all passed' : `${failed} failed` }
}
const countVitest = ({ numPassedTests, numFailedTests }: VitestReport) =>
  [numPassedTests, numFailedTests] as const
const countPlaywright = ({ stats }: PlaywrightReport) =>
  [stats.expected, stats.unexpected + stats.flaky] as const

const reporters: Partial<Record<Trial['command'][0], (file: string) => string[]>> = {
  vitest: (file) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  playwright: () => ['--reporter=list,json'],
}

const signals = ['SIGINT', 'SIGTERM'] as const

/** Runs a trial with its output on the terminal. */
export async function runTrial(
  { command: [program, ...args], env = {}, packages }: Trial,
  options: readonly string[],
): Promise<Outcome> {
  const packageFolder = packages && join('trials/packages', packages)
  if (packageFolder) installPackages(packageFolder)
  const folder = mkdtempSync(join(tmpdir(), 'pabean-trial-'))
  const [figures, report] = [join(folder, 'figures.json'), join(folder, 'report.json')]
  const programs = [packageFolder, '.'].flatMap((it) => (it ? [resolve(it, 'node_modules/.bin')] : []))
  const began = performance.now()
  try {
    const child = spawn(program, [...args, ...(reporters[program]?.(report) ?? []), ...options], {
      stdio: 'inherit',
      env: {
        ...env,
        ...process.env,
        [figuresSetting]: figures,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        PATH: [...programs, process.env['PATH']].join(delimiter),
      },
    })
    // What ends the runner ends the trial, which then cleans up; the terminal tells it of SIGINT by itself.
    const relay = (signal: NodeJS.Signals) => signal === 'SIGTERM' && child.kill(signal)
    for (const signal of signals) process.on(signal, relay)
    const code = await new Promise<number | null>((done, fail) => child.on('exit', done).on('error', fail))
    for (const signal of signals) process.off(signal, relay)
    const given = (read(figures) as Figures | undefined) ?? countTests(read(report))
    return {
      tried: given?.tried ?? '–',
      found: [code === 0 ? [] : 'FAILED', given?.found ?? (code === 0 ? 'as it should be' : [])]
        .flat()
        .join(': '),
      hasPassed: code === 0,
      hasFigures: code === 0 || given !== undefined,
      minutes: (performance.now() - began) / 60_000,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
