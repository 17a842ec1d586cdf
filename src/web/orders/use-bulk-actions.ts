import { useQueryClient } from '@tanstack/react-query'
import { assignOrders, deleteOrders } from '#contract/moves.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { refundOrders } from '#contract/refunds.ts'
import { refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { removeFromCache, type OrderListQuery } from './queue/list/list-queries.ts'
import { outcomeText } from '#web/undo/outcome-texts.ts'
import { actionTexts, type BulkActionName } from './action-texts.ts'
import { bulkCallSettings, useUndoToast } from '#web/undo/use-undo-toast.ts'

/** Asks, does it, tells what was done and offers Undo. `onDone` is called when the rows need to be chosen no more. */
export function useBulkActions(listQuery: OrderListQuery, onDone: () => void) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const me = useCurrentMember()
  const assignCall = useCall(assignOrders, bulkCallSettings)
  const deleteCall = useCall(deleteOrders, bulkCallSettings)
  const refundCall = useCall(refundOrders, bulkCallSettings)
  const showSuccess = useUndoToast()

  const calls = {
    assign: (orderId: number[]) => assignCall.call({ body: { orderId, assignto: me.name } }),
    giveBack: (orderId: number[]) => assignCall.call({ body: { orderId, assignto: null } }),
    delete: (orderId: number[]) =>
      deleteCall.call({ body: { orderId, updatingStatus: 'Deleted', permanentDeletedFlag: false } }),
    refund: (orderId: number[]) => refundCall.call({ body: { orderId } }),
  }

  const runAction = async (action: BulkActionName, ids: number[]) => {
    const { question } = actionTexts[action]
    if (ids.length === 0 || (question && !(await confirm(question(ids))))) return
    // Order History keeps an order whatever becomes of it, Refunds one that is refunded.
    if (listQuery.queue !== 'allOrder' && action !== 'refund')
      await removeFromCache(client, listQuery, new Set(ids))
    onDone()
    const answer = await calls[action](ids)
    void refresh(client, orderReadEndpoints)
    if (!answer) return
    const { title, doneText } = actionTexts[action]
    showSuccess({
      title: title ?? answer.message,
      text: outcomeText(doneText, answer.data),
      undo: answer.data.undo,
    })
  }

  return { runAction, busy: assignCall.busy || deleteCall.busy || refundCall.busy }
}
