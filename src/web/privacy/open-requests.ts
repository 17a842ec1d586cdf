import { listRequests } from '#contract/privacy-list.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

/** The number of requests that are to be answered, undefined while loading and for those who may not see them. */
export function useOpenRequests(isEnabled: boolean): number | undefined {
  // Failures are not shown here, because the queue counts already show theirs.
  const { data } = useRead(
    listRequests,
    {},
    { enabled: isEnabled, staleTime: Infinity, showsFailureInline: true },
  )
  return data?.open
}
