import { Link } from 'wouter'
import type { RequestSummary } from '#contract/privacy-list.ts'
import { privacyRequestPath } from '#contract/rules/staff-addresses.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ClockBar, ClockText } from './RequestClock.tsx'
import { customerName, describeRequest } from './request-labels.ts'
import css from './privacy.module.css'

interface RequestListProps {
  /** `undefined` while they are loading. */
  requests: readonly RequestSummary[] | undefined
  currentId: string | undefined
}

/** Widths in percent. */
const loadingRows = [60, 45, 52]

/** The requests with their clocks, the open ones first. */
export function RequestList({ requests, currentId }: RequestListProps) {
  return (
    <nav className={`shrinkable ${css.list}`} aria-label="Requests">
      {requests?.length === 0 && (
        <div className={css.none}>
          <EmptyState kind="list" />
        </div>
      )}
      {!requests &&
        loadingRows.map((percent) => (
          <div key={percent} className={`stack gap-2 small tight ${css.request}`}>
            <Skeleton width={`${percent}%`} height={18} />
            <Skeleton width="50%" height={18} />
            <Skeleton width="100%" height={9} />
          </div>
        ))}
      {requests?.map((request) => (
        <Link
          key={request.id}
          href={privacyRequestPath(request.id)}
          className={`stack gap-2 small tight ${css.request}`}
          aria-current={request.id === currentId ? 'true' : undefined}
        >
          <span className="row spread gap-8">
            <b className="shrinkable truncate medium">
              <bdi>{customerName(request)}</bdi>
            </b>
            {request.comes_up_again ? (
              <span className="nowrap warning medium">comes up again</span>
            ) : (
              <ClockText request={request} />
            )}
          </span>
          <span className="muted">{describeRequest(request)}</span>
          <ClockBar request={request} />
        </Link>
      ))}
    </nav>
  )
}
