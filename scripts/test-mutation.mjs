// npm run test:mutation: faults planted into the shared rules (Stryker) and into SQL; each must make a test fail.
// Options: --only TEXT (SQL faults whose name or tests have it; no rules) --lanes 2 (SQL faults at once).
import './lib/require-node.mjs'
import { spawnSync } from 'node:child_process'
import { fail } from './lib/fail.mjs'

async function main() {
  const { ensureInstalled } = await import('./lib/install.mjs')
  const { root } = await import('./lib/project.mjs')
  await ensureInstalled()
  const given = process.argv.slice(2)
  const run = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1
  const rules = given.includes('--only')
    ? 0
    : run('node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'test/mutation/stryker.config.mjs')
  const sql = run('--import', 'tsx', 'test/mutation/run-sql-faults.ts', ...given)
  process.exitCode = Math.max(rules, sql)
}

main().catch(fail)
