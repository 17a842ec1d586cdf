// npm run test:safety: what was tried of each promise of docs/security.md, and what got through; then 100,000 guesses.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promises, type Promised } from './promises.ts'

interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { title: string; fullName: string; status: 'passed' | 'failed' | 'pending' }[]
  }[]
}

async function run(command: string, args: readonly string[], output: 'inherit' | 'ignore'): Promise<number> {
  const child = spawn(command, args, { stdio: ['ignore', output, output] })
  const [code] = await once(child, 'exit')
  return Number(code ?? 1)
}

async function runTests(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'pabean-safety-'))
  const file = join(folder, 'report.json')
  const tests = [...new Set(promises.flatMap(({ tests }) => tests))]
  await run(
    'npx',
    [
      'vitest',
      'run',
      '--project=rules',
      '--project=http',
      '--reporter=json',
      `--outputFile=${file}`,
      ...tests,
    ],
    'ignore',
  )
  const report: Report = JSON.parse(await readFile(file, 'utf8'))
  await rm(folder, { recursive: true })
  return report
}

/** Prints what was tried of a promise; returns how much got through, where a test that did not run counts too. */
function printPromise({ promise, tests, browserTests = [] }: Promised, report: Report): number {
  const results = tests.map((test) =>
    report.testResults.find(({ name }) => relative(process.cwd(), name) === test),
  )
  const tried = results.flatMap((result) => result?.assertionResults ?? [])
  const through = tried.filter(({ status }) => status !== 'passed')
  const broken = tests.filter((_, index) => (results[index]?.assertionResults.length ?? 0) === 0)
  const count = through.length + broken.length
  console.log(`\n${promise}: ${tried.length} tried, ${count === 0 ? 'nothing' : count} got through`)
  for (const { fullName, status } of tried) console.log(`  ${status === 'passed' ? '✓' : '✗'} ${fullName}`)
  for (const test of broken) console.log(`  ✗ ${test} did not run`)
  for (const test of browserTests) console.log(`  – ${test} is for npx playwright test`)
  return count
}

const report = await runTests()
const failures = promises.map((promise) => printPromise(promise, report)).reduce((sum, n) => sum + n, 0)
console.log('\nGuesses')
const guesses = await run(
  'npx',
  ['tsx', 'test/safety/run-guess-attacks.ts', ...process.argv.slice(2)],
  'inherit',
)
console.log(failures === 0 && guesses === 0 ? '\nNothing got through.' : '\nSomething got through.')
process.exit(failures === 0 && guesses === 0 ? 0 : 1)
