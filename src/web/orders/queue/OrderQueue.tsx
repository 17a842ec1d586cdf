import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { isFiltered } from '#contract/rules/list-filters.ts'
import { type QueueName, queues } from '#contract/rules/queues.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { refresh } from '#web/lib/endpoint-hooks.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { useScrollRestoration } from '#web/lib/use-scroll-restoration.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { BulkActionBar } from '#web/ui/BulkActionBar.tsx'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Toolbar } from '#web/ui/Toolbar.tsx'
import { rememberBackTarget } from '#web/lib/back-target.ts'
import { actionTexts, type BulkActionName } from '../action-texts.ts'
import { StartNextButton } from '../StartNextButton.tsx'
import { useBulkActions } from '../use-bulk-actions.ts'
import { exportUrl } from './list/export-url.ts'
import { PendingRefundCount } from './PendingRefundCount.tsx'
import { toOrderListQuery, searchHint } from './list/list-queries.ts'
import { nextSort } from './list/list-view.ts'
import { prefetchPage } from './list/prefetch-page.ts'
import { QueueFilters } from './QueueFilters.tsx'
import { QueueViews } from './QueueViews.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { NewsButton } from './NewsButton.tsx'
import { OrderCount } from './OrderCount.tsx'
import { OrderTable } from './table/OrderTable.tsx'
import { screenOf } from './queue-screens.ts'
import { useDisplayedColumns } from './use-displayed-columns.ts'
import { MatchingOffer } from './MatchingOffer.tsx'
import { useMatchingActions } from './use-matching-actions.ts'
import { useSelectedOrders } from './use-selected-orders.ts'
import { useListView } from './list/use-list-view.ts'
import { useOrderRows } from './list/use-order-rows.ts'
import { useQueueShortcuts } from './use-queue-shortcuts.ts'
import { clampedPage, useDisplayedView } from './list/use-displayed-view.ts'
import css from './queue.module.css'

const leftText = (count: number) =>
  count === 0
    ? null
    : `${formatCount(count)} taken by somebody else; ${count === 1 ? 'it leaves' : 'they leave'} at Refresh`

const BulkRefundDialog = lazyDialog(() => import('#web/refunds/BulkRefundDialog.tsx'), 'BulkRefundDialog')

interface OrderQueueProps {
  queue: QueueName
  heading?: string
  /** 2 where the page's h1 is elsewhere. */
  level?: 1 | 2
  start?: ReactNode
}

