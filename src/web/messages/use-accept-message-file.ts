import { useQueryClient } from '@tanstack/react-query'
import { acceptMessageFile } from '#contract/messages.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { useOncePerKey } from '#web/lib/use-once-per-key.ts'
import { uploadedText } from '#web/undo/outcome-texts.ts'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'

export interface AcceptMessageFile {
  /** `isSenderConfirmed`: the member knows that the sender's checks failed. */
  accept: (messageFileId: number, isSenderConfirmed: boolean) => Promise<void>
  /** Being accepted, or accepted. */
  isDisabled: (messageFileId: number) => boolean
  isAccepted: (messageFileId: number) => boolean
}

/** Accepts a mailed file as the approved document and marks its mail as handled. Undo is offered until the new mail leaves. */
export function useAcceptMessageFile(order: OrderDetails, onCompleted: () => void): AcceptMessageFile {
  const client = useQueryClient()
  const { call } = useCall(acceptMessageFile, {
    refreshes: orderReadEndpoints,
    onRefused: () => void refresh(client, orderReadEndpoints),
  })
  const acceptances = useOncePerKey<number>()
  const showSuccess = useUndoToast()
  const accept: AcceptMessageFile['accept'] = (messageFileId, isSenderConfirmed) =>
    acceptances.run(messageFileId, async () => {
      const answer = await call({
        body: {
          orderId: order.order_id,
          messageFileId,
          handled: true,
          senderConfirmed: isSenderConfirmed,
          expectedStatus: order.process_status,
          expectedDocuments: order.uploadDoc.length,
        },
      })
      if (!answer) return false
      const { undo, warnings } = answer.data
      showSuccess({
        title: answer.message,
        text: uploadedText(answer.data),
        undo,
        tone: warnings.length > 0 ? 'warn' : 'good',
        mailedOrders: [order.order_id],
      })
      if (answer.data.completed) onCompleted()
      return true
    })
  return {
    accept,
    isDisabled: (id) => acceptances.isRunning(id) || acceptances.isDone(id),
    isAccepted: acceptances.isDone,
  }
}
