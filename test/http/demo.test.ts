import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import { listOpenMessages } from '#contract/messages.ts'
import { getOrder } from '#contract/order-details.ts'
import { folderCounts, futureMonthCounts, listOrders, searchOrders } from '#contract/orders.ts'
import { listRequests } from '#contract/privacy-list.ts'
import { getRequest } from '#contract/privacy.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import { disputeUrgency } from '#contract/rules/disputes.ts'
import { languageCodes, matchLanguage } from '#contract/rules/languages.ts'
import { exclusiveQueueNames, queues } from '#contract/rules/queues.ts'
import { promiseOf } from '#contract/rules/promise.ts'
import { roles } from '#contract/rules/roles.ts'
import type { FigureName } from '#contract/rules/shift-figures.ts'
import { shiftDesk } from '#contract/shift-desk.ts'
import { signIn } from '#contract/session.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { demoTeam } from '#server/demo/team.ts'
import { createFirstAdmin } from '#server/demo/first-admin.ts'
import { seedDemo } from '#server/demo/first-run.ts'
import type { Platform } from '#server/platform/work.ts'
import { readConfig } from '#server/config.ts'
import { startPlatform } from '#server/services.ts'
import { createTestDatabase } from '../support/database.ts'
import { testDataKeys, testPassword } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** The last day of a month in Jakarta, when this month's tile can only have orders a year ahead. */
const now = new Date('2026-11-30T10:00:00Z')
let startupLines: string[]
let admin: string

const app = useTestApp({ clock: () => now, env: { DEMO_PASSWORD: testPassword } })
beforeAll(async () => {
  await app.owner.deleteFrom('members').execute()
  startupLines = await seedDemo(app.platform)
  admin = await app.signInWith('admin@pabean.example')
})

const queueRows = async (
  orderName: (typeof exclusiveQueueNames)[number] | 'allOrder' | 'myOrder' | 'openOrder',
  token = admin,
) => (await app.call(listOrders, { params: { orderName }, query: { limit: 500 } }, { token })).body.data

test('a member of each role can sign in with the printed credentials', async () => {
  expect(demoTeam.map(({ role }) => role)).toEqual([...roles])
  for (const { email, name, role } of demoTeam) {
    const { body } = await app.call(signIn, { body: { email, password: testPassword } })
    expect(body.data).toMatchObject({ name, type: role })
    expect(startupLines.join('\n')).toContain(email)
  }
  expect(startupLines.join('\n')).toContain(testPassword)
  const { mode } = await stat(join(app.dataDir, 'demo-password'))
  expect(mode & 0o777).toBe(0o600)
})

test('every queue and every month has orders, five hundred in total', async () => {
  const { body } = await app.call(folderCounts, { query: {} }, { token: admin })
  expect(exclusiveQueueNames.filter((name) => !(Number(body.data[queues[name].countField]) >= 10))).toEqual(
    [],
  )
  expect(body.data['allOrdersCount']).toBe(500)
  const months = await app.call(futureMonthCounts, {}, { token: admin })
  const counts = months.body.data.map(({ count }) => count)
  expect(Math.min(...counts)).toBeGreaterThan(0)
  // This month's orders are those of next November.
  const [december = 0, january = 0, february = 0, march = 0] = [counts[11], ...counts]
  expect([december, january, february, march]).toEqual(
    [december, january, february, march].toSorted((a, b) => b - a),
  )
  expect(december + january).toBeGreaterThan(84 / 2)
  for (const { email } of demoTeam) {
    const token = await app.signInWith(email)
    expect((await queueRows('myOrder', token)).length, email).toBeGreaterThan(0)
  }
})

