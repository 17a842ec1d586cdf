import { useQueryClient } from '@tanstack/react-query'
import { assignOrders, deleteOrders } from '#contract/moves.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import type { CallResponse } from '#web/lib/client.ts'
import { refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { removeFromCache } from './queue/list/list-queries.ts'
import type { OrderListQuery } from './queue/list/list-request.ts'
import { outcomeText } from '#web/undo/outcome-texts.ts'
import { actionTexts, type BulkActionName, type DirectActionName } from './action-texts.ts'
import { bulkCallSettings, useUndoToast } from '#web/undo/use-undo-toast.ts'

/** Bulk actions with confirmation, result and Undo. `onDone` is called when the selection can be cleared. */
export function useBulkActions(listQuery: OrderListQuery, onDone: () => void) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const me = useCurrentMember()
  const assignCall = useCall(assignOrders, bulkCallSettings)
  const deleteCall = useCall(deleteOrders, bulkCallSettings)
  const showSuccess = useUndoToast()

  const calls = {
    assign: (orderId: number[]) => assignCall.call({ body: { orderId, assignto: me.name } }),
    giveBack: (orderId: number[]) => assignCall.call({ body: { orderId, assignto: null } }),
    delete: (orderId: number[]) =>
      deleteCall.call({ body: { orderId, updatingStatus: 'Deleted', permanentDeletedFlag: false } }),
  }

  const showDone = (action: BulkActionName, { message, data }: CallResponse<typeof assignOrders>) => {
    const { title, doneText } = actionTexts[action]
    showSuccess({
      title: title ?? message,
      text: outcomeText(doneText, data),
      undo: data.undo,
      ...(action === 'refund' && { mailedOrders: data.updated }),
    })
  }

  const runAction = async (action: DirectActionName, ids: number[]) => {
    const { question } = actionTexts[action]
    if (ids.length === 0 || !(await confirm(question({ count: ids.length, ids })))) return
    // Order History keeps every order.
    if (listQuery.queue !== 'allOrder') await removeFromCache(client, listQuery, new Set(ids))
    onDone()
    const answer = await calls[action](ids)
    void refresh(client, orderReadEndpoints)
    if (!answer) return
    showDone(action, answer)
  }

  return { runAction, showDone, busy: assignCall.busy || deleteCall.busy }
}
