// npm run test:faults: sends 10,000 mails with fault injection, broken connections and killed workers; prints a report.
// Options: --mails 10000 --workers 3 (at once, in the later half) --calls-per-kill 250 --limit 900 (s).
import './lib/require-node.mjs'
import { spawnSync } from 'node:child_process'
import { fail } from './lib/fail.mjs'

async function main() {
  const { prepare } = await import('./lib/prepare.mjs')
  const { root } = await import('./lib/project.mjs')
  await prepare()
  const { status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'test/faults/main.ts', ...process.argv.slice(2)],
    { cwd: root, stdio: 'inherit' },
  )
  process.exitCode = status ?? 1
}

main().catch(fail)
