import type { OrderDetails } from '#contract/order-details.ts'
import type { HouseholdOrder } from '#contract/household.ts'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'
import { customerName } from '../declaration/declaration.ts'

/** Most urgent first (product §12, Urgency). */
const byUrgency = (a: HouseholdOrder, b: HouseholdOrder): number =>
  (a.due_at ?? '9').localeCompare(b.due_at ?? '9') || a.order_id - b.order_id

/** All orders of the journey, most urgent first; empty for a single order. */
export function journeyOf(order: OrderDetails): HouseholdOrder[] {
  if (order.household.length === 0) return []
  const { order_id, process_status, due_at, window_opens_on, travel_date, processing_date } = order
  const own = { order_id, process_status, due_at, window_opens_on, travel_date, processing_date }
  const is_assigned = order.assign_to !== null
  return [...order.household, { ...own, is_assigned, name: customerName(order) }].toSorted(byUrgency)
}

export const isWaiting = ({ process_status: status }: Pick<HouseholdOrder, 'process_status'>): boolean =>
  statusesCompletedByUpload.includes(status)

export const waitingOthers = (order: Pick<OrderDetails, 'household'>): HouseholdOrder[] =>
  order.household.filter(isWaiting)

/** The previous or next order, wrapping around; undefined for a single order. */
export function stepInJourney(order: OrderDetails, step: 1 | -1): number | undefined {
  const ids = journeyOf(order).map(({ order_id: id }) => id)
  return ids.length === 0 ? undefined : ids.at((ids.indexOf(order.order_id) + step) % ids.length)
}

/** Whether Start next has an order of this journey to claim (product §12). */
export const hasNextToClaim = ({ household }: Pick<OrderDetails, 'household'>, today: string): boolean =>
  household.some(
    ({ process_status: status, is_assigned: isAssigned, window_opens_on: opensOn }) =>
      status === 'New' && !isAssigned && (opensOn === null || opensOn <= today),
  )
