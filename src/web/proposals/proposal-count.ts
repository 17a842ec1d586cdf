import { listProposals } from '#contract/proposals.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

/** How many documents are proposed, undefined while loading. Fetched once, then only on refresh. */
export function useProposalCount(): number | undefined {
  const { data } = useRead(
    listProposals,
    { query: { page: 1, limit: 1 } },
    { staleTime: Infinity, showsFailureInline: true },
  )
  return data?.count
}
