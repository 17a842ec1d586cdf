import { folderCounts } from '#contract/orders.ts'
import { type CountedQueueName, queues } from '#contract/rules/queues.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { useCurrentMember } from '#web/session/auth.ts'

/** The order count per queue, undefined while loading. Fetched once, then only on refresh. */
export function useFolderCounts(): (queue: CountedQueueName) => number | undefined {
  const { name } = useCurrentMember()
  const { data } = useRead(folderCounts, { query: { userName: name } }, { staleTime: Infinity })
  return (queue) => data?.data[queues[queue].countField]
}
