// npm test: every check and every test, on a fresh clone too; the last line sums them up.
// npm test -- <filter>: only the vitest files whose path contains the filter.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './lib/install.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const filter = process.argv.slice(2)

const vitest = {
  name: 'rules and calls',
  command: 'vitest run --reporter=default --reporter=json --outputFile.json=test-results/vitest.json',
  arguments: filter,
  report: 'test-results/vitest.json',
  count: ({ numPassedTests, numFailedTests, testResults }) => {
    const unloadable = testResults.filter((file) => file.status === 'failed' && !file.assertionResults.length)
    return { passed: numPassedTests, failed: numFailedTests + unloadable.length }
  },
}

const stages = [
  { name: 'format', command: 'oxfmt --check' },
  { name: 'lint', command: 'oxlint --type-aware' },
  { name: 'types', command: 'tsc --noEmit' },
  { name: 'unused', command: 'knip' },
  vitest,
  { name: 'build', command: 'node scripts/build.mjs' },
  {
    name: 'browser',
    command: 'playwright test',
    report: 'test-results/browser.json',
    count: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
  },
]

await ensureInstalled()
rmSync(join(root, 'test-results'), { recursive: true, force: true })
mkdirSync(join(root, 'test-results'))

const outcomes = (filter.length ? [vitest] : stages).map((stage) => {
  const outcome = run(stage)
  console.log(`── ${stage.name}: ${outcome.failed ? 'FAILED' : 'ok'}\n`)
  return outcome
})
const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
process.exitCode = sum('failed') ? 1 : 0
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)

function run(stage) {
  console.log(`── ${stage.name}`)
  const [command, ...args] = stage.command.split(' ')
  const { status } = spawnSync(command, [...args, ...(stage.arguments ?? [])], {
    cwd: root,
    env: { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const counts = (stage.count && readReport(stage)) ?? { passed: 0, failed: 0 }
  // A stage can fail without a failed test, for example in its setup.
  return status === 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) }
}

/** The counts of the runner's report; undefined if it crashed before writing one. */
function readReport({ report, count }) {
  const file = join(root, report)
  return existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}
