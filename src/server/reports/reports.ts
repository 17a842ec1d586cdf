import type { FastifyReply } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import * as contract from '#contract/reports.ts'
import type { CountryRow, DayRange, ProcessedRow, PromiseGroup, PromiseRow } from '#contract/reports.ts'
import { estDayRange } from '#contract/rules/dates.ts'
import { exportFormatLabels, type ExportFormat } from '#contract/rules/export-formats.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import type { Work, Call } from '#server/platform/work.ts'
import { recordExport } from '#server/audit/audit.ts'
import { inSnapshot, type Tx } from '#server/platform/db/database.ts'
import { readFrom } from '#server/platform/db/replica.ts'
import { sendTable } from '#server/platform/http/send-table.ts'
import type { Columns } from '#server/platform/spreadsheet/columns.ts'
import { bytes, implement, read } from '#server/platform/http/implement.ts'
import type { Mode } from '#contract/rules/queues.ts'

/** Orders by nationality and mode, largest first (product §5). */
const countryReport = ({ tx }: Work, { fromDate, toDate }: DayRange): Promise<CountryRow[]> =>
  countByCountry(tx, estDayRange(fromDate, toDate))

/** Processed orders by member, largest first (product §5). */
const processedReport = ({ tx }: Work, { fromDate, toDate }: DayRange): Promise<ProcessedRow[]> =>
  countByProcessor(tx, estDayRange(fromDate, toDate))

/** Promises kept and broken by processed orders (product §12); days start with the newest. */
export async function promisesReport(
  { tx }: Work,
  { fromDate, toDate, by }: DayRange & { by: PromiseGroup },
): Promise<PromiseRow[]> {
  const rows = await countPromises(tx, estDayRange(fromDate, toDate), by)
  return by === 'day' ? rows.toReversed() : rows
}

/** `country-order-list-from-2026-01-01-to-2026-01-31` */
const fileName = (report: string, { fromDate, toDate }: DayRange): string =>
  [report, fromDate && `from-${fromDate}`, toDate && `to-${toDate}`].filter(Boolean).join('-')

const rangeOf = ({ fromDate, toDate }: DayRange) => ({
  ...(fromDate && { from: fromDate }),
  ...(toDate && { to: toDate }),
})

/** A column for each field of a row, under the field's name; all but `subject` are numbers. */
const columnsOf = <Row extends object>(
  shape: Record<keyof Row & string, unknown>,
  subject: keyof Row,
): Columns<Row> =>
  keysOf(shape).map((field) => ({
    header: field,
    kind: field === subject ? 'text' : 'number',
    value: (row) => row[field],
  }))

const countryColumns = columnsOf<CountryRow>(contract.countryRow.shape, 'arrival_nationality')

const processedColumns = columnsOf<ProcessedRow>(contract.processedRow.shape, 'processed_by')

const promiseColumns = columnsOf<PromiseRow>(contract.promiseRow.shape, 'name')

interface SavedReport<Row> {
  name: string
  what: string
  columns: Columns<Row>
  read: (work: Work) => Promise<Row[]>
}

/** Read from the replica if there is one; the audit records it. */
async function sendReport<Row>(
  call: Call,
  { query, reply }: { query: DayRange & { format: ExportFormat }; reply: FastifyReply },
  { name, what, columns, read }: SavedReport<Row>,
) {
  const { rows, asOf } = await readFrom(call, 'always', async (from, asOf) => ({
    rows: await inSnapshot(from.db, (tx) => read({ ...from, tx })),
    asOf,
  }))
  const { format } = query
  await recordExport(call, { what, ...rangeOf(query), rows: rows.length, as: exportFormatLabels[format] })
  return sendTable(reply, { name: fileName(name, query), format, columns, rows, asOf })
}

