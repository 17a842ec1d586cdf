import { exportFormatLabels } from '#contract/rules/export-formats.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import * as contract from '#contract/reports.ts'
import { recordExport } from '#server/audit/audit.ts'
import { inSnapshot } from '#server/platform/db/database.ts'
import { readFrom } from '#server/platform/db/replica.ts'
import type { Http } from '#server/platform/http/http.ts'
import { sendTable } from '#server/platform/http/send-table.ts'
import type { Call, Work } from '#server/platform/work.ts'
import type { Columns } from '#server/platform/spreadsheet/columns.ts'
import { countryReport, processedReport, promisesReport } from './reports.ts'

/** `country-order-list-from-2026-01-01-to-2026-01-31`: what a file is about, for who finds it again. */
const fileName = (report: string, { fromDate, toDate }: contract.DayRange): string =>
  [report, fromDate && `from-${fromDate}`, toDate && `to-${toDate}`].filter(Boolean).join('-')

/** The days of a report, for the audit. */
const rangeOf = ({ fromDate, toDate }: contract.DayRange) => ({
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

export function reportRoutes(http: Http) {
  http.read(contract.countryOrderCount, async (work, { body }) => ({
    countryOrderDetails: await countryReport(work, body),
  }))
  http.read(contract.processedByCount, async (work, { body }) => ({
    processedOrderDetails: await processedReport(work, body),
  }))
  http.read(contract.promisesKept, async (work, { body }) => ({ data: await promisesReport(work, body) }))
  http.bytes(contract.exportPromisesKept, async (call, { query, reply }) => {
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
  })
  http.bytes(contract.exportCountryOrderCount, async (call, { query, reply }) => {
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
  })
  http.bytes(contract.exportProcessedByCount, async (call, { query, reply }) => {
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
  })
}
