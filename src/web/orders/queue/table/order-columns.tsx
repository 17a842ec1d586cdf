import type { OrderRow } from '#contract/orders.ts'
import type { SortField } from '#contract/rules/list-order.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import {
  AssigneeCell,
  AnswerDueCell,
  CreatedCell,
  EmailCell,
  NameCell,
  ProcessedCell,
  PromiseCell,
  ProcessMonthCell,
  RefundAmountCell,
  RefundedCell,
  StatusCell,
  TelephoneCell,
  TravelDateCell,
  OrderTypeCell,
} from './order-cells.tsx'
import { LeftCell } from './LeftCell.tsx'
import type { ColumnKey, QueueScreen } from '../queue-screens.ts'

export type OrderColumn = Column<OrderRow, SortField> & { key: ColumnKey }

/** px: ten digits on one line. */
const orderIdWidth = 98
/** px: `due in 59 min` with its mark. */
const promiseWidth = 116
/** px: a date on one line, with its time on a second one. */
const dateWidth = 92
/** px: `+61 491570006` on one line. */
const telephoneWidth = 130
const answerDueWidth = 138
/** px: `Contact Customer` on two lines. */
const statusWidth = 104
/** px: a column that holds nothing in its queue, as high as its head of two lines. */
const emptyWidth = 58
/** Every column of the order tables, by its key; the heads are the specification's. `today` is Jakarta's. */
const columnByKey = (
  today: string,
  { columns }: QueueScreen,
  hasLeft: (row: OrderRow) => boolean,
): Record<ColumnKey, Omit<OrderColumn, 'key'>> => ({
  orderId: { header: 'Order ID', width: orderIdWidth, render: (row) => row.order_id },
  promise: {
    header: 'Promise',
    width: promiseWidth,
    sort: 'due_at',
    firstOrder: 'asc',
    render: (row) => (hasLeft(row) ? <LeftCell row={row} /> : <PromiseCell row={row} />),
  },
  status: {
    header: 'Status',
    width: statusWidth,
    // Where there is a promise, its place says what became of the order.
    render: (row) =>
      hasLeft(row) && !columns.includes('promise') ? <LeftCell row={row} /> : <StatusCell row={row} />,
  },
  name: { header: 'Name', width: 96, isFlexible: true, render: (row) => <NameCell row={row} /> },
  arrivalDate: {
    header: 'Arrival Date',
    width: dateWidth,
    sort: 'travel_date',
    firstOrder: 'asc',
    render: (row) => <TravelDateCell date={row.arrival_doa} />,
  },
  departureDate: {
    header: 'Departure Date',
    width: dateWidth,
    sort: 'travel_date',
    firstOrder: 'asc',
    render: (row) => <TravelDateCell date={row.departure_departure_date} />,
  },
  email: { header: 'E-mail', width: 138, isFlexible: true, render: (row) => <EmailCell row={row} /> },
  telephone: {
    header: 'Telephone',
    width: telephoneWidth,
    render: (row) => <TelephoneCell row={row} />,
  },
  date: {
    header: 'Date',
    zone: 'EST',
    width: dateWidth,
    sort: 'created_at',
    render: (row) => <CreatedCell row={row} />,
  },
  refundDate: {
    header: 'Refund Date',
    zone: 'EST',
    width: dateWidth,
    sort: 'refund_date',
    render: (row) => <RefundedCell row={row} />,
  },
  processDate: {
    header: 'Process Date',
    zone: 'EST',
    width: dateWidth,
    sort: 'processing_date',
    render: (row) => <ProcessedCell row={row} />,
  },
  processMonth: { header: 'Process Month', width: 74, render: (row) => <ProcessMonthCell row={row} /> },
  assignedTo: { header: 'Assigned To', width: 94, render: (row) => <AssigneeCell row={row} /> },
  orderType: { header: 'Order Type', width: 80, render: (row) => <OrderTypeCell row={row} /> },
  refundAmount: { header: 'Amount', width: 116, render: (row) => <RefundAmountCell row={row} /> },
  answerDue: {
    header: 'Answer due',
    width: answerDueWidth,
    render: (row) => <AnswerDueCell row={row} today={today} />,
  },
})

export function orderColumns(
  screen: QueueScreen,
  today: string,
  hasLeft: (row: OrderRow) => boolean,
): OrderColumn[] {
  const all = columnByKey(today, screen, hasLeft)
  return screen.columns.map((key) => ({
    key,
    ...all[key],
    ...(screen.widths[key] !== undefined && { width: screen.widths[key] }),
    ...(screen.emptyColumns.includes(key) && { width: emptyWidth, zone: '' }),
  }))
}
