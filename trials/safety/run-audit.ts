// npm run trial -- audit [changes] [views]: a day of five members replayed, and the entries that it has to leave; 1,000 changes planted in the audit and its chain by the database's owner, and how
// many are found; then what 2,000 views of an order cost with and without their entry, in turns.
import type { KyselyPlugin } from 'kysely'
import '../../test/support/built-sandboxes.ts'
import setup from '../../test/support/global-setup.ts'
import { moveOrders } from '#contract/moves.ts'
import { uploadDocument } from '#contract/documents.ts'
import { getOrder } from '#contract/order-details.ts'
import { searchOrders } from '#contract/orders.ts'
import { addRemark } from '#contract/remarks.ts'
import { createChance } from '#server/demo/random.ts'
import { auditEntries, describeEntry, replayDay } from '../../test/support/audit-day.ts'
import { plantChanges } from '../../test/support/audit-plants.ts'
import { aPdf, asFile } from '../../test/support/document-fixtures.ts'
import { createTestOrder } from '../../test/support/orders.ts'
import { receiveReply } from '../../test/support/replies.ts'
import { startTestApp, type TestApp } from '../../test/support/test-app.ts'
import { reportFigures } from '../figures.ts'

const changes = Number(process.argv[2] ?? 1000)
const views = Number(process.argv[3] ?? 2000)
/** Views at once, as of a busy desk. */
const concurrency = 4
const warmUpViews = 100

/** Takes the entry out of the statement that reads an order; all else stays. */
const withoutEntries: KyselyPlugin = {
  transformQuery({ node }) {
    if (node.kind !== 'SelectQueryNode' || !node.with) return node
    const { with: _entry, ...read } = node
    return read
  },
  transformResult: async ({ result }) => result,
}

/** An order as a desk sees it: with a document, a reply, remarks and moves. */
async function createWorkedOrder(app: TestApp): Promise<number> {
  const token = { token: await app.signInAs('Admin') }
  const orderId = await createTestOrder(app, { amount: '49.00', currency: 'USD' })
  for (let index = 0; index < 6; index += 1)
    await app.call(addRemark, { body: { orderId, remark: `Telephoned ${index}` } }, token)
  const file = asFile(await aPdf(), 'approved.pdf')
  await app.call(uploadDocument, { body: { orderId, email: 'buyer@example.com' }, file }, token)
  await receiveReply(app, orderId)
  for (const updatingStatus of ['Awaiting', 'AwaitingGovt', 'Completed'] as const)
    await app.call(moveOrders, { body: { orderId, updatingStatus } }, token)
  return orderId
}

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

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
const mean = (times: readonly number[]) => times.reduce((sum, time) => sum + time, 0) / times.length

async function timeView(app: TestApp, orderId: number, token: string): Promise<number> {
  const began = performance.now()
  const { http } = await app.call(getOrder, { params: { orderId } }, { token })
  if (http !== 200) throw new Error(`a view answered ${http}`)
  return performance.now() - began
}

/** Views of the same order by two servers over one database; `one` records them. Batches of both in turns. */
async function compareViews(one: TestApp, other: TestApp, atOnce: number) {
  const orderId = await createWorkedOrder(one)
  const token = await one.signInAs('Admin')
  const servers = { with: one, without: other }
  const times = { with: [] as number[], without: [] as number[] }
  for (let count = -warmUpViews; count < views; count += atOnce)
    for (const name of count % (2 * atOnce) === 0
      ? (['with', 'without'] as const)
      : (['without', 'with'] as const)) {
      const batch = Array.from({ length: atOnce }, () => timeView(servers[name], orderId, token))
      const taken = await Promise.all(batch)
      if (count >= 0) times[name].push(...taken)
    }
  const more = (of: (list: readonly number[]) => number) =>
    `${of(times.without).toFixed(2)} ms without, ${of(times.with).toFixed(2)} ms with (${((of(times.with) / of(times.without) - 1) * 100).toFixed(1)} % more)`
  console.log(
    `order view, ${atOnce} at once, ${times.with.length} each: median ${more(median)}; mean ${more(mean)}`,
  )
}

/** What is in one list and not in the other, as often as it is. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Replays the day on a server with an empty audit; false where an entry is missing or unexpected, or stands elsewhere. */
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
const app = await startTestApp({ worker: true })
const unrecorded = await startTestApp({ sharedWith: app })
let isRight = false
try {
  unrecorded.platform.db = unrecorded.platform.db.withPlugin(withoutEntries)
  for (const atOnce of [1, concurrency]) await compareViews(app, unrecorded, atOnce)
} finally {
  await unrecorded.stop()
  await app.stop()
}
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
