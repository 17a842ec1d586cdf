import { useEffect } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { exportAudit, listAuditEvents } from '#contract/audit.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { rememberBackTarget } from '#web/lib/back-target.ts'
import { requestUrl } from '#web/lib/request-url.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { PageNumbers } from '#web/ui/PageNumbers.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { filtersOf, formatAuditView, isFiltered, type AuditView } from './audit-view.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditTable } from './AuditTable.tsx'
import { ChainBar } from './ChainBar.tsx'
import { useAuditView } from './use-audit-view.ts'
import css from './audit.module.css'

const pageSize = 50

const countText = (view: AuditView, count: number, hasMore: boolean) => {
  const entries = `${hasMore ? 'more than ' : ''}${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}`
  return isFiltered(view) ? entries : `${entries}, nothing can be changed or removed`
}

type List = Reply<typeof listAuditEvents>

/** `51–100 of more than 1,000` */
function rangeText({ page }: AuditView, { data, count, more }: List): string {
  const skipped = (page - 1) * pageSize
  const total = `${more ? 'more than ' : ''}${formatCount(Math.max(count, skipped + data.length))}`
  return data.length === 0
    ? `0 of ${total}`
    : `${formatCount(skipped + 1)}–${formatCount(skipped + data.length)} of ${total}`
}

/** As many as are counted; one more than this page where more were not. */
const pageCount = ({ page }: AuditView, { count, hasNext }: List): number =>
  Math.max(Math.ceil(count / pageSize), hasNext ? page + 1 : page)

/** `/admin/audit`, for Admins: who did what outside of an order's own history, and that nobody changed what is written. */
export function AuditPage() {
  const { view, show } = useAuditView()
  const { data, error, isFetching, refetch } = useRead(
    listAuditEvents,
    { query: { ...filtersOf(view), ...(view.start ?? { page: view.page }), limit: pageSize } },
    { showsFailureInline: true },
  )
  useEffect(() => {
    rememberBackTarget({ href: staffScreens.audit.path + formatAuditView(view), label: 'Audit' })
  }, [view])
  const rows = data?.data

  /** To the next and the previous page from their entries, so that what has been added meanwhile shifts nothing. */
  function handlePage(page: number) {
    const [first, last] = [rows?.at(0), rows?.at(-1)]
    if (page === view.page + 1 && last) show({ page, start: { after: last.id } })
    else if (page === view.page - 1 && page > 1 && first) show({ page, start: { before: first.id } })
    else show({ page })
  }

  return (
    <>
      <PageHeading
        count={data && countText(view, data.count, data.more)}
        onRefresh={() => void refetch()}
        isRefreshing={isFetching}
        end={
          <ExportMenu
            urlOf={(format) => requestUrl(exportAudit, { query: { ...filtersOf(view), format } })}
          />
        }
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
            <div className={css.none}>
              <EmptyState kind="list" />
            </div>
          ) : (
            <AuditTable rows={rows} order={view.order} onOrder={(order) => show({ order })} />
          )}
          <div className={`row muted small ruled ${css.pages}`}>
            <span>{data ? rangeText(view, data) : <Skeleton width={96} />}</span>
            {data && <PageNumbers page={view.page} pages={pageCount(view, data)} onPageChange={handlePage} />}
          </div>
        </>
      )}
    </>
  )
}
