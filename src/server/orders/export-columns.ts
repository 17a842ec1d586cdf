import { exportFields } from '#contract/export.ts'
import type { OrderRow } from '#contract/orders.ts'
import type { CellKind, Columns } from '#server/platform/spreadsheet/columns.ts'

/** What the fields are that are no text; ids and telephone numbers are text, so that no digit of them is lost. */
const fieldKinds: { [Field in keyof OrderRow]?: CellKind } = {
  created_at: 'instant',
  refund_date: 'instant',
  processing_date: 'instant',
  travel_date: 'day',
  window_opens_on: 'day',
  due_at: 'instant',
  amount: 'amount',
  refund_amount: 'amount',
  dispute_due_on: 'day',
  arrival_doa: 'day',
  departure_departure_date: 'localTime',
  open_messages: 'number',
}

/** A column for each field of a list row, headed by its name. */
export const exportColumns: Columns<OrderRow> = exportFields.map((field) => ({
  header: field,
  kind: fieldKinds[field],
  value: (row) => row[field],
}))
