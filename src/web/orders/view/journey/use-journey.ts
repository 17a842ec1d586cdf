import { useLocation } from 'wouter'
import type { OrderDetails } from '#contract/order-details.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { sameList } from '#web/lib/back-target.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { stepInJourney } from './journey.ts'

/** Shortcuts through the journey; undefined steps for a single order. The Back target stays. */
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
  return steps
}

export type JourneySteps = ReturnType<typeof useJourney>
