import type { CallError } from '#web/lib/call-error.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

interface QueueEmptyStateProps {
  title: string
  /** What was searched for; '' for the whole queue. */
  searchVal: string
  failure: CallError | null
  onRetry: () => void
  onClearSearch: () => void
  /** Absent where it is not narrowed. */
  onClearFilters?: (() => void) | undefined
}

/** Why a queue shows no rows. */
export function QueueEmptyState({
  title,
  searchVal,
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
    return <EmptyState kind="search" query={searchVal} place={title} onClear={onClearSearch} />
  if (onClearFilters) return <EmptyState kind="filtered" onClear={onClearFilters} />
  return <EmptyState kind="table" hint="Orders appear here when they reach this queue." />
}
