import type { OrderDetails } from '#contract/order-details.ts'
import { actionLabel } from '#contract/rules/order-events.ts'

export type OrderEvent = OrderDetails['events'][number]

/** The action, with the change of status or assignee if any: `Moved: New → Awaiting Govt`. */
export function eventLabel({ action, from, to }: Pick<OrderEvent, 'action' | 'from' | 'to'>): string {
  const actionText = actionLabel(action)
  return from === to ? actionText : `${actionText}: ${from ?? 'nobody'} → ${to ?? 'nobody'}`
}
