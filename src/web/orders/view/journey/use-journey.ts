import { useLocation } from 'wouter'
import type { OrderDetails } from '#contract/order-details.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { sameList } from '#web/lib/back-target.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { nextWaiting, stepInJourney } from './journey.ts'

/** Ways through the orders of the journey, with their keys; undefined where the order is alone. Back leads to the list all the same. */
export function useJourney(order: OrderDetails) {
  const [, navigate] = useLocation()
  const opener = (orderId: number | undefined) =>
    orderId === undefined
      ? undefined
      : () => navigate(viewOrderPath(orderId), { replace: true, state: sameList() })
  const steps = {
    nextOfJourney: opener(stepInJourney(order, 1)),
    previousOfJourney: opener(stepInJourney(order, -1)),
  }
  useShortcuts(steps)
  return { ...steps, openNextWaiting: opener(nextWaiting(order)) }
}

export type JourneySteps = Omit<ReturnType<typeof useJourney>, 'openNextWaiting'>
