import type { HouseholdOrder } from '#contract/household.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { can } from '#contract/rules/roles.ts'
import { statusesCompletedByUpload, type Status } from '#contract/rules/statuses.ts'
import { explainStatus } from '#server/orders/current-status.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { othersOfHousehold, selectOthersOfHousehold } from './household.queries.ts'

/** For a statement that reads an order as `o`: the other orders of its journey that the caller may see (product §12, Household). */
export const householdOf = (seesRestricted: boolean) => othersOfHousehold(seesRestricted)

/** As a statement answers it in a list, where instants are texts. */
interface OtherOrderRow {
  order_id: number
  full_name: string
  process_status: Status
  due_at: string | null
  window_opens_on: string | null
  travel_date: string | null
  processing_date: string | null
}

const instant = (text: string | null) => text && wireInstant(new Date(text))

export const toHouseholdOrder = ({ full_name, ...row }: OtherOrderRow): HouseholdOrder => ({
  ...row,
  name: full_name,
  due_at: instant(row.due_at),
  processing_date: instant(row.processing_date),
})

/** 409 where one of the other orders, which are locked, is not of the order's journey, or waits for no document any more. */
export async function requireWaitingHousehold(
  work: Work,
  orderId: number,
  others: readonly number[],
): Promise<void> {
  if (others.length === 0) return
  const found = await selectOthersOfHousehold(work.tx, orderId, can(work.actor.role, 'seeRestrictedOrders'))
  for (const other of others) {
    const order = found.find(({ order_id }) => order_id === other)
    if (!order) return refuse('conflict', `Order ${other} is not of the journey of order ${orderId}.`)
    if (!statusesCompletedByUpload.includes(order.process_status))
      return refuse('conflict', `Order ${other} ${await explainStatus(work.tx, other)}.`)
  }
}
