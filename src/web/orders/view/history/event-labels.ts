import type { OrderDetails } from '#contract/order-details.ts'

export type OrderEvent = OrderDetails['events'][number]

/** What was done, and from what to what where it changed status or assignee: `Moved: New → Awaiting Govt`. */
export function eventLabel({ action, from, to }: Pick<OrderEvent, 'action' | 'from' | 'to'>): string {
  const done = action.charAt(0).toUpperCase() + action.slice(1)
  return from === to ? done : `${done}: ${from ?? 'nobody'} → ${to ?? 'nobody'}`
}
