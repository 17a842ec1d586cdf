// npm run check: format, lint, types, what is unused, and the architecture's rules with their figures; no other test.
// npm run check -- --figures REF: the figures alone, of an older commit and of the working tree.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fail } from './lib/fail.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/project.mjs'
import { checks, runStage } from './lib/stages.mjs'

const printFigures = (...folder) => {
  const args = ['--import', 'tsx', 'test/print-figures.ts', ...folder]
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  console.log('')
}

function printFiguresOf(ref) {
  const folder = mkdtempSync(join(tmpdir(), 'pabean-figures-'))
  try {
    const archive = execFileSync('git', ['archive', ref, 'src', 'test', 'trials', 'docs/glossary.md'], {
      cwd: root,
      maxBuffer: 2 ** 30,
    })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    console.log(`── figures of ${ref}`)
    printFigures(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function main() {
  const { values } = parseArgs({ options: { figures: { type: 'string' } } })
  await ensureInstalled()
  if (values.figures) printFiguresOf(values.figures)
  console.log('── figures')
  printFigures()
  if (values.figures) return
  const architecture = {
    name: 'architecture',
    command: 'vitest run --project rules test/architecture.test.ts',
  }
  const outcomes = await Promise.all([...checks, architecture].map((stage) => runStage(stage, false)))
  process.exitCode = outcomes.some(({ failed }) => failed > 0) ? 1 : 0
}

main().catch(fail)
