import { listOpenMessages, type Message } from '#contract/messages.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

/** A received message that is not handled yet; automatic replies do not count. */
export const isOpenReply = ({ direction, handled_at, automatic }: Message): boolean =>
  direction === 'in' && handled_at === null && !automatic

/** The number of open replies of all orders, undefined while loading. Fetched once, then only on refresh. */
export function useOpenReplies(): number | undefined {
  // Failures are not shown here, because the queue counts already show theirs.
  const { data } = useRead(
    listOpenMessages,
    { query: { page: 1, limit: 1 } },
    { staleTime: Infinity, showsFailureInline: true },
  )
  return data?.count
}
