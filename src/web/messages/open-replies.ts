import { listOpenMessages, type Message } from '#contract/messages.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

/** An unhandled received message; automatic replies do not count. */
export const isOpenReply = ({ direction, handled_at, automatic }: Message): boolean =>
  direction === 'in' && handled_at === null && !automatic

/** Open replies of all orders, undefined while loading. Fetched once, then only on refresh. */
export function useOpenReplies(): number | undefined {
  // The queue counts already show a failure.
  const { data } = useRead(
    listOpenMessages,
    { query: { page: 1, limit: 1 } },
    { staleTime: Infinity, showsFailureInline: true },
  )
  return data?.count
}
