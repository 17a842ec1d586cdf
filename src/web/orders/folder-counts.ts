import { folderCounts } from '#contract/orders.ts'
import { countFields, type QueueName } from '#contract/rules/queues.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { useCurrentMember } from '#web/session/auth.ts'

/** The number of a queue's orders; undefined until it is known. Read once, and again whenever it is refreshed. */
export function useFolderCounts(): (queue: QueueName) => number | undefined {
  const { name } = useCurrentMember()
  const { data } = useRead(folderCounts, { query: { userName: name } }, { staleTime: Infinity })
  return (queue) => data?.data[countFields[queue]]
}
