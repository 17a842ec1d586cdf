import { useQueryClient } from '@tanstack/react-query'
import { assignOrders, deleteOrders, undo } from '#contract/moves.ts'
import { refundOrders } from '#contract/refunds.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { orderReads } from '#contract/order-reads.ts'
import { actionTexts, outcomeText, skippedReasonsText, undoneText } from './action-texts.ts'
import { removeFromCache, type OrderListQuery } from '../queue/list/list-queries.ts'
import type { BulkActionName } from '../queue/queue-screens.ts'

const callSettings = { explain: ({ data }: CallError) => skippedReasonsText(data) }

/** Asks, does it, tells what was done and offers Undo. `onDone` is called when the rows need to be chosen no more. */
export function useBulkActions(listQuery: OrderListQuery, onDone: () => void) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const me = useCurrentMember()
  const assignCall = useCall(assignOrders, callSettings)
  const deleteCall = useCall(deleteOrders, callSettings)
  const refundCall = useCall(refundOrders, callSettings)
  const undoCall = useCall(undo, callSettings)

  const calls = {
    assign: (orderId: number[]) => assignCall.call({ body: { orderId, assignto: me.name } }),
    giveBack: (orderId: number[]) => assignCall.call({ body: { orderId, assignto: null } }),
    delete: (orderId: number[]) =>
      deleteCall.call({ body: { orderId, updatingStatus: 'Deleted', permanentDeletedFlag: false } }),
    refund: (orderId: number[]) => refundCall.call({ body: { orderId } }),
  }

  const handleUndo = async (token: string) => {
    const answer = await undoCall.call({ body: { undo: token } })
    void refresh(client, orderReads)
    if (answer) showToast({ tone: 'good', title: answer.message, text: undoneText(answer.data) })
  }

  const runAction = async (action: BulkActionName, ids: number[]) => {
    const { question } = actionTexts[action]
    if (ids.length === 0 || (question && !(await confirm(question(ids))))) return
    // Order History keeps an order whatever becomes of it, Refunds one that is refunded.
    if (listQuery.queue !== 'allOrder' && action !== 'refund')
      await removeFromCache(client, listQuery, new Set(ids))
    onDone()
    const answer = await calls[action](ids)
    void refresh(client, orderReads)
    if (!answer) return
    const { undo: token } = answer.data
    showToast({
      tone: 'good',
      title: actionTexts[action].title ?? answer.message,
      text: outcomeText(actionTexts[action].doneText, answer.data),
      onUndo: token === null ? undefined : () => void handleUndo(token),
    })
  }

  return { runAction, busy: assignCall.busy || deleteCall.busy || refundCall.busy }
}
