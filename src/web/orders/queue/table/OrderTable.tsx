import { useLocation } from 'wouter'
import type { OrderRow, SortField } from '#contract/orders.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { Selection, SortState } from '#web/ui/table/table-types.ts'
import { ViewLink } from '#web/ui/ViewLink.tsx'
import { orderColumns } from './order-columns.tsx'
import { CompactOrder } from './CompactOrder.tsx'
import { QueueEmptyState } from './QueueEmptyState.tsx'
import type { QueueScreen } from '../queue-screens.ts'
import type { OrderRows } from '../list/use-order-rows.ts'

interface OrderTableProps {
  title: string
  screen: QueueScreen
  rows: OrderRows
  /** What was searched for; '' for the whole queue. */
  searchVal: string
  /** Absent where nothing can be done with chosen rows. */
  selection: Selection<OrderRow> | undefined
  sort: SortState<SortField>
  onSort: (sort: SortState<SortField>) => void
  /** Absent for those who may not. */
  onDelete: ((row: OrderRow) => void) | undefined
  onAssign: ((row: OrderRow) => void) | undefined
  onRetry: () => void
  onClearSearch: () => void
}

const viewLink = (row: OrderRow) => (
  <ViewLink
    href={viewOrderPath(row.order_id)}
    label={`View order ${row.order_id}`}
    isAssigned={row.assign_to !== null}
  />
)

const deleteButton = (onDelete: (row: OrderRow) => void) => (row: OrderRow) => (
  <IconButton icon="trash" label={`Delete order ${row.order_id}`} onClick={() => onDelete(row)} />
)
/** px: View alone. */
const viewWidth = 76

/** The rows of a queue with what each of them offers. */
export function OrderTable(props: OrderTableProps) {
  const { title, rows, searchVal, selection, onDelete, onAssign } = props
  const [, navigate] = useLocation()
  const today = jakartaToday(new Date(rows.updatedAt))
  return (
    <DataTable
      label={title}
      columns={orderColumns(props.screen, today)}
      rowCount={rows.failure ? 0 : rows.rowCount}
      rowAt={rows.rowAt}
      rowKey={(row) => row.order_id}
      rowLabel={(row) => `order ${row.order_id}`}
      onRangeChange={rows.onRangeChange}
      {...(selection && { selection })}
      {...(searchVal === '' && { sort: props.sort, onSort: props.onSort })}
      view={viewLink}
      {...(onDelete ? { actions: deleteButton(onDelete) } : { actionsWidth: viewWidth })}
      onOpen={(row) => navigate(viewOrderPath(row.order_id))}
      {...(onAssign && { shortcuts: { a: onAssign } })}
      renderCompact={(row) => <CompactOrder row={row} today={today} />}
      empty={
        <QueueEmptyState
          title={title}
          searchVal={searchVal}
          failure={rows.failure}
          onRetry={props.onRetry}
          onClearSearch={props.onClearSearch}
        />
      }
      busy={rows.isFetching}
    />
  )
}
