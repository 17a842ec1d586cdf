import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathOf, titleOf } from './sql-fault.ts'

/** A scratch copy of the sources, in which tests are run over a fault. */
export interface Lane {
  read(file: string): Promise<string>
  write(file: string, text: string): Promise<void>
  /** Runs tests, named as in `SqlFault.seenBy`, up to the first failure; says which and why, or nothing where all pass. `limit` in seconds. */
  test(names: readonly string[], options: { limit: number }): Promise<string | undefined>
  remove(): Promise<void>
}

export async function createLane(): Promise<Lane> {
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
    test: (names, { limit }) => runTests(folder, names, limit),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function runTests(
  folder: string,
  names: readonly string[],
  limit: number,
): Promise<string | undefined> {
  const report = join(folder, 'report.json')
  await rm(report, { force: true })
  const titles = names.map(titleOf)
  const vitest = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=http',
      '--bail=1',
      '--maxWorkers=1',
      '--testTimeout=60000',
      '--experimental.fsModuleCache',
      '--reporter=json',
      `--outputFile=${report}`,
      ...(titles.every((title) => title !== undefined) ? ['-t', titles.join('|')] : []),
      ...names.map(pathOf),
    ],
    { cwd: folder, stdio: 'ignore', timeout: limit * 1000 },
  )
  const [code, signal] = await once(vitest, 'exit')
  if (signal) return `no end within ${limit} s`
  return code === 0 ? undefined : firstFailure(await readFile(report, 'utf8').catch(() => ''))
}

interface Report {
  testResults: {
    message: string
    name: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

function firstFailure(report: string): string {
  if (report === '') return 'the tests did not run'
  const { testResults } = JSON.parse(report) as Report
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    const said = (failed?.failureMessages[0] ?? message).split('\n')[0]?.slice(0, 200)
    if (failed ?? message)
      return `${name.split('/').at(-1)}: ${failed?.fullName ?? 'does not load'} (${said})`
  }
  return 'the tests did not end well'
}
