import type { CountryRow, DayRange, ProcessedRow, PromiseGroup, PromiseRow } from '#contract/reports.ts'
import { estDayRange } from '#contract/rules/dates.ts'
import { exportFormatLabels } from '#contract/rules/export-formats.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import * as contract from '#contract/reports.ts'
import type { Work, Call } from '#server/platform/work.ts'
import { recordExport } from '#server/audit/audit.ts'
import { inSnapshot } from '#server/platform/db/database.ts'
import { readFrom } from '#server/platform/db/replica.ts'
import { sendTable } from '#server/platform/http/send-table.ts'
import type { Columns } from '#server/platform/spreadsheet/columns.ts'
import { bytes, implement, read } from '#server/platform/http/implement.ts'
import { countByCountry, countByProcessor, countPromises } from './reports.queries.ts'

/** Orders by nationality and mode, largest first (product §5). */
const countryReport = ({ tx }: Work, { fromDate, toDate }: DayRange): Promise<CountryRow[]> =>
  countByCountry(tx, estDayRange(fromDate, toDate))

/** Processed orders by member, largest first (product §5). */
const processedReport = ({ tx }: Work, { fromDate, toDate }: DayRange): Promise<ProcessedRow[]> =>
  countByProcessor(tx, estDayRange(fromDate, toDate))

/** Promises kept and broken by processed orders (product §12); days begin with the newest. */
export async function promisesReport(
  { tx }: Work,
  { fromDate, toDate, by }: DayRange & { by: PromiseGroup },
): Promise<PromiseRow[]> {
  const rows = await countPromises(tx, estDayRange(fromDate, toDate), by)
  return by === 'day' ? rows.toReversed() : rows
}

/** `country-order-list-from-2026-01-01-to-2026-01-31`: what a file is about, for who finds it again. */
const fileName = (report: string, { fromDate, toDate }: contract.DayRange): string =>
  [report, fromDate && `from-${fromDate}`, toDate && `to-${toDate}`].filter(Boolean).join('-')

/** The days of a report, for the audit. */
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

const countryColumns = columnsOf<contract.CountryRow>(contract.countryRow.shape, 'arrival_nationality')

const processedColumns = columnsOf<contract.ProcessedRow>(contract.processedRow.shape, 'processed_by')

const promiseColumns = columnsOf<contract.PromiseRow>(contract.promiseRow.shape, 'name')

/** The rows of a report that is saved as a file: from the replica, where there is one. */
const readReport = <Row>(call: Call, read: (work: Work) => Promise<Row[]>) =>
  readFrom(call, 'always', async (from, asOf) => ({
    rows: await inSnapshot(from.db, (tx) => read({ ...from, tx })),
    asOf,
  }))

export const reportCalls = implement(contract, {
  countryOrderCount: read(async (work, { body }) => ({
    countryOrderDetails: await countryReport(work, body),
  })),
  processedByCount: read(async (work, { body }) => ({
    processedOrderDetails: await processedReport(work, body),
  })),
  promisesKept: read(async (work, { body }) => ({ data: await promisesReport(work, body) })),
  exportPromisesKept: bytes(async (call, { query, reply }) => {
    const { rows, asOf } = await readReport(call, (work) => promisesReport(work, query))
    await recordExport(call, {
      what: 'Promises Kept',
      ...rangeOf(query),
      rows: rows.length,
      as: exportFormatLabels[query.format],
    })
    return sendTable(reply, {
      name: fileName(`promises-kept-by-${query.by}`, query),
      format: query.format,
      columns: promiseColumns,
      rows,
      asOf,
    })
  }),
  exportCountryOrderCount: bytes(async (call, { query, reply }) => {
    const { rows, asOf } = await readReport(call, (work) => countryReport(work, query))
    await recordExport(call, {
      what: 'Country Order List',
      ...rangeOf(query),
      rows: rows.length,
      as: exportFormatLabels[query.format],
    })
    return sendTable(reply, {
      name: fileName('country-order-list', query),
      format: query.format,
      columns: countryColumns,
      rows,
      asOf,
    })
  }),
  exportProcessedByCount: bytes(async (call, { query, reply }) => {
    const { rows, asOf } = await readReport(call, (work) => processedReport(work, query))
    await recordExport(call, {
      what: 'Order Processed',
      ...rangeOf(query),
      rows: rows.length,
      as: exportFormatLabels[query.format],
    })
    return sendTable(reply, {
      name: fileName('order-processed', query),
      format: query.format,
      columns: processedColumns,
      rows,
      asOf,
    })
  }),
})
