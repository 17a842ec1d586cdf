import { listViews, type SavedView } from '#contract/views.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

/** Own and shared views, undefined while loading. Fetched once, then only on refresh. */
export function useViews(): readonly SavedView[] | undefined {
  // Failures are not shown here, because the queue counts already show theirs.
  const { data } = useRead(listViews, {}, { staleTime: Infinity, showsFailureInline: true })
  return data?.data
}
