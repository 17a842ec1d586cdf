import type { OrderDetails } from '#contract/order-details.ts'
import { actionLabel } from '#contract/rules/order-events.ts'
import { isStatus, statusLabels } from '#contract/rules/statuses.ts'

export type OrderEvent = OrderDetails['events'][number]

const stateText = (state: string | null): string =>
  state === null ? 'nobody' : isStatus(state) ? statusLabels[state].label : state

/** `New → Awaiting Govt`, for a change of status or assignee; '' without one. */
export const changeText = ({ from, to }: Pick<OrderEvent, 'from' | 'to'>): string =>
  from === to ? '' : `${stateText(from)} → ${stateText(to)}`

/** `Moved: New → Awaiting Govt`. */
export const eventLabel = (event: Pick<OrderEvent, 'action' | 'from' | 'to'>): string =>
  [actionLabel(event.action), changeText(event)].filter(Boolean).join(': ')
