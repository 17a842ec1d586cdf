import { useCallback, useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { VisuallyHidden } from '@mantine/core'
import type { Elsewhere, OrderRow } from '#contract/orders.ts'
import type { SortField } from '#contract/rules/list-order.ts'
import { queues, type QueueName } from '#contract/rules/queues.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { fromList } from '#web/lib/back-target.ts'
import { useLatestCallback } from '#web/lib/use-latest-callback.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { RowShortcuts, Selection, SortState } from '#web/ui/table/table-types.ts'
import { ViewLink } from '#web/ui/ViewLink.tsx'
import type { CallError } from '#web/lib/call-error.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { isProblemState } from '#web/messages/mail-states.ts'
import { MailState } from '#web/messages/MailState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { CompactEntry } from '#web/ui/CompactEntry.tsx'
import { isRefundPending } from '#web/refunds/pending-refund.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import type { OrderColumn } from './order-columns.tsx'
import { LeftStatesContext, useStatesOf } from '../list/left-states.ts'
import type { OrderRows } from '../list/use-order-rows.ts'
import { PromiseLabel } from '../../PromiseLabel.tsx'
import { isOpen } from './order-row.ts'
import { LeftCell } from './LeftCell.tsx'
import css from '../queue.module.css'
import {
  AnswerDueCell,
  OrderTags,
  PriorityTag,
  RefundedCell,
  ShortName,
  StatusCell,
  TravelDateCell,
} from './order-cells.tsx'

interface OrderTableProps {
  queue: QueueName
  title: string
  columns: readonly OrderColumn[]
  rows: OrderRows
  searchVal: string
  selection: Selection<OrderRow> | undefined
  sort: SortState<SortField>
  onSort: (sort: SortState<SortField>, firstOrder: SortState['order']) => void
  onDelete: ((row: OrderRow) => void) | undefined
  shortcuts: RowShortcuts<OrderRow> | undefined
  onRetry: () => void
  onClearSearch: () => void
  onClearFilters?: (() => void) | undefined
  hidesHeads: boolean
}

const viewLink = (row: OrderRow, hasLeft: boolean) => (
  <ViewLink
    href={viewOrderPath(row.order_id)}
    label={`View order ${row.order_id}`}
    isAssigned={row.assign_to !== null || hasLeft}
  />
)

const deleteButton = (onDelete: (row: OrderRow) => void) => (row: OrderRow) => (
  <IconButton icon="trash" label={`Delete order ${row.order_id}`} onClick={() => onDelete(row)} />
)
const rowLabel = (row: OrderRow) => `order ${row.order_id}`
/** px, for View without Delete. */
const viewWidth = 76

export function OrderTable(props: OrderTableProps) {
  const { title, columns, rows, searchVal, selection, onDelete } = props
  const [, navigate] = useLocation()
  // Stable props keep unchanged rows from rerendering.
  const { hasLeft, leftIds } = rows
  const leftStates = useStatesOf([...leftIds])
  const view = useCallback((row: OrderRow) => viewLink(row, hasLeft(row)), [hasLeft])
  const remove = useLatestCallback((row: OrderRow) => onDelete?.(row))
  const actions = useMemo(() => deleteButton(remove), [remove])
  return (
    <LeftStatesContext value={leftStates}>
      <DataTable
        label={title}
        columns={columns}
        rowCount={rows.failure ? 0 : rows.rowCount}
        rowAt={rows.rowAt}
        rowKey={(row) => row.order_id}
        rowLabel={rowLabel}
        onRangeChange={rows.onRangeChange}
        {...(rows.loadedRows && { loadedRows: rows.loadedRows })}
        {...(rows.loadRows && { loadRows: rows.loadRows })}
        {...(selection && { selection })}
        sort={props.sort}
        onSort={props.onSort}
        view={view}
        isStruck={hasLeft}
        {...(onDelete ? { actions } : { actionsWidth: viewWidth })}
        onOpen={(row) => navigate(viewOrderPath(row.order_id), { state: fromList })}
        shortcuts={props.shortcuts}
        renderCompact={(row) => <CompactOrder row={row} hasLeft={hasLeft(row)} />}
        empty={
          <QueueEmptyState
            queue={props.queue}
            title={title}
            searchVal={searchVal}
            elsewhere={rows.elsewhere}
            failure={rows.failure}
            onRetry={props.onRetry}
            onClearSearch={props.onClearSearch}
            onClearFilters={props.onClearFilters}
          />
        }
        busy={rows.isFetching}
        hidesHeads={props.hidesHeads}
      />
    </LeftStatesContext>
  )
}

interface QueueEmptyStateProps {
  queue: QueueName
  title: string
  searchVal: string
  elsewhere: Elsewhere | undefined
  failure: CallError | null
  onRetry: () => void
  onClearSearch: () => void
  onClearFilters?: (() => void) | undefined
}

function QueueEmptyState({
  queue,
  title,
  searchVal,
  elsewhere,
  failure,
  onRetry,
  onClearSearch,
  onClearFilters,
}: QueueEmptyStateProps) {
  if (failure)
    return (
      <EmptyState
        kind="failure"
        subject="The orders"
        message={failure.message}
        requestId={failure.requestId}
        onRetry={onRetry}
      />
    )
  if (searchVal !== '')
    return (
      <EmptyState
        kind="search"
        query={searchVal}
        place={title}
        more={elsewhere && <ElsewhereLinks {...{ elsewhere, queue, searchVal }} />}
        onClear={onClearSearch}
      />
    )
  if (onClearFilters) return <EmptyState kind="filtered" onClear={onClearFilters} />
  return <EmptyState kind="table" hint="Orders appear here when they reach this queue." />
}

interface ElsewhereLinksProps {
  elsewhere: Elsewhere
  queue: QueueName
  searchVal: string
}

/** The queues that have what was searched for, this one without its filters, with links to what they have. */
function ElsewhereLinks({ elsewhere, queue: own, searchVal }: ElsewhereLinksProps) {
  const others = elsewhere.filter(({ queue }) => queue !== own).length
  const what = others === 1 ? 'Another queue has it' : `${others} other queues have it`
  return (
    <>
      <p>{others === 0 ? 'It is here without filters' : what}</p>
      <ul className={`flex wrap gap-10 ${css.elsewhere}`}>
        {elsewhere.map(({ queue, count }) => (
          <li key={queue}>
            <Link href={`${queues[queue].path}?${new URLSearchParams({ q: searchVal })}`}>
              {queues[queue].heading}
            </Link>{' '}
            {formatCount(count)}
          </li>
        ))}
      </ul>
    </>
  )
}

const travelOf = (row: OrderRow) =>
  row.arrival_doa === null
    ? ({ label: 'Departure', icon: 'departure', date: row.departure_departure_date } as const)
    : ({ label: 'Arrival', icon: 'arrival', date: row.arrival_doa } as const)

interface CompactOrderProps {
  row: OrderRow
  hasLeft: boolean
}

/** An order on a phone: name; id, status, mode; travel (design, Narrower). Mail only if it has a problem. */
function CompactOrder({ row, hasLeft }: CompactOrderProps) {
  const { label, icon, date } = travelOf(row)
  return (
    <CompactEntry
      title={
        <span className={css.beside}>
          <ShortName row={row} />
          <OrderTags row={row} />
        </span>
      }
      secondLine={
        <>
          {row.order_id} {hasLeft ? <LeftCell row={row} /> : <StatusCell row={row} />}
          {isRefundPending(row) && <RefundedCell row={row} hasTime />}
        </>
      }
      thirdLine={
        row.process_status === 'ChargeBack' ? (
          <AnswerDueCell row={row} />
        ) : (
          <>
            <span>
              {date !== null && (
                <>
                  <Icon name={icon} size={13} className={`faint ${css.travelIcon}`} />
                  <VisuallyHidden>{label}</VisuallyHidden>{' '}
                </>
              )}
              <TravelDateCell date={date} /> {isOpen(row) && <PromiseLabel order={row} />}{' '}
              <PriorityTag row={row} />
            </span>
            {row.mail_state !== null && isProblemState(row.mail_state) && (
              <MailState state={row.mail_state} />
            )}
            {row.assign_to !== null && (
              <ExternalText className={`shrinkable ${css.cellRest}`}>{row.assign_to}</ExternalText>
            )}
          </>
        )
      }
    />
  )
}
