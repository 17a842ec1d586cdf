// npm run trial: lists the trials with what each shows and about how long it takes.
// npm run trial -- NAME …, or NAME and options of its own, or --all: runs them (trials/run.ts).
import './lib/require-node.mjs'
import { fail } from './lib/fail.mjs'

async function main() {
  const { ensureInstalled } = await import('./lib/install.mjs')
  const { run } = await import('./lib/run.mjs')
  const { root } = await import('./lib/project.mjs')
  await ensureInstalled()
  process.chdir(root)
  const args = process.argv.slice(2)
  if (args.length > 0) await run(process.execPath, ['scripts/build.mjs'])
  const { tsImport } = await import('tsx/esm/api')
  const { runTrials } = await tsImport('../trials/run.ts', import.meta.url)
  process.exitCode = (await runTrials(args)) ? 0 : 1
}

main().catch(fail)