export const reportCalls = implement(contract, {
  countryOrderCount: read(async (work, { body }) => ({
    countryOrderDetails: await countryReport(work, body),
  })),
  processedByCount: read(async (work, { body }) => ({
    processedOrderDetails: await processedReport(work, body),
  })),
  promisesKept: read(async (work, { body }) => ({ data: await promisesReport(work, body) })),
  exportPromisesKept: bytes((call, input) =>
    sendReport(call, input, {
      name: `promises-kept-by-${input.query.by}`,
      what: 'Promises Kept',
      columns: promiseColumns,
      read: (work) => promisesReport(work, input.query),
    }),
  ),
  exportCountryOrderCount: bytes((call, input) =>
    sendReport(call, input, {
      name: 'country-order-list',
      what: 'Country Order List',
      columns: countryColumns,
      read: (work) => countryReport(work, input.query),
    }),
  ),
  exportProcessedByCount: bytes((call, input) =>
    sendReport(call, input, {
      name: 'order-processed',
      what: 'Order Processed',
      columns: processedColumns,
      read: (work) => processedReport(work, input.query),
    }),
  ),
})

/** Half-open; an absent end is unbounded. */
interface Period {
  from: Date | null
  to: Date | null
}

/**
 * Absent ends are omitted rather than compared, so that the planner can estimate the part of the index that is read.
 */
const within = (column: string, { from, to }: Period): RawBuilder<boolean> =>
  sql`${sql.join(
    [
      sql`${sql.ref(column)} is not null`,
      ...(from ? [sql`${sql.ref(column)} >= ${from}`] : []),
      ...(to ? [sql`${sql.ref(column)} < ${to}`] : []),
    ],
    sql` and `,
  )}`

const modeCount = (mode: Mode) =>
  sql<number>`count(*) filter (where processing_mode = ${sql.lit(mode)})`.as(`${mode}_count`)

/** Orders created in the period, except Deleted. The condition is a literal, so that the partial index applies. */
const countByCountry = (tx: Tx, period: Period): Promise<CountryRow[]> =>
  tx
    .selectFrom('orders')
    .select([
      'country_name as arrival_nationality',
      sql<number>`count(*)`.as('count'),
      modeCount('standard'),
      modeCount('priority'),
      modeCount('future'),
    ])
    .where(sql<boolean>`process_status <> 'Deleted'`)
    .where(within('created_at', period))
    .groupBy('country_name')
    .orderBy('count', 'desc')
    .orderBy('country_name')
    .execute()

/** Orders processed in the period, by member, under the member's current or last name. */
const countByProcessor = (tx: Tx, period: Period): Promise<ProcessedRow[]> =>
  tx
    .selectFrom((orders) =>
      orders
        .selectFrom('orders')
        .select(['processed_by', sql<number>`count(*)`.as('count')])
        .where(within('processing_date', period))
        .groupBy('processed_by')
        .as('o'),
    )
    .leftJoin('members as m', 'm.id', 'o.processed_by')
    .select(({ fn, val }) => [fn.coalesce('m.name', val('-')).as('processed_by'), 'o.count'])
    .orderBy('count', 'desc')
    .orderBy('m.name')
    .orderBy('m.id')
    .execute()

/** A day is EST's. */
const promiseNames: Record<PromiseGroup, { key: RawBuilder<unknown>; name: RawBuilder<string> }> = {
  day: {
    key: sql`(processing_date at time zone interval '-05:00')::date`,
    name: sql<string>`o.key::text`,
  },
  mode: { key: sql`processing_mode`, name: sql<string>`o.key` },
  member: {
    key: sql`processed_by`,
    name: sql<string>`coalesce((select m.name from members m where m.id = o.key), '-')`,
  },
}

/** Orders processed in the period that had a promise, by whether it was kept; sorted by group name. */
async function countPromises(tx: Tx, period: Period, by: PromiseGroup): Promise<PromiseRow[]> {
  const { key, name } = promiseNames[by]
  const { rows } = await sql<PromiseRow>`
    select ${name} as name, o.kept, o.late
    from (
      select ${key} as key, count(*) filter (where processing_date <= due_at) as kept,
        count(*) filter (where processing_date > due_at) as late
      from orders
      where ${within('processing_date', period)} and due_at is not null
      group by 1
    ) o
    order by 1`.execute(tx)
  return rows
}
