// npm run release -- FOLDER: packs the built product with the packages that run, so that it needs Node alone, into FOLDER (release/).
// npm run release -- --unpacked FOLDER: the same as a folder, of the tree as it is; images are made of it.
import './lib/require-node.mjs'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fail } from './lib/fail.mjs'
import { root } from './lib/project.mjs'
import { assemble, countPackages } from './lib/release/assemble.mjs'
import { billOfMaterials } from './lib/release/bill-of-materials.mjs'
import { checksums, pack } from './lib/release/pack.mjs'
import { run } from './lib/run.mjs'

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const build = () => run(process.execPath, ['scripts/build.mjs'])

async function release(target) {
  if (git('status', '--porcelain') !== '')
    throw new Error('A release is made of a commit: commit what has changed first.')
  const seconds = Number(git('log', '-1', '--format=%ct'))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  // Of two archives everybody sees which one is newer, and what it was made of.
  const day = new Date(seconds * 1000).toISOString().slice(0, 10).replaceAll('-', '')
  const name = `pabean-${version}-${day}-${git('rev-parse', '--short=8', 'HEAD')}`
  await build()

  const temporary = mkdtempSync(join(tmpdir(), 'pabean-release-'))
  try {
    const folder = join(temporary, name)
    await assemble(folder)
    mkdirSync(target, { recursive: true })
    const archive = join(target, `${name}-${process.platform}-${process.arch}.tar.gz`)
    const bill = join(target, `${name}.cdx.json`)
    await pack(folder, archive, seconds)
    writeFileSync(bill, `${JSON.stringify(billOfMaterials(folder, seconds), null, 2)}\n`)
    writeFileSync(join(target, 'SHA256SUMS'), await checksums([archive, bill]))
    const megabytes = Math.round(statSync(archive).size / 1e6)
    console.log(`${archive}: ${megabytes} MB, ${countPackages(folder)} packages`)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { unpacked: { type: 'string' } },
    allowPositionals: true,
  })
  // Under npm, of the folder in which it was called.
  const from = process.env.INIT_CWD ?? process.cwd()
  if (values.unpacked === undefined) return release(resolve(from, positionals[0] ?? join(root, 'release')))
  await build()
  await assemble(resolve(from, values.unpacked))
}

main().catch(fail)
