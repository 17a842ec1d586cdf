// npm run trial -- mutation: takes each condition and lock out of the statements that write, one after the other, in scratch
// copies of the sources; an HTTP test must fail for each. --only TEXT: faults whose file, declaration or text has it;
// --every 10: each tenth; --lanes 2: faults at once; --list: names them alone.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import setup from '../../test/support/global-setup.ts'
import { reportFigures } from '../figures.ts'
import { readOptions } from '../options.ts'
import { faultsIn, testsOf, type SqlFault } from './sql-faults.ts'

const chosen = readOptions({ only: '', every: 1, lanes: 2, list: false })

const root = 'src/server'
const nameOf = ({ file, declaration, text }: SqlFault) => `${file} ${declaration}: without ${text}`

// The demo fills an empty database once.
const faults = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('demo/'))
  .flatMap((file) => faultsIn(file, readFileSync(join(root, file), 'utf8')))
  .filter((fault) => nameOf(fault).includes(chosen.only))
  .filter((_, index) => index % chosen.every === 0)

/** A copy of the files that git knows, in which tests run with a fault. */
async function createLane(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pabean-planted-'))
  const list = execFileSync('git', ['ls-files', '-z']).toString()
  for (const file of list.split('\0').filter((path) => path !== '' && existsSync(path))) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await cp(file, join(folder, file))
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return folder
}

async function passes(lane: string, names: readonly string[]): Promise<boolean> {
  const files = names.map((name) => join('test/http', `${name}.test.ts`)).filter((path) => existsSync(path))
  const options = ['--bail=1', '--maxWorkers=1', '--testTimeout=120000', '--experimental.fsModuleCache']
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project=http', ...options, ...files],
    { cwd: lane, stdio: 'ignore', timeout: 600_000 },
  )
  const [code] = await once(child, 'exit')
  return code === 0
}

const survivors: SqlFault[] = []
async function plant(lane: string, fault: SqlFault): Promise<void> {
  const path = join(lane, root, fault.file)
  const source = readFileSync(join(root, fault.file), 'utf8')
  await writeFile(path, source.slice(0, fault.from) + fault.replace + source.slice(fault.to))
  const survives = await passes(lane, testsOf(fault.file))
  await writeFile(path, source)
  if (survives) survivors.push(fault)
  console.log(`${survives ? 'SURVIVED' : 'killed  '} ${nameOf(fault)}`)
}

async function plantAll(): Promise<void> {
  const undo = await setup()
  // Each run migrates its own schema, which a fault can break.
  delete process.env['TEST_DATABASE_TEMPLATE']
  const lanes = await Promise.all(Array.from({ length: chosen.lanes }, createLane))
  const waiting = faults.values()
  try {
    const names = new Set(faults.flatMap(({ file }) => testsOf(file)))
    if (lanes[0] && !(await passes(lanes[0], [...names])))
      throw new Error('a test fails without any fault, so that a failure would tell nothing')
    await Promise.all(
      lanes.map(async (lane) => {
        for (const fault of waiting) await plant(lane, fault)
      }),
    )
  } finally {
    await Promise.all(lanes.map((lane) => rm(lane, { recursive: true, force: true })))
    await undo()
  }
  reportFigures({ tried: `${faults.length} faults`, found: `${survivors.length} seen by no test` })
  for (const fault of survivors) console.log(`survived ${nameOf(fault)}`)
}

const untested = new Set(faults.map(({ file }) => file).filter((file) => testsOf(file).length === 0))
if (chosen.list) for (const fault of faults) console.log(nameOf(fault))
if (chosen.list) console.log(`${faults.length} faults`)
else await plantAll()
for (const file of untested) console.log(`no test is named for ${file}`)
process.exitCode = untested.size === 0 ? 0 : 1
