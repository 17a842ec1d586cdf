import { listMailProblems } from '#contract/mail-problems.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

/** Mails that wait for a member, undefined while loading. Fetched once, then only on refresh. */
export function useMailProblemCount(): number | undefined {
  // The queue counts already show a failure.
  const { data } = useRead(
    listMailProblems,
    { query: { page: 1, limit: 1 } },
    { staleTime: Infinity, showsFailureInline: true },
  )
  return data?.count
}
