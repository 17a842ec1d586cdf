// The second half of npm run test:mutation; scripts/test-mutation.mjs says its options.
import { parseArgs } from 'node:util'
import setup from '../support/global-setup.ts'
import { createLane, type Lane } from './lane.ts'
import { fileOf, nameOf, plant, type SqlFault } from './sql-fault.ts'
import { sqlFaults } from './sql-faults.ts'

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, lanes: { type: 'string', default: '2' } },
})

const asked = sqlFaults.filter((fault) => `${nameOf(fault)} ${fault.seenBy.join(' ')}`.includes(values.only))
const [equivalent, faults] = [asked.filter((it) => it.equivalent), asked.filter((it) => !it.equivalent)]

/** Without a fault every test must pass, or a failure would tell nothing. */
async function checkTests(lane: Lane) {
  const failure = await lane.test([...new Set(faults.flatMap(({ seenBy }) => seenBy.map(fileOf)))], {
    limit: 1800,
  })
  if (failure) throw new Error(`a test fails without any fault: ${failure}`)
}

async function plantOne(lane: Lane, fault: SqlFault): Promise<boolean> {
  const began = Date.now()
  const source = await lane.read(fault.file)
  await lane.write(fault.file, plant(fault, source))
  const failure = await lane.test(fault.seenBy, { limit: 240 })
  await lane.write(fault.file, source)
  const seconds = Math.round((Date.now() - began) / 1000)
  console.log(
    `${failure ? 'killed  ' : 'SURVIVED'} ${nameOf(fault)}\n         ${seconds} s${failure ? `, ${failure}` : ''}`,
  )
  return failure !== undefined
}

async function main() {
  const undo = await setup()
  // Each run of the tests brings its own schema up to date, which can have a fault, too.
  delete process.env['TEST_DATABASE_TEMPLATE']
  const lanes = await Promise.all(Array.from({ length: Number(values.lanes) }, createLane))
  try {
    const [first] = lanes
    if (first) await checkTests(first)
    const survivors: SqlFault[] = []
    const waiting = faults.values()
    await Promise.all(
      lanes.map(async (lane) => {
        for (const fault of waiting) if (!(await plantOne(lane, fault))) survivors.push(fault)
      }),
    )
    report(survivors)
  } finally {
    await Promise.all(lanes.map((lane) => lane.remove()))
    await undo()
  }
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
  process.exitCode = survivors.length === 0 ? 0 : 1
}

await main()
