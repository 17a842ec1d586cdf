import { urgencyCounts } from '#contract/orders.ts'
import { useIsFirstViewShown } from '#web/lib/first-view.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

/**
 * How many open orders are late or due soon, undefined while loading. Fetched once after the first view, then
 * only on refresh.
 */
export function useLateAndSoonCount(): number | undefined {
  const isFirstViewShown = useIsFirstViewShown()
  // Failures are not shown here, because the queue counts already show theirs.
  const { data } = useRead(
    urgencyCounts,
    { params: { orderName: 'openOrder' } },
    { staleTime: Infinity, showsFailureInline: true, enabled: isFirstViewShown },
  )
  return data && data.data.late + data.data.soon
}
