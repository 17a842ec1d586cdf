import { listMailProblems } from '#contract/mail-problems.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

/** How many mails wait for a member, undefined while loading. Fetched once, then only on refresh. */
export function useMailProblemCount(): number | undefined {
  // Failures are not shown here, because the queue counts already show theirs.
  const { data } = useRead(
    listMailProblems,
    { query: { page: 1, limit: 1 } },
    { staleTime: Infinity, showsFailureInline: true },
  )
  return data?.count
}
