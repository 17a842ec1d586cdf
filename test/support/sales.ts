import { sql } from 'kysely'
import type { RatioGroup, RatioRow } from '#contract/ratios.ts'
import { disputeReasons } from '#contract/rules/disputes.ts'
import { monitoringLimits } from '#contract/rules/monitoring.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import type { Db } from '#server/platform/db/database.ts'

const firstId = 7_000_000

/**
 * Sales of 2025 with refunds, and disputes of every stage, reason and outcome for one of three, generated in SQL. Their sealed
 * part is empty, so they serve reports only.
 */
export async function insertSales(db: Db, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      insert into orders (order_id, landing_domain, process_status, processing_mode, created_at, process_month, prefix,
        full_name, email, traveller_email, phone_code, phone_number, departure_time, nationality, country_name,
        country_iso2, transport_type, search_text, sealed, refund_date, gateway, network)
      select ${firstId}::bigint + n, (array['arrival.example', 'departure.example', 'visa-help.example'])[1 + n % 3],
        case when n % 20 = 0 then 'Deleted' else 'Completed' end, 'standard', at, to_char(at, 'YYYY-MM'), 'arrival',
        'Buyer ' || n, 'b' || n || '@example.com', 't' || n || '@example.com', '', '', '', '', '-', '', 'Air and Sea',
        '', '\\x00', case when n % 5 = 0 then at + n % 40 * interval '1 day' end,
        (array['Stripe', 'stripe', 'Xendit', null])[1 + n % 4], (array['visa', 'mastercard', 'amex', null])[1 + n % 4]
      from (select n, timestamptz '2025-05-03 04:00+00' + mod(n * 7919::bigint, 3600) * interval '1 hour' as at
        from generate_series(1, ${count}::int) n) sale`.execute(tx)
    await sql`
      insert into disputes (order_id, gateway, stage, reason, network, opened_at, updated_at, state_rank, outcome, received_at)
      select case when n % 90 = 0 then null else ${firstId}::bigint + n end, (array['stripe', 'unknown'])[1 + n % 2],
        (array['warning', 'inquiry', 'chargeback', 'compliance', 'prevented', 'chargeback', 'chargeback'])[1 + n / 3 % 7],
        (${[...disputeReasons]}::text[])[1 + n % ${disputeReasons.length}::int],
        (array['visa', null, 'mastercard'])[1 + n / 3 % 3], at, at, 0,
        (array['Open', 'Won', 'Lost', 'Accepted', 'Withdrawn'])[1 + n / 3 % 5], at
      from (select n, timestamptz '2025-05-13 04:30+00' + mod(n * 6007::bigint, 3600) * interval '1 hour' as at
        from generate_series(3, ${count}::int, 3) n) dispute`.execute(tx)
  })
}

export const readSales = async (db: Db) => ({
  orders: await db
    .selectFrom('orders')
    .select(['order_id', 'created_at', 'refund_date', 'network', 'gateway', 'landing_domain as site'])
    .execute(),
  disputes: await db
    .selectFrom('disputes')
    .select(['order_id', 'opened_at', 'network', 'gateway', 'stage', 'reason', 'outcome'])
    .execute(),
})

type Sales = Awaited<ReturnType<typeof readSales>>

const estMonth = (at: Date) => new Date(at.getTime() - 5 * 3_600_000).toISOString().slice(0, 7)
const monthBefore = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 2, 1)).toISOString().slice(0, 7)

function listsBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const lists = new Map<string, T[]>()
  for (const row of rows) {
    const list = lists.get(keyOf(row)) ?? []
    list.push(row)
    lists.set(keyOf(row), list)
  }
  return lists
}

/** The ratios again, order by order and dispute by dispute; outcomes and limits as lists in their tables' order. */
export function countRatios(
  { orders, disputes }: Sales,
  { from, to, by }: { from: string; to: string; by: RatioGroup | undefined },
) {
  const orderOf = new Map(orders.map((order) => [order.order_id, order]))
  const sales = orders.map(({ network, gateway, ...order }) => ({
    ...order,
    network: network ?? 'unknown',
    gateway: gateway ?? 'unknown',
    month: estMonth(order.created_at),
  }))
  const cases = disputes.map(({ network, gateway, ...dispute }) => {
    const order = orderOf.get(dispute.order_id ?? -1)
    return {
      ...dispute,
      network: network ?? order?.network ?? 'unknown',
      gateway: (gateway === 'unknown' ? order?.gateway : gateway) ?? 'unknown',
      site: order?.site ?? 'unknown',
      month: estMonth(dispute.opened_at),
    }
  })
  const chargedBackAt = new Map<number, Date>()
  for (const { order_id: id, opened_at: at, stage } of disputes)
    if (id !== null && stage === 'chargeback' && at < (chargedBackAt.get(id) ?? new Date(8e15)))
      chargedBackAt.set(id, at)
  const nameOf = (row: Record<RatioGroup, string>) => (by ? row[by] : '')
  const keyOf = (row: Record<RatioGroup, string> & { month: string }) =>
    `${row.month} ${nameOf(row).toLowerCase()}`
  const inRange = <T extends { month: string }>(rows: T[]) =>
    rows.filter(({ month }) => month >= from && month <= to)
  const salesOf = listsBy(sales, keyOf)
  const casesOf = listsBy(cases, keyOf)
  const keys = [...new Set([...inRange(sales), ...inRange(cases)].map(keyOf))]
  return keys
    .map((key) => {
      const own = salesOf.get(key) ?? []
      const disputed = casesOf.get(key) ?? []
      const [month = '', ...words] = key.split(' ')
      const before = salesOf.get([monthBefore(month), ...words].join(' ')) ?? []
      const stage = (name: string, network?: string) =>
        disputed.filter((it) => it.stage === name && (!network || it.network === network)).length
      const refunded = (isAfter: boolean) =>
        own.filter(
          ({ order_id: id, refund_date: at }) =>
            at && at >= (chargedBackAt.get(id) ?? new Date(8e15)) === isAfter,
        ).length
      const visaCases = stage('warning', 'visa') + stage('chargeback', 'visa')
      const visaSales = own.filter(({ network }) => network === 'visa').length
      return {
        month,
        group: [...own, ...disputed].map(nameOf).toSorted()[0] ?? '',
        sales: own.length,
        warnings: stage('warning'),
        disputes: stage('chargeback'),
        prevented: stage('prevented'),
        refunds_before: refunded(false),
        refunds_after: refunded(true),
        outcomes: disputeReasons.map((reason) => {
          const outcomes = disputed.filter((it) => it.stage === 'chargeback' && it.reason === reason)
          const won = outcomes.filter(({ outcome }) => outcome === 'Won').length
          return { won, decided: won + outcomes.filter(({ outcome }) => outcome === 'Lost').length }
        }),
        limits: [
          [visaCases, visaSales],
          [visaCases, visaSales],
          [visaCases, visaSales],
          [
            stage('chargeback', 'mastercard'),
            before.filter(({ network }) => network === 'mastercard').length,
          ],
        ],
      }
    })
    .toSorted((a, b) => b.month.localeCompare(a.month) || b.sales - a.sales || a.group.localeCompare(b.group))
}

/** Outcomes and limits as `countRatios` has them. */
export const withoutRates = ({ outcomes, limits, ...counts }: RatioRow) => ({
  ...counts,
  outcomes: disputeReasons.map((reason) => outcomes[reason]),
  limits: keysOf(monitoringLimits).map((name) => [limits[name].cases, limits[name].sales]),
})
