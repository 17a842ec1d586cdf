import { beforeAll, describe, expect, test } from 'vitest'
import { deleteOrders, moveOrders } from '#contract/moves.ts'
import { disputeRatios, type RatioGroup } from '#contract/ratios.ts'
import { countryOrderCount, processedByCount, promisesKept, type PromiseGroup } from '#contract/reports.ts'
import { roles } from '#contract/rules/roles.ts'
import { deleteTeamMember, updateTeamMember } from '#contract/team.ts'
import { fetchCsv } from '../support/csv.ts'
import { countRatios, insertSales, readSales, withoutRates } from '../support/sales.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** Sessions are valid for twelve hours from here. */
const start = Date.parse('2026-03-11T03:00:00Z')
let now = start

const app = useTestApp({ clock: () => new Date(now) })
const admin = app.as('Admin')

/** Creates an order at the given time. */
async function createOrderAt(instant: string, changes: Record<string, unknown>) {
  now = Date.parse(instant)
  const orderId = await createTestOrder(app, changes)
  now = start
  return orderId
}

const loadCountryReport = async (fromDate?: string | null, toDate?: string | null) =>
  (await admin.call(countryOrderCount, { body: { fromDate, toDate } })).body.countryOrderDetails
const loadProcessedReport = async (fromDate?: string | null, toDate?: string | null) =>
  (await admin.call(processedByCount, { body: { fromDate, toDate } })).body.processedOrderDetails

describe('country order list', () => {
  beforeAll(async () => {
    // 10 March in EST is from 05:00 UTC to 05:00 UTC.
    await createOrderAt('2026-03-10T04:59:59.999Z', { arrival_nationality: 'IDN' })
    await createOrderAt('2026-03-10T05:00:00Z', { arrival_nationality: 'Indonesia' })
    await createOrderAt('2026-03-11T04:59:59.999Z', {
      arrival_nationality: 'id',
      processing_mode: 'priority',
    })
    await createOrderAt('2026-03-11T05:00:00Z', { arrival_nationality: 'Republic of Indonesia' })
    await createOrderAt('2026-03-10T12:00:00Z', { arrival_nationality: 'GBR', arrival_doa: '2026-04-20' })
    await createOrderAt('2026-03-10T12:00:00Z', { arrival_nationality: 'Great Britain (UK)' })
    await createOrderAt('2026-03-10T12:00:00Z', {
      landing_domain: 'departure.pabean.example',
      arrival_full_name: undefined,
      arrival_email: undefined,
      arrival_nationality: undefined,
      arrival_passport_number: undefined,
      arrival_phone_code: undefined,
      arrival_phone_number: undefined,
      departure_full_name: 'Wayan',
      departure_nationality: 'USA',
    })
    await createOrderAt('2026-03-10T12:00:00Z', { arrival_nationality: '' })
    const gone = await createOrderAt('2026-03-10T12:00:00Z', { arrival_nationality: 'FRA' })
    await admin.call(deleteOrders, { body: { orderId: gone, updatingStatus: 'Deleted' } })
  })

  test('days are inclusive and in EST, spellings are merged, missing ones counted under -, and deleted orders left out (product §5)', async () => {
    expect(await loadCountryReport('2026-03-10', '2026-03-10')).toEqual([
      { arrival_nationality: 'INDONESIA', count: 2, standard_count: 1, priority_count: 1, future_count: 0 },
      {
        arrival_nationality: 'UNITED KINGDOM',
        count: 2,
        standard_count: 1,
        priority_count: 0,
        future_count: 1,
      },
      { arrival_nationality: '-', count: 1, standard_count: 1, priority_count: 0, future_count: 0 },
      {
        arrival_nationality: 'USA',
        count: 1,
        standard_count: 1,
        priority_count: 0,
        future_count: 0,
      },
    ])
  })

  test.each([
    [undefined, undefined, 4],
    [null, null, 4],
    ['', '', 4],
    ['2026-03-10', '', 3],
    ['', '2026-03-10', 3],
    ['2026-03-11', undefined, 1],
    [undefined, '2026-03-09', 1],
    ['2026-03-12', '2026-03-31', undefined],
    ['2026-03-11', '2026-03-10', undefined],
    ['1000-01-01', '9999-12-31', 4],
  ])('from %s to %s, an empty end is unbounded', async (fromDate, toDate, expected) => {
    const rows = await loadCountryReport(fromDate, toDate)
    expect(rows.find((row) => row.arrival_nationality === 'INDONESIA')?.count).toBe(expected)
    for (const row of rows) expect(row.count).toBe(row.standard_count + row.priority_count + row.future_count)
  })

  test.each<[Record<string, string>, string]>([
    [{ fromDate: '10-03-2026' }, 'fromDate must be a date (YYYY-MM-DD).'],
    [{ toDate: '2026-02-30' }, 'toDate must be a date (YYYY-MM-DD).'],
    [{ from: '2026-03-10' }, 'Unknown field from.'],
  ])('the range %j answers 400 %s (spec §5)', async (body, message) => {
    const answer = await admin.call(countryOrderCount, { body })
    expect(answer).toMatchObject({ http: 400, body: { status: 0, message } })
  })

  test('the CSV has the same rows, with - escaped', async () => {
    const range = { fromDate: '2026-03-10', toDate: '2026-03-10' }
    const csv = await fetchCsv(app.url, '/admin/export-country-order-count', range, await admin.token())
    expect(csv.http).toBe(200)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toBe(
      'attachment; filename="country-order-list-from-2026-03-10-to-2026-03-10.csv"',
    )
    const rows = await loadCountryReport(range.fromDate, range.toDate)
    expect(csv.rows).toEqual(
      rows.map((row) => ({
        arrival_nationality: row.arrival_nationality.replace(/^-$/, "'-"),
        count: String(row.count),
        standard_count: String(row.standard_count),
        priority_count: String(row.priority_count),
        future_count: String(row.future_count),
      })),
    )
  })

  test('a nationality that looks like a formula is escaped in the CSV', async () => {
    await createOrderAt('2026-05-01T12:00:00Z', { arrival_nationality: '=cmd|calc!a1' })
    const range = { fromDate: '2026-05-01', toDate: '2026-05-01' }
    const csv = await fetchCsv(app.url, '/admin/export-country-order-count', range, await admin.token())
    expect(csv.rows.map((row) => row.arrival_nationality)).toEqual(["'=CMD|CALC!A1"])
  })
})

