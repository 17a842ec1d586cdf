import type { OrderRow, SortField } from '#contract/orders.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import {
  AssigneeCell,
  ChargebackCell,
  CreatedCell,
  EmailCell,
  NameCell,
  ProcessedCell,
  ProcessMonthCell,
  RefundedCell,
  StatusCell,
  TelephoneCell,
  TravelDateCell,
  OrderTypeCell,
} from './order-cells.tsx'
import type { ColumnKey, QueueScreen } from '../queue-screens.ts'

type OrderColumn = Column<OrderRow, SortField>

/** px */
const dateWidth = 128
const timestampWidth = 186
const chargebackWidth = 280

/** Every column of the order tables, by its key; the heads are the specification's. `today` is Jakarta's. */
const columnByKey = (
  today: string,
  { statusWidth, emailWidth }: QueueScreen,
): Record<ColumnKey, Omit<OrderColumn, 'key'>> => ({
  orderId: { header: 'Order ID', width: 84, render: (row) => row.order_id },
  status: { header: 'Status', width: statusWidth, render: (row) => <StatusCell row={row} /> },
  chargeback: {
    header: 'Answer due',
    width: chargebackWidth,
    render: (row) => <ChargebackCell row={row} today={today} />,
  },
  name: { header: 'Name', width: 156, render: (row) => <NameCell row={row} /> },
  arrivalDate: {
    header: 'Arrival Date',
    width: dateWidth,
    sort: 'travel_date',
    render: (row) => <TravelDateCell date={row.arrival_doa} row={row} today={today} />,
  },
  departureDate: {
    header: 'Departure Date',
    width: dateWidth,
    sort: 'travel_date',
    render: (row) => <TravelDateCell date={row.departure_departure_date} row={row} today={today} />,
  },
  email: { header: 'E-mail', width: emailWidth, render: (row) => <EmailCell row={row} /> },
  telephone: { header: 'Telephone', width: 132, render: (row) => <TelephoneCell row={row} /> },
  date: {
    header: 'Date',
    width: timestampWidth,
    sort: 'created_at',
    render: (row) => <CreatedCell row={row} />,
  },
  refundDate: {
    header: 'Refund Date',
    width: timestampWidth,
    sort: 'refund_date',
    render: (row) => <RefundedCell row={row} />,
  },
  processDate: {
    header: 'Process Date',
    width: timestampWidth,
    sort: 'processing_date',
    render: (row) => <ProcessedCell row={row} />,
  },
  processMonth: { header: 'Process Month', width: 112, render: (row) => <ProcessMonthCell row={row} /> },
  assignedTo: { header: 'Assigned To', width: 130, render: (row) => <AssigneeCell row={row} /> },
  orderType: { header: 'Order Type', width: 100, render: (row) => <OrderTypeCell row={row} /> },
})

export function orderColumns(screen: QueueScreen, today: string): OrderColumn[] {
  const all = columnByKey(today, screen)
  return screen.columns.map((key) => ({ key, ...all[key] }))
}
