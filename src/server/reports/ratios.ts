import { sql } from 'kysely'
import * as contract from '#contract/ratios.ts'
import type { RatioGroup, RatioRow } from '#contract/ratios.ts'
import { estDayRange } from '#contract/rules/dates.ts'
import { disputeReasons, type DisputeReason, type DisputeStage } from '#contract/rules/disputes.ts'
import { exportFormatLabels } from '#contract/rules/export-formats.ts'
import { assessLimit, monitoringLimits } from '#contract/rules/monitoring.ts'
import { keysOf, recordOf } from '#contract/rules/typed-keys.ts'
import { recordExport } from '#server/audit/audit.ts'
import { inSnapshot, type Tx } from '#server/platform/db/database.ts'
import { readFrom } from '#server/platform/db/replica.ts'
import { sendSuccess } from '#server/platform/http/answer.ts'
import { bytes, implement } from '#server/platform/http/implement.ts'
import { sendTable } from '#server/platform/http/send-table.ts'
import type { Columns } from '#server/platform/spreadsheet/columns.ts'

interface Criteria extends Partial<Record<RatioGroup, string | undefined>> {
  from: string | null
  to: string | null
  by?: RatioGroup | undefined
}

/** The first day of the month that is so many months after the day's. */
function firstOfMonth(day: string, later: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 10)
}

/** Whole months in EST; sales are read from a month before, which Mastercard sets disputes against. */
const periodOf = ({ from, to }: Criteria) => ({
  salesFrom: estDayRange(from && firstOfMonth(from, -1), null).from,
  from: estDayRange(from && firstOfMonth(from, 0), null).from,
  to: estDayRange(to && firstOfMonth(to, 1), null).from,
})

const isIn = (criteria: Criteria) => (counted: Counted) =>
  contract.ratioGroups.every((group) => {
    const wanted = criteria[group]?.trim().toLowerCase()
    return !wanted || counted[group].toLowerCase() === wanted
  })

const sumOf = (
  counted: readonly Counted[],
  of: keyof Pick<Counted, 'n' | 'refunds_before' | 'refunds_after'>,
) => counted.reduce((sum, row) => sum + row[of], 0)

/** Product §14. The newest month first, in it the group with the most sales. */
async function loadRatios(tx: Tx, criteria: Criteria): Promise<RatioRow[]> {
  const counted = (await countSalesAndDisputes(tx, periodOf(criteria))).filter(isIn(criteria))
  const groupOf = (row: Counted) => (criteria.by ? row[criteria.by] : '')
  const rowsOf = new Map<string, Counted[]>()
  for (const row of counted) {
    const key = `${row.month} ${groupOf(row).toLowerCase()}`
    rowsOf.set(key, [...(rowsOf.get(key) ?? []), row])
  }
  const first = criteria.from?.slice(0, 7) ?? ''
  return [...rowsOf.values()]
    .flatMap((rows) => {
      const month = rows[0]?.month ?? ''
      if (month < first) return []
      // Spellings of one gateway are one group, under the first of them.
      const group = rows.map(groupOf).toSorted()[0] ?? ''
      const before = rowsOf.get(`${firstOfMonth(`${month}-01`, -1).slice(0, 7)} ${group.toLowerCase()}`)
      return [toRatioRow({ month, group }, rows, before ?? [])]
    })
    .toSorted((a, b) => b.month.localeCompare(a.month) || b.sales - a.sales || a.group.localeCompare(b.group))
}

const ofStage = (rows: readonly Counted[], stage: DisputeStage | null) =>
  rows.filter((row) => row.stage === stage)

function toRatioRow(
  named: Pick<RatioRow, 'month' | 'group'>,
  rows: readonly Counted[],
  before: readonly Counted[],
): RatioRow {
  const sales = ofStage(rows, null)
  const disputes = ofStage(rows, 'chargeback')
  const warnings = ofStage(rows, 'warning')
  const decided = disputes.filter(({ outcome }) => outcome === 'Won' || outcome === 'Lost')
  return {
    ...named,
    sales: sumOf(sales, 'n'),
    warnings: sumOf(warnings, 'n'),
    disputes: sumOf(disputes, 'n'),
    prevented: sumOf(ofStage(rows, 'prevented'), 'n'),
    refunds_before: sumOf(sales, 'refunds_before'),
    refunds_after: sumOf(sales, 'refunds_after'),
    outcomes: recordOf(disputeReasons, (reason) => {
      const of = decided.filter((row) => row.reason === reason)
      return {
        won: sumOf(
          of.filter(({ outcome }) => outcome === 'Won'),
          'n',
        ),
        decided: sumOf(of, 'n'),
      }
    }),
    limits: recordOf(keysOf(monitoringLimits), (name) => {
      const { network, counts, salesOf } = monitoringLimits[name]
      const countOf = (all: readonly Counted[]) =>
        sumOf(
          all.filter((row) => row.network === network),
          'n',
        )
      const count = {
        cases: countOf(disputes) + (counts === 'disputes' ? 0 : countOf(warnings)),
        sales: countOf(salesOf === 'this month' ? sales : ofStage(before, null)),
      }
      const { isExceeded, ...assessed } = assessLimit(name, { ...named, ...count })
      return { ...count, ...assessed, is_exceeded: isExceeded }
    }),
  }
}

