import { useLocation } from 'wouter'
import { startNext, type StartableQueue } from '#contract/moves.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { queues } from '#contract/rules/queues.ts'
import { fromList } from '#web/lib/back-target.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { showToast } from '#web/ui/toast.tsx'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'
import { useOrderSection } from './view/use-order-section.ts'

/** Queues with their own next order; elsewhere it comes from New and Priority together. */
const queuesWithNext: readonly StartableQueue[] = [
  'priorityOrder',
  'awaitingOrder',
  'awaitingGovtOrder',
  'contactCustomerOrder',
  'customerCalledOrder',
  'refundOrder',
  'chargeBack',
]

/** Opens the most urgent order; a New one is assigned to the member (product §12). */
export function useStartNext() {
  const [path, navigate] = useLocation()
  const section = useOrderSection(path) ?? path
  const folderName = queuesWithNext.find((queue) => queues[queue].path === section)
  const showSuccess = useUndoToast()
  const { call, busy } = useCall(startNext, {
    refreshes: orderReadEndpoints,
    onError: ({ httpStatus, message }) => {
      if (httpStatus === 404) showToast({ tone: 'good', title: message })
      return httpStatus === 404
    },
  })

  const start = async () => {
    if (busy) return
    const answer = await call({ body: folderName ? { folderName } : {} })
    if (!answer) return
    const { order_id: orderId, undo } = answer.data
    navigate(viewOrderPath(orderId), { state: fromList })
    if (undo !== null) showSuccess({ title: answer.message, text: `Order ${orderId} is yours.`, undo })
  }
  const claims = folderName === undefined || folderName === 'priorityOrder'
  return { startNext: () => void start(), busy, claims }
}