/** Creates an order and completes it as the token's member at the given time; returns its id. */
const completeOrderAt = async (token: string, at: string) => {
  const orderId = await createTestOrder(app)
  now = Date.parse(at)
  await app.call(moveOrders, { body: { orderId, updatingStatus: 'Completed' } }, { token })
  now = start
  return orderId
}

describe('order processed', () => {
  let wayan: { id: number; name: string; email: string }
  let putu: { id: number; name: string; email: string }

  beforeAll(async () => {
    wayan = await app.addMember('Wayan Worker', 'Team')
    putu = await app.addMember('Putu Worker', 'Team')
    const [byWayan, byPutu] = [await app.signInWith(wayan.email), await app.signInWith(putu.email)]
    await completeOrderAt(byWayan, '2026-03-11T04:59:59.999Z')
    const left = await completeOrderAt(byWayan, '2026-03-11T05:00:00Z')
    await completeOrderAt(byWayan, '2026-03-11T12:00:00Z')
    await completeOrderAt(byPutu, '2026-03-11T12:00:00Z')
    // Leaving Completed keeps who processed it.
    await admin.call(moveOrders, { body: { orderId: left, updatingStatus: 'Deleted' } })
  })

  test('counts orders by the member who completed them, by EST day of completion', async () => {
    expect(await loadProcessedReport('2026-03-11', '2026-03-11')).toEqual([
      { processed_by: 'Wayan Worker', count: 2 },
      { processed_by: 'Putu Worker', count: 1 },
    ])
    expect(await loadProcessedReport('2026-03-10', '2026-03-10')).toEqual([
      { processed_by: 'Wayan Worker', count: 1 },
    ])
    expect(await loadProcessedReport()).toEqual([
      { processed_by: 'Wayan Worker', count: 3 },
      { processed_by: 'Putu Worker', count: 1 },
    ])
    expect(await loadProcessedReport('2026-03-12')).toEqual([])
  })

  test('a member is listed by the current name, a removed one by the last', async () => {
    const body = { tmId: wayan.id, name: '=Wayan Renamed', email: wayan.email, type: 'Team' as const }
    expect((await admin.call(updateTeamMember, { body })).http).toBe(200)
    await admin.call(deleteTeamMember, { body: { teamMemberId: putu.id } })
    expect(await loadProcessedReport()).toEqual([
      { processed_by: '=Wayan Renamed', count: 3 },
      { processed_by: 'Putu Worker', count: 1 },
    ])
  })

  test('the CSV has the same names, escaped', async () => {
    const csv = await fetchCsv(app.url, '/admin/export-processed-by-count', {}, await admin.token())
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="order-processed.csv"')
    expect(csv.rows).toEqual([
      { processed_by: "'=Wayan Renamed", count: '3' },
      { processed_by: 'Putu Worker', count: '1' },
    ])
  })
})

