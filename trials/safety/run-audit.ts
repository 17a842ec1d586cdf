// npm run trial -- audit [changes]: a day of five members replayed, and the entries that it has to leave; 1,000 changes planted
// in the audit and its chain by the database's owner, and how many are found.
import '../../test/support/built-sandboxes.ts'
import setup from '../../test/support/global-setup.ts'
import { getOrder } from '#contract/order-details.ts'
import { searchOrders } from '#contract/orders.ts'
import { createChance } from '#server/demo/random.ts'
import { auditEntries, describeEntry, replayDay } from '../../test/support/audit-day.ts'
import { plantChanges } from '../../test/support/audit-plants.ts'
import { createTestOrder } from '../../test/support/orders.ts'
import { startTestApp, type TestApp } from '../../test/support/test-app.ts'
import { reportFigures } from '../figures.ts'

const changes = Number(process.argv[2] ?? 1000)

async function plant(app: TestApp): Promise<boolean> {
  const token = { token: await app.signInAs('Team') }
  const orderId = await createTestOrder(app)
  for (let index = 0; index < 150; index += 1) {
    await app.call(getOrder, { params: { orderId } }, token)
    if (index % 5 === 0)
      await app.call(searchOrders, { body: { searchVal: 'traveller', folderName: 'newOrder' } }, token)
  }
  const began = Date.now()
  const results = await plantChanges(app, changes, createChance(17))
  const missed = results.filter(({ faults }) => faults.length === 0)
  const kinds = new Set(results.map(({ name }) => name)).size
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(
    `${results.length} changes of ${kinds} kinds planted, ${results.length - missed.length} found; ${seconds} s`,
  )
  for (const { name } of missed.slice(0, 10)) console.log(`  not found: ${name}`)
  return missed.length === 0 && results.length === changes
}

/** The difference of two lists, with repetitions. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Replays the day on a server with an empty audit; false where an entry is missing, unexpected or misplaced. */
async function replay(app: TestApp): Promise<boolean> {
  const { members, calls, expected } = await replayDay(app)
  const found = (await auditEntries(app)).map(describeEntry)
  const [missing, unexpected] = [without(expected, found), without(found, expected)]
  console.log(
    `a day of ${members} members, ${calls} calls: ${expected.length} entries expected, ${found.length} found, ` +
      `${missing.length} missing, ${unexpected.length} unexpected`,
  )
  for (const line of missing) console.log(`  missing: ${line}`)
  for (const line of unexpected) console.log(`  unexpected: ${line}`)
  const isInOrder = found.join('\n') === expected.join('\n')
  if (!isInOrder && missing.length + unexpected.length === 0) console.log('  not in the order of the day')
  return isInOrder
}

const teardown = await setup()
const day = await startTestApp()
const isDayRecorded = await replay(day).finally(() => day.stop())
let isRight = false
const planted = await startTestApp()
try {
  isRight = await plant(planted)
} finally {
  await planted.stop()
  await teardown()
}
reportFigures({
  tried: `a day of five members, ${changes} changes`,
  found: `day ${isDayRecorded ? 'recorded as expected' : 'not as expected'}, ${isRight ? 'every change found' : 'changes not found'}`,
})
process.exit(isRight && isDayRecorded ? 0 : 1)
