// npm test: every check and every test, on a fresh clone too; the last lines name what failed and sum up.
// npm test -- <filter>: only the vitest files whose path contains the filter.
import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/project.mjs'
import { checks, runStage } from './lib/stages.mjs'

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

/** Beside the other tests, of which a third waits, the browser's need a worker for each core. */
const together = [vitest, { ...browser, arguments: [`--workers=${Math.min(8, availableParallelism())}`] }]

const build = { name: 'build', command: 'node scripts/build.mjs' }

await ensureInstalled()
rmSync(join(root, 'test-results'), { recursive: true, force: true })
mkdirSync(join(root, 'test-results'))

/** Stages in parallel; the tests of rules and calls are shown as they go. */
const runTogether = (stages) =>
  Promise.all(stages.map((stage) => runStage(stage, stage.name === vitest.name)))

/** What both kinds of tests start is built before them; the checks, which need no build, go on beside them. */
async function runAll() {
  const checked = runTogether(checks)
  const built = await runTogether([build])
  const tested = await runTogether(together)
  return [...(await checked), ...built, ...tested]
}

const outcomes = filter.length ? await runTogether([vitest]) : await runAll()
for (const { failures } of outcomes) for (const failure of failures) console.log(`✗ ${failure}\n`)
const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
process.exitCode = sum('failed') ? 1 : 0
const skipped = sum('skipped')
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`)

/** Playwright's report nests suites: files, then describe blocks. */
function specsOf(suites = []) {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites)])
}
