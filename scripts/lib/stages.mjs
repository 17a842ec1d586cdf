import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './project.mjs'

/** What is checked without running a test. */
export const checks = [
  { name: 'format', command: 'oxfmt --check' },
  { name: 'lint', command: 'oxlint --type-aware' },
  // More checkers each resolve the same types.
  { name: 'types', command: 'tsc --noEmit --checkers 1' },
  { name: 'types of old browsers', command: 'tsc --noEmit -p tsconfig.visitor.json' },
  { name: 'unused', command: 'knip' },
]

/** Runs a stage. Its output appears as it comes where it is shown live, otherwise when it has ended. */
export async function runStage(stage, isLive) {
  const [command, ...args] = stage.command.split(' ')
  const output = isLive ? 'inherit' : 'pipe'
  if (isLive) console.log(`── ${stage.name}`)
  const started = performance.now()
  const child = spawn(command, [...args, ...(stage.arguments ?? [])], {
    cwd: root,
    env: {
      ...process.env,
      PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      // Checks in Go collect garbage less often, which saves a fifth of their time.
      GOGC: '400',
    },
    stdio: ['ignore', output, output],
  })
  let text = isLive ? '' : `── ${stage.name}\n`
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