test('the events of each order are consistent in time and status', async () => {
  const rows = await Promise.all(exclusiveQueueNames.map((name) => queueRows(name)))
  for (const row of rows.flatMap((queue) => queue.slice(0, 8))) {
    const { body } = await app.call(getOrder, { params: { orderId: row.order_id } }, { token: admin })
    const { events, uploadDoc, mailHistory, downloadHistory, ...order } = body.orderDetails
    const times = events.map(({ at }) => Date.parse(at))
    expect(times, `order ${row.order_id}`).toEqual(times.toSorted((a, b) => b - a))
    expect(events.at(-1)).toMatchObject({ action: 'created', by: order.landing_domain })
    expect(Math.max(...times)).toBeLessThanOrEqual(now.getTime())
    if (order.process_status === 'Completed') {
      expect([uploadDoc.length, order.processed_by]).toEqual([1, expect.any(String)])
      expect(mailHistory.length).toBeGreaterThan(0)
    }
    if (downloadHistory.length > 0) expect(uploadDoc).toHaveLength(1)
    const counted = order.remark.flatMap(
      ({ remark }) => /downloads in the log: (\d+)/.exec(remark)?.[1] ?? [],
    )
    for (const count of counted) expect(Number(count)).toBe(downloadHistory.length)
    const changed = events.some(({ from, to }) => from !== null || to !== null)
    expect(events.filter(({ can_restore }) => can_restore)).toHaveLength(changed ? 1 : 0)
  }
})

test('one chargeback is due soon, others later, answered or decided, each with its reason and history (product §10)', async () => {
  const rows = await app.platform.db
    .selectFrom('orders')
    .select(['order_id', 'dispute_due_at', 'dispute_reason_code', 'dispute_outcome', 'dispute_settled_as'])
    .where('process_status', '=', 'ChargeBack')
    .execute()
  const urgencies = rows.map(
    ({ dispute_due_at: dueAt, dispute_outcome: outcome, dispute_settled_as: settledAs }) =>
      disputeUrgency({ dueAt: dueAt && dueAt.toISOString(), outcome, settledAs }, now),
  )
  expect(new Set(urgencies)).toEqual(new Set(['soon', 'later', 'answered', 'decided']))
  expect(urgencies.filter((urgency) => urgency === 'soon')).toHaveLength(1)
  expect(new Set(rows.map((row) => row.dispute_outcome))).toEqual(new Set([null, 'Won', 'Lost', 'Accepted']))
  expect(rows.filter((row) => !row.dispute_reason_code)).toEqual([])
  const won = rows.find((row) => row.dispute_outcome === 'Won')
  const { body } = await app.call(getOrder, { params: { orderId: Number(won?.order_id) } }, { token: admin })
  const decided = body.orderDetails.events.find(({ action }) => action === 'chargeback recorded')
  expect(decided?.details).toMatchObject({
    due_on: { to: body.orderDetails.dispute_due_on },
    reason_code: { to: won?.dispute_reason_code },
    outcome: { from: null, to: 'Won' },
  })
})

test('a gateway told of a warning, a prevented dispute, and one without an order (product §14)', async () => {
  const stages = await app.platform.db
    .selectFrom('disputes as d')
    .leftJoin('orders as o', 'o.order_id', 'd.order_id')
    .select(['d.stage', 'd.due_at', 'o.process_status'])
    .where('d.gateway_dispute_id', 'is not', null)
    .orderBy('d.id')
    .execute()
  expect(stages).toEqual([
    { stage: 'warning', due_at: null, process_status: 'Completed' },
    { stage: 'prevented', due_at: null, process_status: 'Refunds' },
    { stage: 'chargeback', due_at: expect.any(Date), process_status: null },
  ])
})

test('some refunds are to do, others were paid back in whole or in part', async () => {
  const refunds = await app.platform.db
    .selectFrom('orders as o')
    .leftJoin('refunds as r', 'r.order_id', 'o.order_id')
    .select(['o.amount as paid', 'o.refund_date', 'r.amount'])
    .where('o.process_status', '=', 'Refunds')
    .execute()
  const done = refunds.filter(({ refund_date }) => refund_date !== null)
  expect(refunds.length - done.length).toBeGreaterThanOrEqual(10)
  expect(done.filter(({ amount }) => !(Number(amount) > 0))).toEqual([])
  expect(new Set(done.map(({ amount, paid }) => Number(amount) === Number(paid)))).toEqual(
    new Set([true, false]),
  )
})