export function OrderQueue({ queue, heading, level = 1, start }: OrderQueueProps) {
  const screen = screenOf(queue)
  const title = heading ?? queues[queue].heading
  const me = useCurrentMember()
  const client = useQueryClient()
  const container = useRef<HTMLDivElement>(null)

  const { view, cursor, show } = useListView()
  const listQuery = toOrderListQuery(queue, view)
  const hint = searchHint(view.q)
  const rows = useOrderRows(listQuery, view, cursor)
  const displayedKey = useDisplayedView(view, rows)
  useScrollRestoration(container, rows.total === undefined ? null : displayedKey)

  useEffect(() => rememberBackTarget({ href: location.pathname + location.search, label: title }))

  // Paging and sorting keep the selection.
  const listKey = JSON.stringify([queue, view.month, listQuery.searchVal, view.filters])
  const selected = useSelectedOrders(listKey)
  const { focusTable } = useQueueShortcuts(container, selected.clear)
  const chooseNone = () => {
    selected.clear()
    focusTable()
  }
  const { runAction, showDone, busy: isBusy } = useBulkActions(listQuery, chooseNone)
  const { runMatching, busy: isMatchingBusy } = useMatchingActions(listQuery, {
    onDone: chooseNone,
    onRecounted: selected.chooseMatching,
  })
  const busy = isBusy || isMatchingBusy
  const runChosen = (action: BulkActionName) => {
    if (action === 'refund') setRefunding(selected.rows)
    else if (selected.matching) void runMatching(action, selected.matching)
    else void runAction(action, selected.ids)
  }
  const { ruler, columns, chooser, hidesHeads } = useDisplayedColumns({
    queue,
    listKey,
    sortedBy: view.sort.by,
    rows,
  })
  const [refunding, setRefunding] = useState<readonly OrderRow[]>([])
  const closeRefunds = () => {
    setRefunding([])
    chooseNone()
    void refresh(client, orderReadEndpoints)
  }
  const buttons = screen.bulk.filter(({ permission }) => me.can(permission))
  const canDelete = screen.rowDelete !== null && me.can(screen.rowDelete)

  /** Acts on the selected orders, else on the current row. */
  const runOn = (action: BulkActionName, row: OrderRow) => {
    if (selected.count > 0) runChosen(action)
    else if (action === 'refund') setRefunding([row])
    else void runAction(action, [row.order_id])
  }
  useShortcuts(
    selected.count > 0
      ? Object.fromEntries(buttons.map(({ action }) => [action, () => runChosen(action)]))
      : {},
  )

  const cursorTo = (page: number) => {
    const { keys } = rows
    const after = keys && page === view.page + 1 ? { after: keys.last } : undefined
    const before = keys && page > 1 && page === view.page - 1 ? { before: keys.first } : undefined
    return after ?? before
  }
  const handlePageChange = (page: number) => show({ page }, { cursor: cursorTo(page) })
  const handlePageIntent = (page: number) => {
    if (page !== view.page && !rows.isPrevious)
      prefetchPage(client, listQuery, { ...view, page }, cursorTo(page))
  }
  const handleRefresh = () => {
    // A page fetched by cursor would not show new rows before it.
    if (cursor) show(view, { replace: true })
    rows.restart()
    void refresh(client, orderReadEndpoints)
  }
  const handleShowNews = () => {
    if (rows.news?.count === null) handleRefresh()
    else rows.news?.show()
    // The button disappears with the focus in it.
    focusTable()
  }
  const handleClearSearch = () => show({ q: '' }, { replace: true })
  const handleClearFilters = () => show({ filters: {} }, { replace: true })

  const lastPage = clampedPage(view, rows)
  useEffect(() => {
    if (lastPage !== null) show({ page: lastPage }, { replace: true })
  })

  return (
    <>
      <PageHeading
        level={level}
        start={start}
        count={
          <>
            <OrderCount rows={rows} isSearch={listQuery.searchVal !== '' && !rows.isPrevious} />
            {queue === 'refundOrder' && listQuery.searchVal === '' && <PendingRefundCount />}
          </>
        }
        onRefresh={handleRefresh}
        isRefreshing={rows.isFetching}
        main={screen.hasWork && <StartNextButton isMain={selected.count === 0} />}
        end={
          <>
            <ColumnChooser {...chooser} shownCount={columns.length} />
            <ExportMenu urlOf={(format) => exportUrl(listQuery, format)} />
          </>
        }
      >
        {title}
      </PageHeading>
      <QueueViews queue={queue} view={view} />
      <Toolbar>
        <SearchBox
          label={`Search ${title}`}
          placeholder="ID, name, e-mail, telephone"
          value={view.q}
          onSearch={(q) => show({ q }, { replace: true })}
        />
        <QueueFilters
          listQuery={listQuery}
          isFolded={selected.count > 0}
          onChange={(filters) => show({ filters, page: 1 }, { replace: true })}
        />
        {hint && <output className="faint small">{hint}</output>}
        <BulkActionBar
          label="Chosen orders"
          selectedCount={selected.count}
          onClear={selected.clear}
          offer={
            <MatchingOffer listQuery={listQuery} rows={rows} selected={selected} onChosen={focusTable} />
          }
        >
          {buttons.map(({ action }) => (
            <Button
              key={action}
              variant={actionTexts[action].buttonVariant}
              // Each refund needs its own amount.
              disabled={busy || (action === 'refund' && selected.matching !== null)}
              onClick={() => runChosen(action)}
            >
              {actionTexts[action].label}
            </Button>
          ))}
        </BulkActionBar>
      </Toolbar>
      <div className={css.ruler} ref={ruler} />
      <div className={css.place} ref={container}>
        <OrderTable
          key={displayedKey}
          queue={queue}
          title={title}
          columns={columns}
          hidesHeads={hidesHeads}
          rows={rows}
          searchVal={listQuery.searchVal}
          selection={buttons.length > 0 ? selected.selection : undefined}
          sort={view.sort}
          onSort={(sort, firstOrder) => show({ sort: nextSort(view.sort, sort, firstOrder) })}
          onDelete={canDelete ? (row) => void runAction('delete', [row.order_id]) : undefined}
          shortcuts={
            selected.count > 0
              ? undefined
              : Object.fromEntries(
                  buttons.map(({ action }) => [action, (row: OrderRow) => runOn(action, row)]),
                )
          }
          onRetry={handleRefresh}
          onClearSearch={handleClearSearch}
          onClearFilters={isFiltered(view.filters) ? handleClearFilters : undefined}
        />
      </div>
      <Pagination
        page={view.pageSize === 'All' ? 1 : view.page}
        pageSize={view.pageSize}
        total={rows.total}
        note={leftText(rows.leftIds.size)}
        action={<NewsButton news={rows.news} onShow={handleShowNews} />}
        hasMore={rows.hasMore}
        onPageChange={handlePageChange}
        onPageIntent={handlePageIntent}
        onPageSizeChange={(choice) => show({ pageSize: choice })}
      />
      <BulkRefundDialog
        opened={refunding.length > 0}
        orders={refunding}
        onClose={() => setRefunding([])}
        onRefused={closeRefunds}
        onDone={(answer) => {
          closeRefunds()
          showDone('refund', answer)
        }}
      />
    </>
  )
}
