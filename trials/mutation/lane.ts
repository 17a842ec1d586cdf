import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import setup from '../../test/support/global-setup.ts'
import { readPlaywright, readVitest, type Outcome } from './test-report.ts'

/** Vitest's projects, and Playwright over the tests or over the trials. */
export type Runner = 'http' | 'rules' | 'browser' | 'browser-trials'

export interface TestRun {
  runner: Runner
  paths: readonly string[]
  /** A pattern of titles; without it, all tests of the files. */
  titles?: string | undefined
  /** In seconds. */
  limit: number
  /** Runs all tests, rather than up to the first that fails. */
  all?: boolean
}

/** A scratch copy of the sources, in which tests are run over a fault. */
export interface Lane {
  read(file: string): Promise<string>
  write(file: string, text: string): Promise<void>
  test(run: TestRun): Promise<Outcome>
  remove(): Promise<void>
}

async function createLane(): Promise<Lane> {
  const folder = await mkdtemp(join(tmpdir(), 'pabean-planted-'))
  const list = execFileSync('git', [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--deduplicate',
  ])
  for (const file of list.toString().split('\0').filter(Boolean)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await cp(file, join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      // A file that git knows may be gone from the work tree.
      if (error.code !== 'ENOENT') throw error
    })
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return {
    read: (file) => readFile(join(folder, file), 'utf8'),
    write: (file, text) => writeFile(join(folder, file), text),
    test: (run) => runTests(folder, run),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const vitest = ({ runner, titles, paths, all }: TestRun, report: string): string[] => [
  'node_modules/vitest/vitest.mjs',
  'run',
  `--project=${runner}`,
  ...(all ? [] : ['--bail=1']),
  '--maxWorkers=1',
  '--testTimeout=120000',
  '--experimental.fsModuleCache',
  '--reporter=json',
  `--outputFile=${report}`,
  ...(titles === undefined ? [] : ['-t', titles]),
  ...paths,
]

const playwright = ({ runner, titles, paths, all }: TestRun): string[] => [
  'node_modules/@playwright/test/cli.js',
  'test',
  ...(runner === 'browser-trials' ? ['--config=trials/playwright.config.ts'] : []),
  ...(all ? [] : ['--max-failures=1']),
  '--workers=1',
  '--timeout=60000',
  '--reporter=json',
  ...(titles === undefined ? [] : ['--grep', titles]),
  ...paths,
]

async function runTests(folder: string, run: TestRun): Promise<Outcome> {
  const report = join(folder, 'report.json')
  await rm(report, { force: true })
  const isBrowser = run.runner === 'browser' || run.runner === 'browser-trials'
  const start = (args: string[]) => {
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    return once(
      spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore', timeout: run.limit * 1000 }),
      'exit',
    )
  }
  const nothing = { passed: [], failed: [] }
  if (isBrowser) {
    const [code] = await start(['scripts/build.mjs'])
    if (code !== 0) return { ...nothing, failure: 'the pages are not built' }
  }
  const [code, signal] = await start(isBrowser ? playwright(run) : vitest(run, report))
  if (signal) return { ...nothing, failure: `no end within ${run.limit} s` }
  const text = await readFile(report, 'utf8').catch(() => '')
  if (text === '') return { ...nothing, failure: 'the tests did not run' }
  const outcome = isBrowser ? readPlaywright(text) : readVitest(text)
  if (code === 0) return outcome
  return { ...outcome, failure: outcome.failure ?? 'the tests did not end well' }
}

/** Makes so many lanes over one PostgreSQL, and removes them at the end. */
export async function withLanes(count: number, work: (lanes: readonly Lane[]) => Promise<void>) {
  const undo = await setup()
  // Each run of the tests brings its own schema up to date, which can have a fault, too.
  delete process.env['TEST_DATABASE_TEMPLATE']
  const lanes = await Promise.all(Array.from({ length: count }, createLane))
  try {
    await work(lanes)
  } finally {
    await Promise.all(lanes.map((lane) => lane.remove()))
    await undo()
  }
}

/** Plants the faults, each in the next lane that is free; returns those that survive. */
export async function plantAll<F>(
  lanes: readonly Lane[],
  faults: readonly F[],
  isKilled: (lane: Lane, fault: F) => Promise<boolean>,
): Promise<F[]> {
  const survivors: F[] = []
  const waiting = faults.values()
  await Promise.all(
    lanes.map(async (lane) => {
      for (const fault of waiting) if (!(await isKilled(lane, fault))) survivors.push(fault)
    }),
  )
  return survivors
}