test('the audit page names what members did, newest first', async () => {
  const { data, count } = (await app.call(listAuditEvents, { query: { groups: 'change' } }, { token: admin }))
    .body
  expect(count).toBeGreaterThan(15)
  const times = data.map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(data.filter(({ by }) => by === 'Command line')).toEqual([])
  expect(data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).toSorted((a, b) => b - a))
  const actions = new Set(data.map(({ action }) => action))
  for (const action of ['member added', 'gateway changed', 'privacy request recorded', 'erasure confirmed'])
    expect(actions, action).toContain(action)
})

test('the privacy desk has a request in each state: new, half done, restricted, to be erased, closed', async () => {
  const { data, open } = (await app.call(listRequests, {}, { token: admin })).body
  expect([data.length, open]).toEqual([5, 4])
  const requests = await Promise.all(
    data.map(async ({ id }) => (await app.call(getRequest, { params: { id } }, { token: admin })).body.data),
  )
  const steps = requests.map((it) => [it.steps.map(({ step }) => step).join(' '), it.closed_at !== null])
  expect(steps).toEqual([
    ['identity', false],
    ['identity restriction', false],
    ['identity erasure', false],
    ['', false],
    ['identity restriction', true],
  ])
  expect(requests[1]?.orders.length).toBeGreaterThan(1)
  expect(requests.filter(({ orders }) => orders.length === 0)).toEqual([])
})

test('it is a good day: one open order in fifteen is late, two were missed, one reply, mail and document wait', async () => {
  const { figures } = (await app.call(shiftDesk, {}, { token: admin })).body.data
  const countOf = (figure: FigureName) => figures[figure].count
  const open = (await queueRows('openOrder')).filter(
    ({ window_opens_on }) => (window_opens_on ?? '') <= jakartaToday(now),
  )
  expect(open.length / countOf('late')).toBeGreaterThan(11)
  expect(countOf('late')).toBeGreaterThan(9)
  const figuresOfOne = ['replies', 'mailsFailed', 'disputes', 'warnings'] as const
  expect([countOf('missed'), ...figuresOfOne.map(countOf)]).toEqual([2, 1, 1, 1, 1])
  // The shift desk counts it once it was read.
  expect(await app.platform.db.selectFrom('proposals').select('id').execute()).toHaveLength(1)
  const { data } = (await app.call(listOpenMessages, { query: {} }, { token: admin })).body
  expect(data.map(({ process_status }) => process_status)).toEqual(['New'])
  const completed = (await queueRows('completedOrder')).map((row) => promiseOf(row, now)?.state)
  const kept = completed.filter((state) => state === 'kept').length
  expect(kept / completed.length).toBeGreaterThan(0.8)
})

test('an approved document can be read, and is a PDF', async () => {
  const [completed] = await queueRows('completedOrder')
  const { body } = await app.call(
    getOrder,
    { params: { orderId: Number(completed?.order_id) } },
    { token: admin },
  )
  const [document] = body.orderDetails.uploadDoc
  const path = `/uploads/docs/${completed?.order_id}_${document?.file1}`
  const response = await fetch(`${app.url}${path}`, { headers: { authorization: admin } })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.status, bytes.length, bytes.toString('latin1', 0, 5)]).toEqual([
    200,
    document?.size,
    '%PDF-',
  ])
})

test('customers have nationalities by their share of the arrivals, languages that fit, and names in many scripts', async () => {
  const rows = await app.platform.db
    .selectFrom('orders')
    .select(['country_iso2', 'full_name', 'language'])
    .execute()
  const shareOf = (country: string) => rows.filter((row) => row.country_iso2 === country).length / rows.length
  for (const [country, least, most] of [
    ['AU', 0.16, 0.26],
    ['IN', 0.05, 0.11],
    ['CN', 0.04, 0.1],
    ['GB', 0.03, 0.07],
  ] as const) {
    expect(shareOf(country), country).toBeGreaterThan(least)
    expect(shareOf(country), country).toBeLessThan(most)
  }
  const languages = new Set(rows.map(({ language }) => matchLanguage(language)))
  expect(languageCodes.filter((code) => !languages.has(code))).toEqual([])
  expect(new Set(rows.map((row) => row.country_iso2)).size).toBeGreaterThan(60)
  for (const script of ['Han', 'Hiragana', 'Hangul', 'Arabic', 'Thai', 'Cyrillic', 'Greek', 'Devanagari'])
    expect(
      rows.some(({ full_name }) => new RegExp(`\\p{Script=${script}}`, 'u').test(full_name)),
      script,
    ).toBe(true)
  const { body } = await app.call(
    searchOrders,
    { body: { searchVal: 'nguyen', folderName: 'allOrder' } },
    { token: admin },
  )
  expect(body.data.length).toBeGreaterThan(0)
})

