// npm run test:faults: sends 10,000 mails with fault injection, broken connections and killed workers; prints a report.
// Options: --mails 10000 --workers 3 (at once, in the later half) --calls-per-kill 250 --limit 900 (s).
// --long: also outages, a kill at every boundary, 10,000 races, and the HTTP suite over two servers.
import './lib/require-node.mjs'
import { spawnSync } from 'node:child_process'
import { fail } from './lib/fail.mjs'

const tsx = [process.execPath, '--import', 'tsx']
const longForms = [
  [...tsx, 'test/faults/run-outages.ts'],
  [...tsx, 'test/faults/run-boundaries.ts'],
  [...tsx, 'test/faults/run-boundaries.ts', '--bucket'],
  [...tsx, 'test/faults/run-background.ts'],
  [...tsx, 'test/faults/run-races.ts'],
  ['npm', 'run', 'test:two-servers'],
]

async function main() {
  const { prepare } = await import('./lib/prepare.mjs')
  const { root } = await import('./lib/project.mjs')
  await prepare()
  const given = process.argv.slice(2)
  const isLong = given.includes('--long')
  const mails = [...tsx, 'test/faults/main.ts', ...given.filter((argument) => argument !== '--long')]
  const statuses = [mails, ...(isLong ? longForms : [])].map(
    ([command, ...args]) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1,
  )
  process.exitCode = Math.max(...statuses)
}

main().catch(fail)
