import type { OrderDetails } from '#contract/order-details.ts'
import { isEventAction, orderEvents } from '#contract/rules/order-events.ts'

/** Events that may change status, assignee or dates, newest first. */
export const movesOf = ({ events }: Pick<OrderDetails, 'events'>) =>
  events.filter(({ action }) => isEventAction(action) && orderEvents[action].undo)
