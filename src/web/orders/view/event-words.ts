import type { OrderDetails } from '#contract/orders.ts'
import { isStatus, statusWords } from '#contract/rules/statuses.ts'

export type OrderEvent = OrderDetails['events'][number]

const word = (state: string | null) => (state && isStatus(state) ? statusWords[state].label : state)

/** What was done, with the status before and after where it changed one: `Moved: New → Awaiting Govt`. */
export function eventWords({ action, from, to }: Pick<OrderEvent, 'action' | 'from' | 'to'>): string {
  const done = action.charAt(0).toUpperCase() + action.slice(1)
  if (from === to || (from === null && to === null)) return done
  return `${done}: ${word(from) ?? 'nobody'} → ${word(to) ?? 'nobody'}`
}