describe('promises kept (product §12)', () => {
  const load = async (by: PromiseGroup | undefined, fromDate?: string, toDate?: string) =>
    (await admin.call(promisesKept, { body: { by, fromDate, toDate } })).body.data

  beforeAll(async () => {
    const komang = await app.addMember('Komang Keeper', 'Team')
    const token = await app.signInWith(komang.email)
    const complete = async (created: string, completed: string, changes: Record<string, unknown> = {}) => {
      const orderId = await createOrderAt(created, changes)
      now = Date.parse(completed)
      await app.call(moveOrders, { body: { orderId, updatingStatus: 'Completed' } }, { token })
      now = start
    }
    // Standard: 24 hours; priority: four. The last instant still keeps it.
    await complete('2026-03-10T10:00:00Z', '2026-03-11T10:00:00Z')
    await complete('2026-03-10T10:00:00Z', '2026-03-11T10:00:01Z')
    await complete('2026-03-10T10:00:00Z', '2026-03-10T13:59:00Z', { processing_mode: 'priority' })
    await complete('2026-03-10T10:00:00Z', '2026-03-10T14:01:00Z', { processing_mode: 'priority' })
  })

  test('orders count by the EST day on which they were processed, by mode and by member', async () => {
    expect(await load('day', '2026-03-10', '2026-03-11')).toEqual([
      // With three of the members above.
      { name: '2026-03-11', kept: 4, late: 1 },
      { name: '2026-03-10', kept: 2, late: 1 },
    ])
    expect(await load(undefined, '2026-03-10', '2026-03-10')).toEqual([
      { name: '2026-03-10', kept: 2, late: 1 },
    ])
    expect(await load('mode', '2026-03-10', '2026-03-11')).toContainEqual({
      name: 'priority',
      kept: 1,
      late: 1,
    })
    expect(await load('member')).toContainEqual({ name: 'Komang Keeper', kept: 2, late: 2 })
    expect(await load('day', '2026-03-12')).toEqual([])
  })

  test('the CSV has the same rows', async () => {
    const csv = await fetchCsv(app.url, '/admin/export-promises-kept', { by: 'mode' }, await admin.token())
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="promises-kept-by-mode.csv"')
    expect(csv.rows).toEqual(
      (await load('mode')).map(({ name, kept, late }) => ({ name, kept: String(kept), late: String(late) })),
    )
  })
})

describe('ratios of disputes and refunds (product §14)', () => {
  const load = async (query: { from?: string; to?: string; by?: RatioGroup; network?: string }) =>
    (await admin.call(disputeRatios, { query })).body.data

  beforeAll(() => insertSales(app.platform.db, 400))

  test.each([undefined, 'network', 'gateway', 'site'] as const)(
    'grouped by %s they are a count of the same orders and disputes',
    async (by) => {
      const rows = await load({ from: '2025-06-10', to: '2025-09-02', ...(by && { by }) })
      expect(rows.length).toBeGreaterThanOrEqual(4)
      for (const field of ['warnings', 'prevented', 'refunds_before', 'refunds_after'] as const)
        expect(Math.max(...rows.map((row) => row[field])), field).toBeGreaterThan(0)
      expect(rows.map(withoutRates)).toEqual(
        countRatios(await readSales(app.platform.db), { from: '2025-06', to: '2025-09', by }),
      )
    },
  )

  test('a limit applies from its minimum and month; Mastercard sets disputes against the month before', async () => {
    const [august] = await load({ from: '2025-08-01', to: '2025-08-31' })
    const [before] = await load({ from: '2025-07-01', to: '2025-07-31', network: 'MasterCard' })
    expect(august?.limits.ecp).toMatchObject({ sales: before?.sales, applies: false, is_exceeded: false })
    expect(august?.limits.vamp.applies).toBe(false)
  })

  test('the file has the same rows, safe against formulas, and other roles get neither', async () => {
    await app.platform.db
      .updateTable('orders')
      .set({ gateway: '=cmd' })
      .where('gateway', '=', 'Xendit')
      .execute()
    const query = { from: '2025-07-01', to: '2025-07-31', by: 'gateway' } as const
    const csv = await fetchCsv(app.url, '/admin/ratios', { ...query, format: 'csv' }, await admin.token())
    expect(csv.headers.get('content-disposition')).toBe(
      'attachment; filename="ratios-by-gateway-from-2025-07-01-to-2025-07-31.csv"',
    )
    const rows = await load(query)
    expect(csv.rows.map(({ month, group, sales }) => [month, group, sales])).toEqual(
      rows.map(({ month, group, sales }) => [month, group.replace('=', "'="), String(sales)]),
    )
    expect(csv.rows.map(({ group }) => group)).toContain("'=cmd")
    const token = await app.signInAs('Team')
    expect((await app.call(disputeRatios, {}, { token })).http).toBe(403)
    expect((await fetchCsv(app.url, '/admin/ratios', { format: 'csv' }, token)).http).toBe(403)
  })
})

test('every role may read the country list, only Admin and Manager Order Processed (product §4)', async () => {
  for (const role of roles) {
    const token = await app.signInAs(role)
    const isLead = role === 'Admin' || role === 'Manager'
    expect((await app.call(countryOrderCount, { body: {} }, { token })).http, role).toBe(200)
    expect((await fetchCsv(app.url, '/admin/export-country-order-count', {}, token)).http, role).toBe(200)
    expect((await app.call(processedByCount, { body: {} }, { token })).http, role).toBe(isLead ? 200 : 403)
    expect((await fetchCsv(app.url, '/admin/export-processed-by-count', {}, token)).http, role).toBe(
      isLead ? 200 : 403,
    )
  }
  for (const endpoint of [countryOrderCount, processedByCount])
    expect((await app.call(endpoint, { body: {} })).body.status).toBe(401)
  expect((await fetchCsv(app.url, '/admin/export-country-order-count')).http).toBe(401)
})
