import { useQueryClient } from '@tanstack/react-query'
import { notifications } from '@mantine/notifications'
import { undo } from '#contract/moves.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { showToast, type ToastOptions } from '#web/ui/toast.tsx'
import { forgetAct, lastAct, rememberAct } from './last-acts.ts'
import { skippedReasonsText, undoneText } from './outcome-texts.ts'

/** The refusal's toast lists the reasons of all skipped orders. */
export const bulkCallSettings = { explain: ({ data }: CallError) => skippedReasonsText(data) }

interface Success extends Pick<ToastOptions, 'title' | 'text' | 'durationMs' | 'action'> {
  /** The server's undo token; null if there is no undo. */
  undo: string | null
  tone?: 'good' | 'warn'
}

export function useUndo(): (token: string) => void {
  const client = useQueryClient()
  const undoCall = useCall(undo, bulkCallSettings)

  const run = async (token: string) => {
    forgetAct(token)
    const answer = await undoCall.call({ body: { undo: token } })
    void refresh(client, orderReadEndpoints)
    if (answer) showToast({ tone: 'good', title: answer.message, text: undoneText(answer.data) })
  }
  return (token) => void run(token)
}

/** A toast with Undo (product §9). */
export function useUndoToast(): (success: Success) => void {
  const undoAct = useUndo()
  return ({ undo: token, ...toast }) => {
    const id = showToast({
      tone: 'good',
      ...toast,
      onUndo: token === null ? undefined : () => undoAct(token),
    })
    if (token !== null) rememberAct(token, () => notifications.hide(id))
  }
}

/** A toast of an act that `onUndo` takes back, by its button and by the key of the last act. */
export function showReversible({ onUndo, ...toast }: ToastOptions & { onUndo: () => void }): void {
  const act = crypto.randomUUID()
  const run = () => {
    forgetAct(act)
    onUndo()
  }
  const id = showToast({ ...toast, onUndo: run })
  rememberAct(act, () => notifications.hide(id), run)
}

/** Undoes the newest act of this page, even after its toast is gone. */
export function useUndoLastAct(): () => void {
  const undoAct = useUndo()
  return () => {
    const act = lastAct()
    if (!act) {
      showToast({ tone: 'good', title: 'There is nothing to undo.' })
      return
    }
    act.hide()
    if (act.run) act.run()
    else undoAct(act.undo)
  }
}
