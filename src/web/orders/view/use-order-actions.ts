import { useQueryClient } from '@tanstack/react-query'
import { assignOrders, moveOrders, restoreOrder, undo } from '#contract/moves.ts'
import { type OrderDetails } from '#contract/order-details.ts'
import type { refundOrders } from '#contract/refunds.ts'
import { statusWords, type MoveTarget } from '#contract/rules/statuses.ts'
import type { Answer } from '#web/lib/client.ts'
import { refresh, useCall } from '#web/lib/hooks.ts'
import { useMe } from '#web/session/auth.ts'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { actionTexts, outcomeText, undoneText } from '../queue/bulk-texts.ts'
import { orderReads } from '#contract/order-reads.ts'

/** Spec §8 has its own words for a delete. */
const movedWords = (to: MoveTarget) =>
  to === 'Deleted' ? 'Order has been deleted successfully' : `Moved to ${statusWords[to].label}`

/** What a member does with the order as a whole; each success is told with its Undo, a refusal shows what is true now. */
export function useOrderActions({ order_id: orderId, process_status: status }: OrderDetails) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const me = useMe()
  const moving = useCall(moveOrders)
  const assigning = useCall(assignOrders)
  const restoring = useCall(restoreOrder)
  const undoing = useCall(undo)

  const readAgain = () => void refresh(client, orderReads)
  const takeBack = async (token: string) => {
    const answer = await undoing.run({ body: { undo: token } })
    readAgain()
    if (answer) showToast({ tone: 'good', title: answer.message, text: undoneText(answer.data) })
  }
  const tell = (title: string, text: string, token: string | null) => {
    showToast({ tone: 'good', title, text, undo: token === null ? undefined : () => void takeBack(token) })
  }

  const move = async (to: MoveTarget) => {
    const answer = await moving.run({
      body: { orderId, updatingStatus: to, expectedStatus: status },
    })
    readAgain()
    if (answer)
      tell(movedWords(to), `Order ${orderId}, before: ${statusWords[status].label}.`, answer.data.undo)
  }
  const assign = async (action: 'assign' | 'giveBack') => {
    const { question, done } = actionTexts[action]
    if (!(await confirm(question([orderId])))) return
    const answer = await assigning.run({
      body: { orderId, assignto: action === 'assign' ? me.name : null },
    })
    readAgain()
    if (answer) tell(answer.message, outcomeText(done, answer.data), answer.data.undo)
  }
  const restore = async (eventId: number) => {
    const answer = await restoring.run({ body: { orderId, eventId } })
    readAgain()
    if (answer) tell(answer.message, undoneText(answer.data), null)
  }
  const refunded = ({ message, data }: Answer<typeof refundOrders>) => {
    readAgain()
    tell(message, outcomeText(actionTexts.refund.done, data), data.undo)
  }
  return { move, assign, restore, refunded, readAgain, busy: moving.busy || assigning.busy || restoring.busy }
}
