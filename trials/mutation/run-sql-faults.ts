// npm run trial -- mutation-sql [--only TEXT] [--lanes 2]: takes a condition out of each statement that writes, one after the
// other; a test must fail for each. TEXT: faults whose name or tests have it; lanes: faults at once.
import { parseArgs } from 'node:util'
import { plantAll, withLanes, type Lane } from './lane.ts'
import { fileOf, nameOf, pathOf, placesOf, replaceAt, titleOf, type SqlFault } from './sql-fault.ts'
import { sqlFaults } from './sql-faults.ts'
import { reportFigures } from '../figures.ts'

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, lanes: { type: 'string', default: '2' } },
})

const asked = sqlFaults.filter((fault) => `${nameOf(fault)} ${fault.seenBy.join(' ')}`.includes(values.only))
const [equivalent, faults] = [asked.filter((it) => it.equivalent), asked.filter((it) => !it.equivalent)]

/** Runs the tests of these names, as in `SqlFault.seenBy`; says which failed and why, or nothing where all pass. */
async function failureOf(lane: Lane, names: readonly string[], limit: number) {
  const known = names.map(titleOf)
  const titles = known.every((title) => title !== undefined) ? known.join('|') : undefined
  return (await lane.test({ runner: 'http', paths: names.map(pathOf), titles, limit })).failure
}

/** Without a fault every test must pass, or a failure would tell nothing. */
async function checkTests(lane: Lane) {
  const files = new Set(faults.flatMap(({ seenBy }) => seenBy.map(fileOf)))
  const failure = await failureOf(lane, [...files], 1800)
  if (failure) throw new Error(`a test fails without any fault: ${failure}`)
}

async function plantOne(lane: Lane, fault: SqlFault): Promise<boolean> {
  const began = Date.now()
  const source = await lane.read(fault.file)
  await lane.write(fault.file, replaceAt(placesOf(fault, source), source, fault.replace))
  const failure = await failureOf(lane, fault.seenBy, 240)
  await lane.write(fault.file, source)
  const seconds = Math.round((Date.now() - began) / 1000)
  console.log(
    `${failure ? 'killed  ' : 'SURVIVED'} ${nameOf(fault)}\n         ${seconds} s${failure ? `, ${failure}` : ''}`,
  )
  return failure !== undefined
}

function report(survivors: SqlFault[]) {
  for (const fault of equivalent) console.log(`equivalent ${nameOf(fault)}\n         ${fault.equivalent}`)
  for (const fault of survivors)
    console.log(`survived ${nameOf(fault)}: ${fault.seenBy.join(', ')} should see it`)
  const killed = faults.length - survivors.length
  const score = faults.length === 0 ? 100 : (100 * killed) / faults.length
  console.log(
    `SQL: ${killed} of ${faults.length} faults killed (${score.toFixed(1)} %), ${equivalent.length} are equivalent`,
  )
  reportFigures({
    tried: `${faults.length} faults, ${equivalent.length} more are equivalent`,
    found: `${survivors.length} survived`,
  })
  process.exitCode = survivors.length === 0 ? 0 : 1
}

await withLanes(Number(values.lanes), async (lanes) => {
  const [first] = lanes
  if (first) await checkTests(first)
  report(await plantAll(lanes, faults, plantOne))
})
