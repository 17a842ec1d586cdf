import { listProposals } from '#contract/proposals.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { useIsFirstViewShown } from '#web/lib/first-view.ts'

/** Proposed documents, undefined while loading. Fetched once after the first view, then only on refresh. */
export function useProposalCount(): number | undefined {
  const { data } = useRead(
    listProposals,
    { query: { page: 1, limit: 1 } },
    { enabled: useIsFirstViewShown(), staleTime: Infinity, showsFailureInline: true },
  )
  return data?.count
}
