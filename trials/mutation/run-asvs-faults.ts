// npm run trial -- asvs-faults: takes out, one after the other, the lines by which a requirement of ASVS is met.
// Options: --of 6,7.2.1 (of these chapters, sections and requirements) --lanes 2 (faults at once).
import { parseArgs } from 'node:util'
import { asvsFaults } from './asvs/asvs-faults.ts'
import { nameOf, patternOf, placesOf, runnerOf, testOf, type AsvsFault } from './asvs/asvs-fault.ts'
import { plantAll, withLanes, type Lane, type Runner } from './lane.ts'
import { replaceAt } from './sql-fault.ts'
import { reportFigures } from '../figures.ts'

const { values } = parseArgs({
  options: { of: { type: 'string', default: '' }, lanes: { type: 'string', default: '2' } },
})

const asked = values.of.split(',').map((number) => (number === '' ? '' : `${number}.`))
const faults = asvsFaults.filter(({ requirements }) =>
  requirements.some((number) => asked.some((part) => `${number}.`.startsWith(part))),
)

/** Without a fault every test must run and pass, or a failure would tell nothing. */
async function checkTests(lane: Lane, runner: Runner) {
  const tests = faults.map(testOf).filter(({ path }) => runnerOf(path) === runner)
  if (tests.length === 0) return
  const outcome = await lane.test({
    runner,
    paths: [...new Set(tests.map(({ path }) => path))],
    titles: [...new Set(tests.map(({ title }) => patternOf(title)))].join('|'),
    limit: 3600,
    all: true,
  })
  if (outcome.failure) throw new Error(`a test fails without any fault: ${outcome.failure}`)
  const missing = tests.filter(
    ({ path, title }) =>
      !outcome.passed.some(
        (it) => path.endsWith(it.path.split('/').at(-1) ?? '') && new RegExp(patternOf(title)).test(it.title),
      ),
  )
  if (missing.length > 0)
    throw new Error(`no test runs: ${missing.map(({ path, title }) => `${path} › ${title}`).join('; ')}`)
}

/** Killed is what a test itself sees: a server that does not start, or a file that does not load, shows nothing. */
async function isKilled(lane: Lane, fault: AsvsFault): Promise<boolean> {
  const began = Date.now()
  const source = await lane.read(fault.file)
  await lane.write(fault.file, replaceAt(placesOf(fault, source), source, fault.replace))
  const { path, title } = testOf(fault)
  const { failed, failure } = await lane.test({
    runner: runnerOf(path),
    paths: [path],
    titles: patternOf(title),
    limit: 600,
  })
  await lane.write(fault.file, source)
  const killed = failed.length > 0
  const seconds = Math.round((Date.now() - began) / 1000)
  console.log(
    `${killed ? 'killed  ' : 'SURVIVED'} ${nameOf(fault)}\n         ${seconds} s, ${failure ?? fault.test}`,
  )
  return killed
}

function report(survivors: readonly AsvsFault[]) {
  for (const fault of survivors) console.log(`survived ${nameOf(fault)}: ${fault.test} should see it`)
  const requirements = new Set(faults.flatMap((fault) => fault.requirements))
  const killed = faults.length - survivors.length
  console.log(`ASVS: ${killed} of ${faults.length} faults of ${requirements.size} requirements killed`)
  reportFigures({
    tried: `${faults.length} faults of ${requirements.size} requirements`,
    found: `${survivors.length} survived`,
  })
  process.exitCode = survivors.length === 0 ? 0 : 1
}

await withLanes(Number(values.lanes), async (lanes) => {
  const [first] = lanes
  if (!first) return
  for (const runner of ['rules', 'http', 'browser', 'browser-trials'] as const)
    await checkTests(first, runner)
  report(await plantAll(lanes, faults, isKilled))
})
