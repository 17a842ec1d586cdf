import { useQueryClient } from '@tanstack/react-query'
import { notifications } from '@mantine/notifications'
import { undo } from '#contract/moves.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import type { CallError } from '#web/lib/call-error.ts'
import type { CallResponse } from '#web/lib/client.ts'
import { refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { showToast, type ToastOptions } from '#web/ui/toast.tsx'
import { forgetAct, rememberAct, type Act } from './last-acts.ts'
import { skippedReasonsText, undoneText } from './outcome-texts.ts'

/** The refusal's toast lists the reasons of all skipped orders. */
export const bulkCallSettings = { explain: ({ data }: CallError) => skippedReasonsText(data) }

interface Success extends Pick<ToastOptions, 'title' | 'text' | 'link' | 'action'> {
  /** The server's undo token; null if there is no undo. */
  undo: string | null
  mailedOrders?: readonly number[]
  tone?: 'good' | 'warn'
}

/** The newest act alone has a toast, so that toasts cover no more than the top of a page; `z` undoes earlier ones. */
const ownAct = 'own act'

/** Says what was undone. */
export function useUndone() {
  const client = useQueryClient()
  return (title: string, answer: CallResponse<typeof undo> | null) => {
    void refresh(client, orderReadEndpoints)
    if (!answer) return
    const [what] = title.split(/(?<=\.) /, 1)
    const text = `“${what}” ${undoneText(answer.data)}`
    showToast({ tone: 'good', title: answer.message, text, topic: ownAct })
  }
}

export function useUndo(): (act: Pick<Act, 'undo' | 'title'>) => void {
  const { call } = useCall(undo, bulkCallSettings)
  const showUndone = useUndone()
  return ({ undo: token, title }) => {
    forgetAct(token)
    void call({ body: { undo: token } }).then((answer) => showUndone(title, answer))
  }
}

/** Undoes an act by its own call, or by its token. */
export function useUndoAct(): (act: Act) => void {
  const undoByToken = useUndo()
  return (act) => {
    act.hide()
    if (act.run) act.run()
    else undoByToken(act)
  }
}

export const tellNothingToUndo = () => showToast({ tone: 'good', title: 'There is nothing to undo.' })

/** A toast with Undo (product §9). */
export function useUndoToast(): (success: Success) => void {
  const undoAct = useUndo()
  return ({ undo: token, mailedOrders, ...toast }) => {
    const { title } = toast
    const id = showToast({
      tone: 'good',
      topic: ownAct,
      ...toast,
      onUndo: token === null ? undefined : () => undoAct({ undo: token, title }),
    })
    if (token !== null) rememberAct({ undo: token, title, mailedOrders, hide: () => notifications.hide(id) })
  }
}

/** A toast of an act that `onUndo` takes back, by its button and by the key of the last act. */
export function showReversible({ onUndo, ...toast }: ToastOptions & { onUndo: () => void }): void {
  const act = crypto.randomUUID()
  const run = () => {
    forgetAct(act)
    onUndo()
  }
  const id = showToast({ topic: ownAct, ...toast, onUndo: run })
  rememberAct({ undo: act, title: toast.title, hide: () => notifications.hide(id), run })
}
