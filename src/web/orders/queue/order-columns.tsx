import type { OrderRow, SortField } from '#contract/orders.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import {
  Assignee,
  Chargeback,
  Created,
  Email,
  Name,
  Processed,
  ProcessMonth,
  Refunded,
  Status,
  Telephone,
  TravelDate,
  Type,
} from './order-cells.tsx'
import type { ColumnKey, QueueScreen } from './queue-screens.ts'

type OrderColumn = Column<OrderRow, SortField>

/** px */
const dateWidth = 128
const momentWidth = 186
const chargebackWidth = 280

/** Every column of the order tables, by its key; the heads are the specification's. `today` is Jakarta's. */
const columns = (
  today: string,
  { statusWidth, emailWidth }: QueueScreen,
): Record<ColumnKey, Omit<OrderColumn, 'key'>> => ({
  orderId: { head: 'Order ID', width: 84, render: (row) => row.order_id },
  status: { head: 'Status', width: statusWidth, render: (row) => <Status row={row} /> },
  chargeback: {
    head: 'Chargeback',
    width: chargebackWidth,
    render: (row) => <Chargeback row={row} today={today} />,
  },
  name: { head: 'Name', width: 156, render: (row) => <Name row={row} /> },
  arrivalDate: {
    head: 'Arrival Date',
    width: dateWidth,
    sort: 'travel_date',
    render: (row) => <TravelDate date={row.arrival_doa} row={row} today={today} />,
  },
  departureDate: {
    head: 'Departure Date',
    width: dateWidth,
    sort: 'travel_date',
    render: (row) => <TravelDate date={row.departure_departure_date} row={row} today={today} />,
  },
  email: { head: 'E-mail', width: emailWidth, render: (row) => <Email row={row} /> },
  telephone: { head: 'Telephone', width: 132, render: (row) => <Telephone row={row} /> },
  date: { head: 'Date', width: momentWidth, sort: 'created_at', render: (row) => <Created row={row} /> },
  refundDate: {
    head: 'Refund Date',
    width: momentWidth,
    sort: 'refund_date',
    render: (row) => <Refunded row={row} />,
  },
  processDate: {
    head: 'Process Date',
    width: momentWidth,
    sort: 'processing_date',
    render: (row) => <Processed row={row} />,
  },
  processMonth: { head: 'Process Month', width: 112, render: (row) => <ProcessMonth row={row} /> },
  assignedTo: { head: 'Assigned To', width: 130, render: (row) => <Assignee row={row} /> },
  orderType: { head: 'Order Type', width: 100, render: (row) => <Type row={row} /> },
})

export function orderColumns(screen: QueueScreen, today: string): OrderColumn[] {
  const all = columns(today, screen)
  return screen.columns.map((key) => ({ key, ...all[key] }))
}
