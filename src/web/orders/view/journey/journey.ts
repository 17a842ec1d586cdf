import type { OrderDetails } from '#contract/order-details.ts'
import type { HouseholdOrder } from '#contract/household.ts'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'
import { customerName } from '../declaration/declaration.ts'

/** The orders of the journey by id, this one among them; empty where it is alone. */
export function journeyOf(order: OrderDetails): HouseholdOrder[] {
  if (order.household.length === 0) return []
  const { order_id, process_status, due_at, window_opens_on, travel_date, processing_date } = order
  const own = { order_id, process_status, due_at, window_opens_on, travel_date, processing_date }
  return [...order.household, { ...own, name: customerName(order) }].toSorted(
    (a, b) => a.order_id - b.order_id,
  )
}

export const isWaiting = ({ process_status: status }: Pick<HouseholdOrder, 'process_status'>): boolean =>
  statusesCompletedByUpload.includes(status)

/** The other orders of the journey that wait for their document. */
export const waitingOthers = (order: Pick<OrderDetails, 'household'>): HouseholdOrder[] =>
  order.household.filter(isWaiting)

/** The order before or after this one, from the last to the first again; undefined where it is alone. */
export function stepInJourney(order: OrderDetails, step: 1 | -1): number | undefined {
  const ids = journeyOf(order).map(({ order_id: id }) => id)
  return ids.length === 0 ? undefined : ids.at((ids.indexOf(order.order_id) + step) % ids.length)
}

/** The next order of the journey that waits for its document, from this one on; undefined where none does. */
export function nextWaiting(order: Pick<OrderDetails, 'household' | 'order_id'>): number | undefined {
  const ids = waitingOthers(order).map(({ order_id: id }) => id)
  return ids.find((id) => id > order.order_id) ?? ids[0]
}
