import { exportFields } from '#contract/export.ts'
import type { OrderRow } from '#contract/orders.ts'
import { listColumns, type OrderColumn } from '#contract/rules/order-columns.ts'
import type { Columns } from '#server/platform/spreadsheet/columns.ts'

const columns: Record<keyof OrderRow, OrderColumn> = listColumns

/** A column for each field of a list row, headed by its name. */
export const exportColumns: Columns<OrderRow> = exportFields.map((field) => ({
  header: field,
  kind: columns[field].kind,
  value: (row) => row[field],
}))
