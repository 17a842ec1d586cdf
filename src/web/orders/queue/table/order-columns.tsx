import type { OrderRow } from '#contract/orders.ts'
import type { SortField } from '#contract/rules/list-order.ts'
import { displayMonth } from '#contract/rules/dates.ts'
import { missingText } from '#contract/rules/missing-text.ts'
import { orderType } from '#contract/rules/order-type.ts'
import { promiseOf } from '#contract/rules/promise.ts'
import { isRefundPending } from '#web/refunds/pending-refund.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import {
  AnswerDueCell,
  AssigneeCell,
  EmailCell,
  Moment,
  NameCell,
  OrderIdCell,
  PromiseCell,
  RefundAmountCell,
  RefundedCell,
  StatusCell,
  TelephoneCell,
  TravelDateCell,
} from './order-cells.tsx'
import { nameLine } from './name-lines.ts'
import { emailOf, isOpen, telephoneOf } from './order-row.ts'
import { LeftCell } from './LeftCell.tsx'
import type { ColumnKey, QueueScreen } from '../queue-screens.ts'

interface ColumnContent extends Omit<Column<OrderRow, SortField>, 'key'> {
  /** The row has no value; absent where each row has one. */
  isEmpty?: (row: OrderRow) => boolean
  /** The head of a column that is empty on the whole page. */
  emptySymbol?: IconName
}
export type OrderColumn = ColumnContent & { key: ColumnKey }

/** px, each with 12 px of padding: the longest word of head and values. */
const orderIdWidth = 94
/** `due in 59 min` with its mark. */
const promiseWidth = 103
/** `ChargeBack` with its mark; `Contact Customer` on two lines. */
const statusWidth = 93
const newWidth = 58
/** A name of 40 letters on two lines. */
const nameWidth = nameLine + 12
const emailWidth = 50
/** A date on one line. */
const dateWidth = 78
/** `Date EST`, with its arrow where the list is sorted by it. */
const momentWidth = (isSorted: boolean) => (isSorted ? 84 : 80)
/** `+62` and 13 digits on one line. */
const telephoneWidth = 127
/** A symbol with an arrow. */
const emptyWidth = 40

/** px: text of 13 px is by a seventh wider than that of 12, and its padding is 16 px. */
const roomy = (width: number) => Math.ceil(((width - 12) * 8) / 7) + 16

/**
 * Every column of the order tables, by its key; the heads are the specification's. Moments show their time where the list is
 * sorted by them.
 */
const columnByKey = (
  { columns, isNew }: QueueScreen,
  hasLeft: (row: OrderRow) => boolean,
  sortedBy: SortField,
): Record<ColumnKey, ColumnContent> => ({
  orderId: { header: 'Order ID', width: orderIdWidth, render: (row) => <OrderIdCell row={row} /> },
  promise: {
    header: 'Promise',
    emptySymbol: 'clock',
    width: promiseWidth,
    sort: 'due_at',
    firstOrder: 'asc',
    isEmpty: (row) => !isOpen(row) && promiseOf(row, new Date()) === null && !hasLeft(row),
    render: (row) => (hasLeft(row) ? <LeftCell row={row} /> : <PromiseCell row={row} />),
  },
  status: {
    header: 'Status',
    width: isNew ? newWidth : statusWidth,
    // Where there is a promise, its place says what became of the order.
    render: (row) =>
      hasLeft(row) && !columns.includes('promise') ? <LeftCell row={row} /> : <StatusCell row={row} />,
  },
  name: { header: 'Name', width: nameWidth, isFlexible: true, render: (row) => <NameCell row={row} /> },
  arrivalDate: {
    header: 'Arrival Date',
    emptySymbol: 'arrival',
    width: dateWidth,
    sort: 'travel_date',
    firstOrder: 'asc',
    isEmpty: (row) => row.arrival_doa === null,
    render: (row) => <TravelDateCell date={row.arrival_doa} />,
  },
  departureDate: {
    header: 'Departure Date',
    emptySymbol: 'departure',
    width: dateWidth,
    sort: 'travel_date',
    firstOrder: 'asc',
    isEmpty: (row) => row.departure_departure_date === null,
    render: (row) => <TravelDateCell date={row.departure_departure_date} />,
  },
  email: {
    header: 'E-mail',
    emptySymbol: 'mail',
    width: emailWidth,
    isFlexible: true,
    share: 2,
    isEmpty: (row) => emailOf(row) === null && row.mail_state === null,
    render: (row) => <EmailCell row={row} />,
  },
  telephone: {
    header: 'Telephone',
    emptySymbol: 'phone',
    width: telephoneWidth,
    isEmpty: (row) => telephoneOf(row) === missingText,
    render: (row) => <TelephoneCell row={row} />,
  },
  date: {
    header: 'Date',
    zone: 'EST',
    width: momentWidth(sortedBy === 'created_at'),
    sort: 'created_at',
    render: (row) => <Moment at={row.created_at} hasTime={sortedBy === 'created_at'} />,
  },
  refundDate: {
    header: 'Refund Date',
    emptySymbol: 'undo',
    zone: 'EST',
    width: momentWidth(sortedBy === 'refund_date'),
    sort: 'refund_date',
    isEmpty: (row) => row.refund_date === null && !isRefundPending(row),
    render: (row) => <RefundedCell row={row} hasTime={sortedBy === 'refund_date'} />,
  },
  processDate: {
    header: 'Process Date',
    emptySymbol: 'tick',
    zone: 'EST',
    width: momentWidth(sortedBy === 'processing_date'),
    sort: 'processing_date',
    isEmpty: (row) => row.processing_date === null,
    render: (row) => <Moment at={row.processing_date} hasTime={sortedBy === 'processing_date'} />,
  },
  processMonth: {
    header: 'Process Month',
    emptySymbol: 'calendar',
    width: 64,
    isEmpty: (row) => displayMonth(row.process_month) === missingText,
    render: (row) => <span className="nowrap">{displayMonth(row.process_month)}</span>,
  },
  assignedTo: {
    header: 'Assigned To',
    emptySymbol: 'user',
    width: 72,
    isEmpty: (row) => row.assign_to === null,
    render: (row) => <AssigneeCell row={row} />,
  },
  orderType: {
    header: 'Order Type',
    width: 76,
    mayLieOutside: true,
    render: (row) => orderType(row.landing_domain),
  },
  refundAmount: {
    header: 'Amount',
    width: 100,
    mayLieOutside: true,
    render: (row) => <RefundAmountCell row={row} />,
  },
  answerDue: {
    header: 'Answer due',
    mayLieOutside: true,
    width: 126,
    render: (row) => <AnswerDueCell row={row} />,
  },
})

export const orderColumns = (
  ...[screen, hasLeft, sortedBy]: Parameters<typeof columnByKey>
): OrderColumn[] => {
  const all = columnByKey(screen, hasLeft, sortedBy)
  return screen.columns.map((key) => ({ key, ...all[key], roomyWidth: roomy(all[key].width) }))
}

/** A column that is empty on the whole page: a dash below a symbol. */
export function shrunk({
  isFlexible: _isFlexible,
  emptySymbol,
  zone: _zone,
  ...column
}: OrderColumn): OrderColumn {
  return {
    ...column,
    width: emptyWidth,
    roomyWidth: emptyWidth + 4,
    ...(emptySymbol && { symbol: emptySymbol }),
  }
}
