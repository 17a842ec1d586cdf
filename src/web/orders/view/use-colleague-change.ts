import { useLayoutEffect, useRef, useState } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { showToast } from '#web/ui/toast.tsx'
import { eventLabel, type OrderEvent } from './history/event-labels.ts'

/** ms within which a click is meant for what stood there before a colleague's change. */
const unseenFor = 1500

/** The newest change since, if a colleague made it; what one does oneself afterwards is done knowing of it. */
export function findColleagueChange(
  events: readonly OrderEvent[],
  seenId: number,
  myName: string,
): OrderEvent | null {
  const newest = events.reduce<OrderEvent | null>(
    (found, event) => (event.id > (found?.id ?? seenId) ? event : found),
    null,
  )
  return newest && newest.by !== myName ? newest : null
}

/**
 * What a colleague has done to the order since it was opened. `allows` is asked before an action that one press does:
 * while the change has only just come, it refuses, and says what has changed.
 */
export function useColleagueChange({ order_id: orderId, events }: OrderDetails) {
  const { name } = useCurrentMember()
  const newestId = Math.max(0, ...events.map(({ id }) => id))
  const [seenId, setSeenId] = useState(newestId)
  const change = findColleagueChange(events, seenId, name)
  const cameAt = useRef(-Infinity)
  const changeId = change?.id
  useLayoutEffect(() => {
    if (changeId !== undefined) cameAt.current = performance.now()
  }, [changeId])

  const allows = () => {
    if (!change || performance.now() - cameAt.current > unseenFor) return true
    showToast({
      tone: 'bad',
      title: `${change.by} has just changed order ${orderId}`,
      text: `${eventLabel(change)}. Nothing else was done.`,
    })
    return false
  }
  return { change, allows, dismiss: () => setSeenId(newestId) }
}
