import { takeDocument } from '#contract/messages.ts'
import { useCall } from '#web/lib/hooks.ts'
import { useOnce } from '#web/lib/use-once.ts'
import { showToast } from '#web/ui/toast.tsx'
import { orderReads } from '#contract/order-reads.ts'

export interface TakeDocument {
  take: (messageFileId: number) => Promise<void>
  /** On its way, or taken. */
  isPressed: (messageFileId: number) => boolean
  isTaken: (messageFileId: number) => boolean
}

/** Takes a file that came by mail as the approved document; told as an upload is. */
export function useTakeDocument(orderId: number): TakeDocument {
  const { run } = useCall(takeDocument, { refreshes: orderReads })
  const once = useOnce<number>()
  const take = (messageFileId: number) =>
    once.run(messageFileId, async () => {
      const answer = await run({ body: { orderId, messageFileId } })
      if (!answer) return false
      showToast({
        tone: 'good',
        title: answer.message,
        text: answer.data.completed ? 'The order is Completed.' : undefined,
      })
      return true
    })
  return { take, isPressed: (id) => once.isRunning(id) || once.isDone(id), isTaken: once.isDone }
}
