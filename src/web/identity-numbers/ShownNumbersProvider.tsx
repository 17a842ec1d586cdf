import { useMemo, useState, type ReactNode } from 'react'
import { showNumbers, type OrderDetails } from '#contract/order-details.ts'
import { finishedStatuses, type Status } from '#contract/rules/statuses.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { hasIdentityNumbers, maskOrder, orderMask } from './mask-order.ts'
import { ShownNumbersContext, type ShownNumbers } from './shown-numbers.ts'

interface ShownNumbersProviderProps {
  order: OrderDetails
  /** Receives the order, masked while its numbers are hidden. */
  children: (order: OrderDetails) => ReactNode
}

const asWritten = (text: string) => text

/** Masks the numbers of a finished order until a member shows them; a change of status hides them again. */
export function ShownNumbersProvider({ order, children }: ShownNumbersProviderProps) {
  const { order_id: orderId, process_status: status } = order
  const [shownIn, setShownIn] = useState<Status | null>(null)
  const { call, busy } = useCall(showNumbers)
  const isFinished = finishedStatuses.includes(status)
  const wereShown = isFinished && shownIn === status
  const areHidden = isFinished && !wereShown && hasIdentityNumbers(order)
  const masked = useMemo(() => (areHidden ? maskOrder(order) : order), [order, areHidden])

  const numbers: ShownNumbers = {
    areHidden,
    wereShown,
    busy,
    mask: areHidden ? orderMask(order) : asWritten,
    async show() {
      if (!areHidden) return true
      const answer = await call({ body: { orderId } })
      if (answer) setShownIn(status)
      return answer !== null
    },
  }
  return <ShownNumbersContext value={numbers}>{children(masked)}</ShownNumbersContext>
}
