import { useQueryClient } from '@tanstack/react-query'
import { assignOrders, moveOrders, restoreOrder, undo, type OrderDetails } from '#contract/orders.ts'
import { statusWords, type MoveTarget } from '#contract/rules/statuses.ts'
import { refresh, useCall } from '#web/lib/hooks.ts'
import { showToast } from '#web/ui/toast.tsx'
import { orderReads } from './order-reads.ts'

/** Spec §8 has its own words for a delete. */
const movedWords = (to: MoveTarget) =>
  to === 'Deleted' ? 'Order has been deleted successfully' : `Moved to ${statusWords[to].label}`

/** What a member does with the order as a whole; each success is told with its Undo, a refusal shows what is true now. */
export function useOrderActions({ order_id: orderId, process_status: status }: OrderDetails) {
  const client = useQueryClient()
  const settings = { refreshes: orderReads }
  const moving = useCall(moveOrders, settings)
  const assigning = useCall(assignOrders, settings)
  const restoring = useCall(restoreOrder, settings)
  const undoing = useCall(undo, settings)

  const reload = () => void refresh(client, orderReads)
  const takeBack = async (token: string) => {
    const answer = await undoing.run({ body: { undo: token } })
    if (answer) showToast({ tone: 'good', title: answer.message, text: `Order ${orderId}` })
    else reload()
  }
  const tell = (title: string, token: string | null) => {
    showToast({
      tone: 'good',
      title,
      text: `Order ${orderId}`,
      undo: token === null ? undefined : () => void takeBack(token),
    })
  }

  const move = async (to: MoveTarget) => {
    const answer = await moving.run({
      body: { orderId, updatingStatus: to, expectedStatus: status },
    })
    if (answer) tell(movedWords(to), answer.data.undo)
    else reload()
  }
  /** `null` gives the order back. */
  const assign = async (assignto: string | null) => {
    const answer = await assigning.run({ body: { orderId, assignto } })
    if (answer) tell(assignto === null ? 'Moved to new orders' : answer.message, answer.data.undo)
    else reload()
  }
  const restore = async (eventId: number) => {
    const answer = await restoring.run({ body: { orderId, eventId } })
    if (answer) tell(answer.message, null)
    else reload()
  }
  return { move, assign, restore, busy: moving.busy || assigning.busy || restoring.busy }
}
