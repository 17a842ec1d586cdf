// npm test: every check and every test, on a fresh clone too; the last lines name what failed and sum up.
// npm test -- <filter>: only the vitest files whose path contains the filter.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
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
  failures: ({ testResults }) =>
    testResults
      .filter((file) => file.status === 'failed')
      .flatMap(({ name, message, assertionResults }) => {
        const failed = assertionResults.filter((test) => test.status === 'failed')
        const inFile = relative(root, name)
        return failed.length
          ? failed.map((test) => `${inFile}: ${test.fullName}\n${test.failureMessages.join('\n')}`)
          : [`${inFile}\n${message}`]
      }),
}

const browser = {
  name: 'browser',
  command: 'playwright test',
  report: 'test-results/browser.json',
  count: ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }),
  failures: ({ suites }) =>
    specsOf(suites)
      .filter((spec) => !spec.ok)
      .map(({ file, title, tests }) => {
        const errors = tests.flatMap((test) => test.results.flatMap((result) => result.errors))
        return `${file}: ${title}\n${errors.map((error) => error.message).join('\n')}`
      }),
}

/** Groups run one after the other, the stages of a group in parallel. */
const stages = [
  [
    { name: 'format', command: 'oxfmt --check' },
    { name: 'lint', command: 'oxlint --type-aware' },
    { name: 'types', command: 'tsc --noEmit' },
    { name: 'unused', command: 'knip' },
    { name: 'build', command: 'node scripts/build.mjs' },
  ],
  [vitest],
  [browser],
]

await ensureInstalled()
rmSync(join(root, 'test-results'), { recursive: true, force: true })
mkdirSync(join(root, 'test-results'))

const outcomes = []
for (const group of filter.length ? [[vitest]] : stages)
  outcomes.push(...(await Promise.all(group.map((stage) => run(stage, group.length === 1)))))
for (const { failures } of outcomes) for (const failure of failures) console.log(`✗ ${failure}\n`)
const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
process.exitCode = sum('failed') ? 1 : 0
const skipped = sum('skipped')
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`)

/** Runs a stage. Its output appears at once if it runs alone, otherwise when it has ended. */
async function run(stage, isAlone) {
  const [command, ...args] = stage.command.split(' ')
  const output = isAlone ? 'inherit' : 'pipe'
  if (isAlone) console.log(`── ${stage.name}`)
  const started = performance.now()
  const child = spawn(command, [...args, ...(stage.arguments ?? [])], {
    cwd: root,
    env: { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) },
    stdio: ['ignore', output, output],
  })
  let text = isAlone ? '' : `── ${stage.name}\n`
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (text += bytes))
  const status = await new Promise((resolve) => {
    child.on('close', resolve).on('error', ({ message }) => {
      text += `${message}\n`
      resolve(null)
    })
  })
  const { passed, failed, skipped = 0, failures } = readReport(stage)
  // A stage can fail without a failed test, for example in its setup.
  const outcome = { passed, failed: status === 0 ? failed : Math.max(1, failed), skipped, failures }
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${text}── ${stage.name}: ${outcome.failed ? 'FAILED' : 'ok'}, ${seconds} s\n`)
  return outcome
}

/** What the runner's report says; empty for a stage without one, or one that crashed before writing it. */
function readReport({ report, count, failures }) {
  const file = report && join(root, report)
  if (!file || !existsSync(file)) return { passed: 0, failed: 0, failures: [] }
  const content = JSON.parse(readFileSync(file, 'utf8'))
  return { ...count(content), failures: failures(content) }
}

/** Playwright's report nests suites: files, then describe blocks. */
function specsOf(suites = []) {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites)])
}
