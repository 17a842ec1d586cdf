import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import type { QueueName } from '#contract/rules/queues.ts'
import { refresh } from '#web/lib/hooks.ts'
import { useKeptScroll } from '#web/lib/use-kept-scroll.ts'
import { useMe } from '#web/session/auth.ts'
import { BulkBar } from '#web/ui/BulkBar.tsx'
import { ExportLink } from '#web/ui/ExportLink.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Toolbar } from '#web/ui/Toolbar.tsx'
import { rememberBackTarget } from '#web/lib/back-target.ts'
import { orderReads } from '#contract/order-reads.ts'
import { actionTexts } from './bulk-texts.ts'
import { exportAddress } from './export-address.ts'
import { ToRefundCount } from './ToRefundCount.tsx'
import { listedBy, searchHint } from './list-queries.ts'
import { sortAfter } from './list-view.ts'
import { OrderCount } from './OrderCount.tsx'
import { OrderTable } from './OrderTable.tsx'
import { screenOf } from './queue-screens.ts'
import { useBulkActions } from './use-bulk-actions.ts'
import { useChosen } from './use-chosen.ts'
import { useListView } from './use-list-view.ts'
import { useOrderRows } from './use-order-rows.ts'
import { useQueueKeys } from './use-queue-keys.ts'
import { lastPageInstead, useShownView } from './use-shown-view.ts'
import css from './OrderQueue.module.css'

interface OrderQueueProps {
  queue: QueueName
  /** The queue's own heading unless given. */
  heading?: string
  /** 2 where the page has its title elsewhere. */
  level?: 1 | 2
  /** Stands before the heading: Back. */
  start?: ReactNode
}

/** One of the fourteen queues: heading, search, what can be done with chosen rows, the table and its pages. */
export function OrderQueue({ queue, heading, level = 1, start }: OrderQueueProps) {
  const screen = screenOf(queue)
  const title = heading ?? screen.heading
  const me = useMe()
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)

  const { view, cursor, show } = useListView()
  const listed = listedBy(queue, view)
  const hint = searchHint(view.q)
  const rows = useOrderRows(listed, view, cursor)
  const shown = useShownView(view, rows)
  useKeptScroll(place, rows.total === undefined ? null : shown)

  useEffect(() => rememberBackTarget({ href: location.pathname + location.search, label: title }))

  const chosen = useChosen(shown)
  const { focusTable } = useQueueKeys(place, chosen.clear)
  const { act, busy } = useBulkActions(listed, () => {
    chosen.clear()
    focusTable()
  })
  const buttons = screen.bulk.filter(({ permission }) => me.may(permission))
  const canAssign = buttons.some(({ action }) => action === 'assign')
  const canDelete = screen.rowDelete !== null && me.may(screen.rowDelete)

  const toPage = (page: number) => {
    const { keys } = rows
    const after = keys && page === view.page + 1 ? { after: keys.last } : undefined
    const before = keys && page > 1 && page === view.page - 1 ? { before: keys.first } : undefined
    show({ page }, { cursor: after ?? before })
  }
  const fetchAgain = () => {
    // Rows counted from a neighbouring page would not show what has come in before them.
    if (cursor) show(view, { replace: true })
    void refresh(client, orderReads)
  }
  const clearSearch = () => show({ q: '' }, { replace: true })

  const lastPage = lastPageInstead(view, rows)
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
            <OrderCount rows={rows} isSearch={listed.searchVal !== '' && !rows.isPrevious} />
            {queue === 'refundOrder' && listed.searchVal === '' && <ToRefundCount />}
          </>
        }
        onRefresh={fetchAgain}
        refreshing={rows.fetching}
        end={<ExportLink href={exportAddress(listed)} />}
      >
        {title}
      </PageHeading>
      <Toolbar>
        <SearchBox
          label={`Search ${title}`}
          placeholder="ID, name, e-mail, telephone"
          value={view.q}
          onSearch={(q) => show({ q }, { replace: true })}
        />
        {hint && <output className={css.hint}>{hint}</output>}
        <BulkBar count={chosen.ids.length} onClear={chosen.clear}>
          {buttons.map(({ action }) => (
            <Button
              key={action}
              variant={actionTexts[action].look}
              disabled={busy}
              onClick={() => void act(action, chosen.ids)}
            >
              {actionTexts[action].label}
            </Button>
          ))}
        </BulkBar>
      </Toolbar>
      <div className={css.place} ref={place}>
        <OrderTable
          key={shown}
          title={title}
          screen={screen}
          rows={rows}
          searchVal={listed.searchVal}
          selection={buttons.length > 0 ? chosen.selection : undefined}
          sort={view.sort}
          onSort={(sort) => show({ sort: sortAfter(view.sort, sort) })}
          onDelete={canDelete ? (row) => void act('delete', [row.order_id]) : undefined}
          onAssign={
            canAssign
              ? (row) => void act('assign', chosen.ids.length > 0 ? chosen.ids : [row.order_id])
              : undefined
          }
          onRetry={fetchAgain}
          onClearSearch={clearSearch}
        />
      </div>
      <Pagination
        page={view.rows === 'All' ? 1 : view.page}
        rows={view.rows}
        total={rows.total}
        more={rows.more}
        onPage={toPage}
        onRows={(choice) => show({ rows: choice })}
      />
    </>
  )
}
