import { listRequests } from '#contract/privacy-list.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

/** Unanswered requests; undefined while loading and without permission. */
export function useOpenRequests(isEnabled: boolean): number | undefined {
  // The queue counts already show a failure.
  const { data } = useRead(
    listRequests,
    {},
    { enabled: isEnabled, staleTime: Infinity, showsFailureInline: true },
  )
  return data?.open
}
