import { useQueryClient } from '@tanstack/react-query'
import { undo } from '#contract/moves.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { showToast } from '#web/ui/toast.tsx'
import { skippedReasonsText, undoneText } from './outcome-texts.ts'

/** Of a call about several orders, the second line of its refusal's toast. */
export const bulkCallSettings = { explain: ({ data }: CallError) => skippedReasonsText(data) }

interface Success {
  title: string
  text: string
  /** What the server gave to take it back with; null where it cannot be taken back. */
  undo: string | null
  /** How long the toast stays, ms. */
  durationMs?: number
  tone?: 'good' | 'warn'
}

/** Shows what was done to orders as a toast with Undo, which puts them back and reads them again (product §9). */
export function useUndoToast(): (success: Success) => void {
  const client = useQueryClient()
  const undoCall = useCall(undo, bulkCallSettings)

  const handleUndo = async (token: string) => {
    const answer = await undoCall.call({ body: { undo: token } })
    void refresh(client, orderReadEndpoints)
    if (answer) showToast({ tone: 'good', title: answer.message, text: undoneText(answer.data) })
  }
  return ({ title, text, undo: token, ...rest }) => {
    showToast({
      tone: 'good',
      title,
      text,
      ...rest,
      onUndo: token === null ? undefined : () => void handleUndo(token),
    })
  }
}
