import type { OrderDetails } from '#contract/order-details.ts'
import type { DraftView, PageDraft } from '#web/drafts/draft.ts'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'
import { doneText } from './staged-text.ts'

interface StagedSendingOptions {
  order: OrderDetails
  draft: PageDraft
  view: DraftView
  /** The text moved the order. */
  onMoved: () => void
  /** The order may have changed since. */
  onRefused: () => void
}

/** Handlers of a form that sends a draft with a staged move: they end the draft and report the result. */
export function useStagedSending({ order, draft, view, onMoved, onRefused }: StagedSendingOptions) {
  const { order_id: orderId, process_status: status } = order
  const { content, revision } = view
  const showSuccess = useUndoToast()
  return {
    extraValues: {
      draft: revision ?? undefined,
      expectedStatus: status,
      ...(content.moveTo === status && { updatingStatus: undefined }),
    },
    onSend: () => draft.beginSending(revision),
    onRefused: () => {
      draft.endSending(false)
      onRefused()
    },
    onDone: ({ message, data }: { message: string; data: { undo: string | null } }) => {
      draft.endSending(true)
      if (data.undo) onMoved()
      showSuccess({ title: message, text: doneText(orderId, content, data), undo: data.undo })
    },
  }
}
