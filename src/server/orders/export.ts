import { sql } from 'kysely'
import type { AsOf, Query } from '#contract/endpoint.ts'
import * as contract from '#contract/export.ts'
import { type exportOrders, exportFields } from '#contract/export.ts'
import type { ListField, OrderRow } from '#contract/orders.ts'
import { exportFormatLabels } from '#contract/rules/export-formats.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import { startLongRead } from '#server/platform/db/long-reads.ts'
import { pageOf } from '#server/platform/db/page.ts'
import type { Call } from '#server/platform/work.ts'
import { recordExport } from '#server/audit/audit.ts'
import { sendTable } from '#server/platform/http/send-table.ts'
import { bytes, implement } from '#server/platform/http/implement.ts'
import { listColumns, type OrderColumn } from '#contract/rules/order-columns.ts'
import type { Columns } from '#server/platform/spreadsheet/columns.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { countMatches } from './list.queries.ts'
import { requireHistoryAccess, createCriteria, criteriaSubject } from './list.ts'
import { matchesCriteria, type ListCriteria } from './list-criteria.queries.ts'
import { sortExpressions } from './page-ids.queries.ts'
import { rowFields } from './row-fields.queries.ts'
import { optionalSearch } from './search.ts'

/** Rows in memory at once. */
const batchSize = 500

interface RowRange {
  offset: number
  /** null: to the end. */
  limit: number | null
}

/** Reads a list batch by batch with one statement, so from one snapshot. */
async function* streamRows(
  tx: Tx,
  criteria: ListCriteria,
  { offset, limit }: RowRange,
): AsyncGenerator<OrderRow> {
  const fields = rowFields(criteria.view)
  const direction = sql.raw(criteria.order)
  const statement = sql<OrderRow>`
    select ${sql.join(exportFields.map((field) => sql`${fields[field]} as ${sql.ref(field)}`))}
    from orders o left join (select id, name from members) a on a.id = o.assignee_id
    where ${matchesCriteria(criteria)}
    order by ${sortExpressions[criteria.sort]} ${direction}, order_id ${direction}
    offset ${offset} limit ${limit}
  `.compile(tx)
  for await (const { rows } of tx.getExecutor().stream<OrderRow>(statement, batchSize)) yield* rows
}

const columns: Record<ListField, OrderColumn> = listColumns

const exportColumns: Columns<OrderRow> = exportFields.map((field) => ({
  header: field,
  kind: columns[field].kind,
  value: (row) => row[field],
}))

type ExportQuery = Query<typeof exportOrders>

/** The search's row offsets, else the list's page, else all rows. */
function parseRowRange({ start, end, page = 1, limit, perPage }: ExportQuery): RowRange {
  if (start !== undefined || end !== undefined) {
    const offset = start ?? 0
    return { offset, limit: end === undefined ? null : Math.max(end - offset, 0) }
  }
  const size = limit ?? perPage
  return size === undefined ? { offset: 0, limit: null } : pageOf(page, size)
}

/** The rows of a list or a search with these parameters, in the list's order; 403 as for the list. */
async function streamOrders(
  call: Call,
  queue: QueueName,
  query: ExportQuery,
): Promise<{ rows: AsyncIterable<OrderRow>; asOf: AsOf | undefined }> {
  requireHistoryAccess(call.actor, queue)
  const criteria = { ...createCriteria(call, queue, query), search: optionalSearch(call, query.searchVal) }
  const range = parseRowRange(query)
  const { tx, asOf, stream, end } = await startLongRead(call)
  try {
    const count = Math.max(0, (await countMatches(tx, criteria)) - range.offset)
    const total = range.limit === null ? count : Math.min(count, range.limit)
    await recordExport(call, {
      ...criteriaSubject(criteria, query.searchVal),
      rows: total,
      as: exportFormatLabels[query.format],
    })
    return { rows: stream(streamRows(tx, criteria, range)), asOf }
  } catch (error) {
    await end()
    throw error
  }
}

export const orderExportCalls = implement(contract, {
  exportOrders: bytes(async (call, { params: { orderName }, query, reply }) =>
    sendTable(reply, {
      name: `${orderName}-${jakartaToday(call.now)}`,
      format: query.format,
      columns: exportColumns,
      ...(await streamOrders(call, orderName, query)),
    }),
  ),
})
