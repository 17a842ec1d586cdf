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
  return [...order.household, { ...own, name: customerName(order) }].toSorted(byUrgency)
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

/** The next order after this one that waits for its document, wrapping around; undefined without one. */
export function nextWaiting(order: OrderDetails): number | undefined {
  const orders = journeyOf(order)
  const at = orders.findIndex(({ order_id: id }) => id === order.order_id)
  const others = [...orders.slice(at + 1), ...orders.slice(0, Math.max(0, at))]
  return others.find(isWaiting)?.order_id
}
