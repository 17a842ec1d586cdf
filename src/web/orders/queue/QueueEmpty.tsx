import type { CallRefused } from '#web/lib/call-refused.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

interface QueueEmptyProps {
  title: string
  /** What was searched for; '' for the whole queue. */
  searchVal: string
  failure: CallRefused | null
  onRetry: () => void
  onClearSearch: () => void
}

/** Why a queue shows no rows. */
export function QueueEmpty({ title, searchVal, failure, onRetry, onClearSearch }: QueueEmptyProps) {
  if (failure)
    return (
      <EmptyState
        kind="failure"
        what="The orders"
        message={failure.message}
        requestId={failure.requestId}
        onRetry={onRetry}
      />
    )
  if (searchVal !== '')
    return <EmptyState kind="search" query={searchVal} where={title} onClear={onClearSearch} />
  return <EmptyState kind="table" hint="When an order reaches this queue, it shows here." />
}
