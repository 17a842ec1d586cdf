// npm run check: the figures of the architecture's rules, then all of `npm test`, which is what CI runs.
// npm run check -- --figures REF: the figures alone, of an older commit and of the working tree.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fail } from './lib/fail.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/project.mjs'

const printFigures = (...folder) => {
  const args = ['--import', 'tsx', 'test/print-figures.ts', ...folder]
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  console.log('')
}

function printFiguresOf(ref) {
  const folder = mkdtempSync(join(tmpdir(), 'pabean-figures-'))
  try {
    const archive = execFileSync('git', ['archive', ref, 'src'], { cwd: root, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    console.log(`── figures of ${ref}`)
    printFigures(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { figures: { type: 'string' } },
    allowPositionals: true,
  })
  await ensureInstalled()
  if (values.figures) printFiguresOf(values.figures)
  console.log('── figures')
  printFigures()
  if (values.figures) return
  process.argv.splice(2, Infinity, ...positionals)
  await import('./test.mjs')
}

main().catch(fail)
