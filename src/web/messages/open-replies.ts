import { listOpenMessages, type Message } from '#contract/messages.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

/** The customer wrote, and nobody has handled it; vacation notes ask for nothing. */
export const isOpenReply = ({ direction, handled_at, automatic }: Message): boolean =>
  direction === 'in' && handled_at === null && !automatic

/** How many replies are open in all orders; undefined until it is known. Read once, and again whenever it is refreshed. */
export function useOpenReplies(): number | undefined {
  // Where counts cannot be read, those of the queues say so.
  const { data } = useRead(
    listOpenMessages,
    { query: { page: 1, limit: 1 } },
    { staleTime: Infinity, showsFailureInline: true },
  )
  return data?.count
}
