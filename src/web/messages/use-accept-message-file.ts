import { acceptMessageFile } from '#contract/messages.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { useOncePerKey } from '#web/lib/use-once-per-key.ts'
import { useUploadToast } from '#web/undo/use-upload-toast.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'

export interface AcceptMessageFile {
  accept: (messageFileId: number) => Promise<void>
  /** On its way, or taken. */
  isDisabled: (messageFileId: number) => boolean
  isAccepted: (messageFileId: number) => boolean
}

/** Takes a file that came by mail as the approved document; told as an upload is. */
export function useAcceptMessageFile(orderId: number): AcceptMessageFile {
  const { call } = useCall(acceptMessageFile, { refreshes: orderReadEndpoints })
  const acceptances = useOncePerKey<number>()
  const showUploaded = useUploadToast()
  const accept = (messageFileId: number) =>
    acceptances.run(messageFileId, async () => {
      const answer = await call({ body: { orderId, messageFileId } })
      if (!answer) return false
      showUploaded(answer)
      return true
    })
  return {
    accept,
    isDisabled: (id) => acceptances.isRunning(id) || acceptances.isDone(id),
    isAccepted: acceptances.isDone,
  }
}
