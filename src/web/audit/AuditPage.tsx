import { useEffect, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Button } from '@mantine/core'
import type { Reply } from '#contract/endpoint.ts'
import {
  exportAudit,
  listAuditEvents,
  readAuditChain,
  verifyAudit,
  type ChainState,
} from '#contract/audit.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { rememberBackTarget } from '#web/lib/back-target.ts'
import { requestUrl } from '#web/lib/request-url.ts'
import { useRead, useCall } from '#web/lib/endpoint-hooks.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { PageNumbers } from '#web/ui/PageNumbers.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { estDateTime } from '#contract/rules/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { filtersOf, formatAuditView, isFiltered, type AuditView, parseAuditView } from './audit-view.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditTable } from './AuditTable.tsx'
import css from './audit.module.css'
import { shortHash } from './audit-labels.ts'

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

/** One more than the current page if the count is capped. */
const pageCount = ({ page }: AuditView, { count, hasNext }: List): number =>
  Math.max(Math.ceil(count / pageSize), hasNext ? page + 1 : page)

/** `/admin/audit`, for Admins: actions outside of an order's own history, and the state of the hash chain. */
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

  /** Adjacent pages start at the last or first entry's id, so that new entries shift nothing. */
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
        <EmptyState kind="failure" subject="The audit" {...failureProps(error, refetch)} />
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

/** The view is in the URL: a change of a filter starts at the first page, and Back restores the former view. */
function useAuditView() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const view = useMemo(() => parseAuditView(search), [search])
  const show = (changes: Partial<AuditView>) =>
    navigate(path + formatAuditView({ ...view, page: 1, start: null, ...changes }))
  return { view, show }
}

/** ms between two polls of a verification's progress. */
const pollMs = 1000

function ChainBar() {
  const { data, error, refetch } = useRead(readAuditChain, {}, { showsFailureInline: true })
  const { call, busy } = useCall(verifyAudit, { refreshes: [readAuditChain] })
  const state = data?.data
  const isRunning = state?.isRunning ?? false
  // A new entry is chained, then verified, a moment after it was written.
  const isSettled = !state || (!isRunning && (state.verified !== null || state.faultCount > 0))
  useEffect(() => {
    if (isSettled) return
    const timer = setInterval(() => void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [isSettled, refetch])

  if (!state)
    return (
      <div className={`row gap-10 small tight ${css.chainBar}`} aria-busy={!error}>
        {error && (
          <>
            <p className={`shrinkable ${css.text}`}>The chain could not be read. {error.message}</p>
            <Button size="xs" onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        )}
      </div>
    )
  return (
    <div className={`row gap-10 small tight ${css.chainBar}`} data-bad={state.faultCount > 0 || undefined}>
      <Icon name={state.faultCount > 0 ? 'alert' : 'shield'} size={18} className={`rigid ${css.mark}`} />
      <div className={`shrinkable ${css.text}`} aria-live="polite">
        <ChainText state={state} />
        {state.faults.length > 0 && (
          <ul className={`muted ${css.faults}`}>
            {state.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex gap-6 push-end">
        {state.head && <CopyButton size="xs" text={JSON.stringify(state.head)} label="Copy head" />}
        <Button
          size="xs"
          loading={busy || isRunning}
          onClick={() => void call({ body: { fromStart: true } })}
        >
          Verify again
        </Button>
      </div>
    </div>
  )
}

function ChainText({ state: { head, verified, isRunning, faultCount } }: { state: ChainState }) {
  if (!head) return <p>No entry is chained yet.</p>
  if (faultCount > 0)
    return (
      <p>
        <b>The chain does not verify</b>: {formatCount(faultCount)} {faultCount === 1 ? 'fault' : 'faults'}.
        The command verify-audit names all of them.
      </p>
    )
  if (isRunning || !verified)
    return (
      <p>
        Verifying the chain: {formatCount(verified?.seq ?? 0)} of {formatCount(head.seq)} entries
      </p>
    )
  return (
    <p>
      <b>Chain verified</b> to entry {formatCount(verified.seq)} at {estDateTime(verified.at)} EST
      <span className={`nowrap muted ${css.hash}`}>head {shortHash(verified.hash)}</span>
    </p>
  )
}