const number = (header: string, value: (row: RatioRow) => number | null): Columns<RatioRow>[number] => ({
  header,
  kind: 'number',
  value,
})

const columnName = (text: string) => text.replaceAll(' ', '_')

const columns: Columns<RatioRow> = [
  { header: 'month', value: ({ month }) => month },
  { header: 'group', value: ({ group }) => group },
  ...(['sales', 'warnings', 'disputes', 'prevented', 'refunds_before', 'refunds_after'] as const).map(
    (field) => number(field, (row) => row[field]),
  ),
  ...disputeReasons.flatMap((reason) => [
    number(`won_${columnName(reason)}`, ({ outcomes }) => outcomes[reason].won),
    number(`decided_${columnName(reason)}`, ({ outcomes }) => outcomes[reason].decided),
  ]),
  ...keysOf(monitoringLimits).flatMap((name): Columns<RatioRow> => [
    number(`${name}_cases`, ({ limits }) => limits[name].cases),
    number(`${name}_sales`, ({ limits }) => limits[name].sales),
    { header: `${name}_rate`, value: ({ limits }) => limits[name].rate?.toFixed(5) ?? '' },
    { header: `${name}_applies`, value: ({ limits }) => (limits[name].applies ? 'yes' : 'no') },
  ]),
]

export const ratioCalls = implement(contract, {
  /** Read from the replica if there is one; the audit records a file. */
  disputeRatios: bytes(async (call, { query, reply }) => {
    const { rows, asOf } = await readFrom(call, 'always', async ({ db }, asOf) => ({
      rows: await inSnapshot(db, (tx) => loadRatios(tx, query)),
      asOf,
    }))
    const { format, from, to, by } = query
    if (!format) return sendSuccess(reply, contract.disputeRatios, { data: rows }, asOf)
    await recordExport(call, {
      what: 'Ratios',
      ...(from && { from }),
      ...(to && { to }),
      rows: rows.length,
      as: exportFormatLabels[format],
    })
    const name = ['ratios', by && `by-${by}`, from && `from-${from}`, to && `to-${to}`]
      .filter(Boolean)
      .join('-')
    return sendTable(reply, { name, format, columns, rows, asOf })
  }),
})

interface Counted {
  /** `YYYY-MM` */
  month: string
  network: string
  gateway: string
  site: string
  /** Null for sales. */
  stage: DisputeStage | null
  reason: DisputeReason | null
  outcome: string | null
  n: number
  refunds_before: number
  refunds_after: number
}

interface Period {
  salesFrom: Date | null
  from: Date | null
  to: Date | null
}

const since = (column: string, at: Date | null) => (at ? sql`and ${sql.ref(column)} >= ${at}` : sql``)
const until = (column: string, at: Date | null) => (at ? sql`and ${sql.ref(column)} < ${at}` : sql``)
const monthOf = (column: string) =>
  sql`to_char(date_trunc('month', ${sql.ref(column)} at time zone interval '-05:00'), 'YYYY-MM')`

/** Few rows: a month's sales and disputes by all that they are grouped by. A dispute is of its own network and gateway. */
async function countSalesAndDisputes(tx: Tx, { salesFrom, from, to }: Period): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select ${monthOf('o.created_at')} as month, coalesce(o.network, 'unknown') as network,
      coalesce(o.gateway, 'unknown') as gateway, o.landing_domain as site,
      null as stage, null as reason, null as outcome, count(*) as n,
      count(*) filter (where o.refund_date < coalesce(d.opened_at, 'infinity')) as refunds_before,
      count(*) filter (where o.refund_date >= d.opened_at) as refunds_after
    from orders o
    left join (
      select order_id, min(opened_at) as opened_at from disputes
      where stage = 'chargeback' and order_id is not null group by order_id
    ) d on d.order_id = o.order_id
    where true ${since('o.created_at', salesFrom)} ${until('o.created_at', to)}
    group by 1, 2, 3, 4
    union all
    select ${monthOf('d.opened_at')}, coalesce(d.network, o.network, 'unknown'),
      coalesce(nullif(d.gateway, 'unknown'), o.gateway, 'unknown'), coalesce(o.landing_domain, 'unknown'),
      d.stage, d.reason, d.outcome, count(*), 0, 0
    from disputes d left join orders o on o.order_id = d.order_id
    where true ${since('d.opened_at', from)} ${until('d.opened_at', to)}
    group by 1, 2, 3, 4, 5, 6, 7`.execute(tx)
  return rows
}
