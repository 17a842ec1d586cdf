import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect } from 'react'
import { exportAudit, listAuditEvents } from '#contract/audit.ts'
import { staffPaths } from '#contract/rules/staff-addresses.ts'
import { rememberBackTarget } from '#web/lib/back-target.ts'
import { requestUrl } from '#web/lib/client.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ExportLink } from '#web/ui/ExportLink.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { filtersOf, formatAuditView, isFiltered, type AuditView } from './audit-view.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditTable } from './AuditTable.tsx'
import { ChainBar } from './ChainBar.tsx'
import { useAuditView } from './use-audit-view.ts'
import css from './AuditPage.module.css'

const pageSize = 50

const countText = (view: AuditView, count: number, hasMore: boolean) => {
  const entries = `${hasMore ? 'more than ' : ''}${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}`
  return isFiltered(view) ? entries : `${entries}, nothing can be changed or removed`
}

/** `/admin/audit`, for Admins: who did what outside of an order's own history, and that nobody changed what is written. */
export function AuditPage() {
  const { view, show } = useAuditView()
  const { data, error, isFetching, refetch } = useRead(
    listAuditEvents,
    { query: { ...filtersOf(view), ...view.start, limit: pageSize } },
    { showsFailureInline: true },
  )
  useHotkeys([['r', () => void refetch()]])
  useEffect(() => {
    rememberBackTarget({ href: staffPaths.audit + formatAuditView(view), label: 'Audit' })
  }, [view])
  const rows = data?.data
  const [first, last] = [rows?.at(0), rows?.at(-1)]

  return (
    <>
      <PageHeading
        count={data && countText(view, data.count, data.more)}
        onRefresh={() => void refetch()}
        isRefreshing={isFetching}
        end={<ExportLink href={requestUrl(exportAudit, { query: filtersOf(view) })} />}
      >
        Audit
      </PageHeading>
      <ChainBar />
      <AuditFilters view={view} onChange={show} members={data?.members ?? []} />
      {!rows && error ? (
        <EmptyState
          kind="failure"
          subject="The audit"
          message={error.message}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          {rows?.length === 0 ? (
            <EmptyState kind="list" />
          ) : (
            <AuditTable rows={rows} order={view.order} onOrder={(order) => show({ order })} />
          )}
          {data && (
            <nav className={css.pages} aria-label="Pages">
              <span>{formatCount(data.data.length)} on this page</span>
              <Button
                disabled={!data.hasPrevious}
                onClick={() => first && show({ start: { before: first.id } })}
              >
                {view.order === 'desc' ? 'Newer' : 'Older'}
              </Button>
              <Button disabled={!data.hasNext} onClick={() => last && show({ start: { after: last.id } })}>
                {view.order === 'desc' ? 'Older' : 'Newer'}
              </Button>
            </nav>
          )}
        </>
      )}
    </>
  )
}
