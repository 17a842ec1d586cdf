// npm run test:safety: what was tried of each promise of docs/security.md, and what got through; then 100,000 guesses.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** The promises, and the tests that try to break each. */
const promises: readonly { promise: string; tests: readonly string[] }[] = [
  { promise: '1 Bodies', tests: ['test/safety/bodies.test.ts'] },
  { promise: '2 Connections', tests: ['test/safety/connections.test.ts'] },
  { promise: '3 Text', tests: ['test/safety/text-lengths.test.ts'] },
  { promise: '4 Mail that comes in', tests: ['test/safety/incoming-mail.test.ts'] },
  { promise: '5 Hostile files', tests: ['test/safety/hostile-files.test.ts'] },
  { promise: '6 Accounts', tests: ['test/safety/accounts.test.ts'] },
  { promise: '7 Second factor', tests: ['test/http/second-factor.test.ts'] },
  {
    promise: '8 Sensitive changes',
    tests: ['test/http/account-notices.test.ts', 'test/http/session-list.test.ts'],
  },
  { promise: '9 Visitors', tests: ['test/safety/visitors.test.ts', 'test/http/guess-attacks.test.ts'] },
  {
    promise: '10 Secrets and sealed data',
    tests: ['test/safety/canaries.test.ts', 'test/safety/data-keys.test.ts', 'test/http/reseal.test.ts'],
  },
  { promise: '11 Edges', tests: ['test/safety/edges.test.ts'] },
  { promise: '12 Card numbers', tests: ['test/safety/card-numbers.test.ts'] },
  { promise: '13 The audit', tests: ['test/http/audit.test.ts', 'test/http/audit-chain.test.ts'] },
]

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
    ['vitest', 'run', '--project=http', '--reporter=json', `--outputFile=${file}`, ...tests],
    'ignore',
  )
  const report: Report = JSON.parse(await readFile(file, 'utf8'))
  await rm(folder, { recursive: true })
  return report
}

/** Prints what was tried of a promise; returns how much got through, where a test that did not run counts too. */
function printPromise({ promise, tests }: (typeof promises)[number], report: Report): number {
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
