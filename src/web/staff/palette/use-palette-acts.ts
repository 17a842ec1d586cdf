import { useQueryClient } from '@tanstack/react-query'
import { assignOrders, moveOrders } from '#contract/moves.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import type { OrderRow } from '#contract/orders.ts'
import { statusLabels, type MoveTarget } from '#contract/rules/statuses.ts'
import { refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { actionTexts } from '#web/orders/action-texts.ts'
import { removeFromAllLists } from '#web/orders/queue/list/list-queries.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { outcomeText } from '#web/undo/outcome-texts.ts'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'

/** What the palette does with an order that it has found, told with its Undo. */
export function usePaletteActs() {
  const client = useQueryClient()
  const confirm = useConfirm()
  const me = useCurrentMember()
  const moveCall = useCall(moveOrders)
  const assignCall = useCall(assignOrders, { refreshes: orderReadEndpoints })
  const showSuccess = useUndoToast()

  const move = async ({ order_id: orderId, process_status: status }: OrderRow, to: MoveTarget) => {
    const answer = await moveCall.call({ body: { orderId, updatingStatus: to, expectedStatus: status } })
    if (!answer) return
    removeFromAllLists(client, orderId)
    void refresh(client, orderReadEndpoints)
    showSuccess({
      title: answer.message,
      text: `Order ${orderId}: ${statusLabels[status].label} → ${statusLabels[to].label}.`,
      undo: answer.data.undo,
    })
  }
  const assign = async ({ order_id: orderId }: OrderRow, action: 'assign' | 'giveBack') => {
    const { question, doneText } = actionTexts[action]
    if (!(await confirm(question({ count: 1, ids: [orderId] })))) return
    const answer = await assignCall.call({
      body: { orderId, assignto: action === 'assign' ? me.name : null },
    })
    if (!answer) return
    const { message, data } = answer
    showSuccess({ title: message, text: outcomeText(doneText, data), undo: data.undo })
  }
  return { move, assign }
}