test('a second start adds no orders and prints the valid sign-ins', async () => {
  expect(await seedDemo(app.platform)).toEqual(startupLines)
  await app.platform.db
    .updateTable('members')
    .set({ password_hash: null })
    .where('role', '=', 'Team')
    .execute()
  const later = await seedDemo(app.platform)
  expect(later.join('\n')).not.toContain('team@pabean.example')
  expect(later).toHaveLength(startupLines.length - 1)
  expect((await queueRows('allOrder')).length).toBe(500)
})

/** Order ids are a permutation by a key that each database keeps for itself. */
async function copyKeys(url: string): Promise<void> {
  const keys = await app.platform.db.selectFrom('settings').selectAll().execute()
  const { db } = openDatabase({ connectionString: url }, () => {})
  await db
    .insertInto('settings')
    .values(keys.map(({ key, value }) => ({ key, value: JSON.stringify(value) })))
    .onConflict((same) => same.doNothing())
    .execute()
  await db.destroy()
}

async function withEmptyDatabase(env: Record<string, string>, use: (platform: Platform) => Promise<void>) {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'pabean-demo-'))
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DATA_KEYS: testDataKeys,
    LOG_LEVEL: 'fatal',
    ...env,
  })
  await copyKeys(database.url)
  const { platform, stop } = await startPlatform(config, { clock: () => now, worker: false })
  try {
    await platform.jobs.start()
    await use(platform)
  } finally {
    await stop()
    await database.drop()
    await rm(dataDir, { recursive: true })
  }
}

const demoSnapshot = async ({ db }: Platform) => {
  const orders = await db
    .selectFrom('orders')
    .select(['order_id', 'full_name', 'process_status', 'travel_date', 'transaction_id', 'created_at'])
    .orderBy('order_id')
    .execute()
  return JSON.stringify(orders)
}

test('the same clock gives the same demo, and one of two concurrent starts creates it', async () => {
  await withEmptyDatabase({}, async (platform) => {
    const [one, two] = await Promise.all([seedDemo(platform), seedDemo(platform)])
    expect(one).toEqual(two)
    expect(one[0]).toContain((await readFile(join(platform.config.dataDir, 'demo-password'), 'utf8')).trim())
    expect(await demoSnapshot(platform)).toBe(await demoSnapshot(app.platform))
  })
})

test('without the demo there is one Admin, whose password is printed once', async () => {
  await withEmptyDatabase({ DEMO: '0' }, async (platform) => {
    const [line = ''] = await createFirstAdmin(platform)
    expect(line).toMatch(/^Sign in as admin@pabean\.example with the password \S+ \(shown this once\)\.$/)
    expect(await createFirstAdmin(platform)).toEqual([])
    expect(await demoSnapshot(platform)).toBe('[]')
  })
  const given = { DEMO: '0', ADMIN_EMAIL: 'boss@agency.example', ADMIN_PASSWORD: 'a secret of ours' }
  await withEmptyDatabase(given, async (platform) => {
    expect(await createFirstAdmin(platform)).toEqual(['Sign in as boss@agency.example with ADMIN_PASSWORD.'])
    const members = await platform.db.selectFrom('members').select(['email', 'role']).execute()
    expect(members).toEqual([{ email: 'boss@agency.example', role: 'Admin' }])
  })
  await withEmptyDatabase({ ...given, ADMIN_PASSWORD: '123456' }, async (platform) => {
    await expect(createFirstAdmin(platform)).rejects.toThrow('ADMIN_PASSWORD is too common')
  })
})
