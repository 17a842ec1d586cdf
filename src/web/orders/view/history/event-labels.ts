import type { OrderDetails } from '#contract/order-details.ts'

export type OrderEvent = OrderDetails['events'][number]

/** The action, with the change of status or assignee if any: `Moved: New → Awaiting Govt`. */
export function eventLabel({ action, from, to }: Pick<OrderEvent, 'action' | 'from' | 'to'>): string {
  const done = action.charAt(0).toUpperCase() + action.slice(1)
  return from === to ? done : `${done}: ${from ?? 'nobody'} → ${to ?? 'nobody'}`
}
