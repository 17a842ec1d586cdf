import { useQueryClient } from '@tanstack/react-query'
import type { recordDispute } from '#contract/disputes.ts'
import { assignOrders, moveOrders, restoreOrder } from '#contract/moves.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import type { refundOrders } from '#contract/refunds.ts'
import { statusLabels, type MoveTarget } from '#contract/rules/statuses.ts'
import type { CallResponse } from '#web/lib/client.ts'
import { refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { outcomeText, undoneText } from '#web/undo/outcome-texts.ts'
import { actionTexts } from './action-texts.ts'
import { removeFromAllLists } from './queue/list/list-queries.ts'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'

/** A delete has its own words (spec §8). */
const moveMessage = (to: MoveTarget) =>
  to === 'Deleted' ? 'Order has been deleted successfully' : `Moved to ${statusLabels[to].label}`

export type OrderActions = ReturnType<typeof useOrderActions>

/** Actions on a whole order. A success shows a toast with Undo; a refusal refetches the order. */
export function useOrderActions({ order_id: orderId, process_status: status }: OrderDetails) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const me = useCurrentMember()
  const moveCall = useCall(moveOrders)
  const assignCall = useCall(assignOrders)
  const restoreCall = useCall(restoreOrder)
  const showSuccess = useUndoToast()

  const refreshOrder = () => void refresh(client, orderReadEndpoints)
  /** Keeps the lists from showing the order for a moment on Back. */
  const leaveLists = () => removeFromAllLists(client, orderId)
  /** After another call moved the order. */
  const handleMoved = () => {
    leaveLists()
    refreshOrder()
  }

  const move = async (to: MoveTarget) => {
    const answer = await moveCall.call({
      body: { orderId, updatingStatus: to, expectedStatus: status },
    })
    if (!answer) return refreshOrder()
    handleMoved()
    showSuccess({
      title: moveMessage(to),
      text: `Order ${orderId}, before: ${statusLabels[status].label}.`,
      undo: answer.data.undo,
    })
  }
  const assign = async (action: 'assign' | 'giveBack') => {
    const { question, doneText } = actionTexts[action]
    if (!(await confirm(question({ count: 1, ids: [orderId] })))) return
    const answer = await assignCall.call({
      body: { orderId, assignto: action === 'assign' ? me.name : null },
    })
    refreshOrder()
    if (!answer) return
    const { message, data } = answer
    showSuccess({ title: message, text: outcomeText(doneText, data), undo: data.undo })
  }
  const restore = async (eventId: number) => {
    const answer = await restoreCall.call({ body: { orderId, eventId } })
    refreshOrder()
    if (answer) showSuccess({ title: answer.message, text: undoneText(answer.data), undo: null })
  }
  const handleRefunded = ({ message, data }: CallResponse<typeof refundOrders>) => {
    refreshOrder()
    showSuccess({
      title: message,
      text: outcomeText(actionTexts.refund.doneText, data),
      undo: data.undo,
      mailedOrders: data.updated,
    })
  }
  const handleDisputeSaved = ({ message, data }: CallResponse<typeof recordDispute>) => {
    handleMoved()
    showSuccess({ title: message, text: `Order ${orderId}`, undo: data.undo })
  }
  return {
    move,
    assign,
    restore,
    handleRefunded,
    handleDisputeSaved,
    refreshOrder,
    leaveLists,
    handleMoved,
    busy: moveCall.busy || assignCall.busy || restoreCall.busy,
  }
}
