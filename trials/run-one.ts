import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { figuresSetting, type Figures } from './figures.ts'
import type { Trial } from './table.ts'

interface Outcome extends Figures {
  hasPassed: boolean
  hasFigures: boolean
  minutes: number
}

interface TestReport {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected: number; unexpected: number; flaky: number }
}

const read = <T>(file: string): T | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined

/** The number of tests, where a trial written as tests reports no figures. */
function countTests(report: TestReport | undefined): Figures | undefined {
  if (!report) return undefined
  const { numPassedTests = 0, numFailedTests = 0, stats } = report
  const passed = stats?.expected ?? numPassedTests
  const failed = stats ? stats.unexpected + stats.flaky : numFailedTests
  return { tried: `${passed + failed} tests`, found: failed === 0 ? 'all passed' : `${failed} failed` }
}

const reporters: Readonly<Record<string, (file: string) => string[]>> = {
  vitest: (file) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  playwright: () => ['--reporter=list,json'],
}

export async function runTrial({ command, env }: Trial, options: readonly string[]): Promise<Outcome> {
  const [program = '', ...args] = command
  const folder = mkdtempSync(join(tmpdir(), 'pabean-trial-'))
  const [figures, report] = [join(folder, 'figures.json'), join(folder, 'report.json')]
  const began = performance.now()
  try {
    const child = spawn(program, [...args, ...(reporters[program]?.(report) ?? []), ...options], {
      stdio: 'inherit',
      env: {
        ...env,
        ...process.env,
        [figuresSetting]: figures,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        PATH: [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter),
      },
    })
    // The terminal sends SIGINT to the child itself; other signals are passed on.
    const relay = (signal: NodeJS.Signals) => void (signal === 'SIGTERM' && child.kill(signal))
    process.on('SIGTERM', relay).on('SIGINT', relay)
    const code = await new Promise<number | null>((done, fail) => child.on('exit', done).on('error', fail))
    process.off('SIGTERM', relay).off('SIGINT', relay)
    const hasPassed = code === 0
    const given = read<Figures>(figures) ?? countTests(read<TestReport>(report))
    return {
      tried: given?.tried ?? '–',
      found: `${hasPassed ? '' : 'FAILED: '}${given?.found ?? 'no figures'}`,
      hasPassed,
      hasFigures: given !== undefined,
      minutes: (performance.now() - began) / 60_000,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
